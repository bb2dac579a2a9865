import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import type { Contestacao } from '#contract/contestacoes.ts'
import { emAberto } from '#domain/conta.ts'
import { fraseDe } from '#web/api/erro.ts'
import { clienteQuery } from '#web/clientes/clientes.queries.ts'
import { nomeDaConta } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dinheiro, lerDinheiro } from '#web/ui/formatos.ts'
import { FormMoneyField, FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { responderContestacao } from './contestacoes.api.ts'

type Fim = 'procedente' | 'improcedente' | 'desistencia'
interface Valores {
  status: Fim
  resposta: string
  /** What each account is to be worth, as typed. */
  valores: Record<`conta-${number}`, string>
}

const OPCOES = [
  { valor: 'procedente', rotulo: 'Procedente: o cliente tem razão' },
  { valor: 'improcedente', rotulo: 'Improcedente: a conta está certa' },
  { valor: 'desistencia', rotulo: 'Desistência: o cliente desistiu' },
] as const
const O_QUE_VEM: Record<Fim, string> = {
  procedente: 'Diga, se for o caso, quanto cada conta passa a valer; zero cancela a conta.',
  improcedente: 'O cliente é avisado com esta resposta, os encargos contam por inteiro e a cobrança continua.',
  desistencia: 'As contas voltam à cobrança como estavam.',
}

/** Ends a dispute with an answer; if the customer is right, the accounts may be corrected at once. */
export function RespostaDialog({ contestacao, aoFechar }: { contestacao: Contestacao; aoFechar: () => void }) {
  const { data: cliente, error, refetch } = useQuery(clienteQuery(contestacao.cliente.id))
  const delas = cliente?.contas.filter(({ id }) => contestacao.contas.includes(id))
  return (
    <FormDialog<Valores>
      titulo={`Responder a contestação ${contestacao.numero}`}
      acao="Responder"
      valores={{
        status: 'procedente',
        resposta: '',
        valores: Object.fromEntries(contestacao.contas.map((id) => [`conta-${id}`, ''])),
      }}
      aoFechar={aoFechar}
      aoSalvar={async ({ status, resposta, valores }) => {
        // Without a look at them nobody knows what they would be worth, and the answer ends the dispute.
        if (status === 'procedente' && !delas) throw new Error(SEM_AS_CONTAS)
        const contas = status === 'procedente' ? correcoes(delas ?? [], valores) : []
        await responderContestacao(contestacao.cliente.id, contestacao.id, { status, resposta, contas })
        aoFechar()
        avisar(`Contestação ${contestacao.numero} respondida.`)
      }}
    >
      {({ control }) => (
        <>
          <FormSelect control={control} nome="status" rotulo="Conclusão" opcoes={OPCOES} />
          <FormTextField
            control={control}
            nome="resposta"
            rotulo="Resposta"
            linhas={3}
            maxLength={500}
            regras={{
              validate: (resposta) =>
                String(resposta).trim().length >= 3 || 'Escreva a resposta com ao menos 3 caracteres.',
            }}
          />
          <Correcoes control={control} contas={delas} falha={error} aoTentar={() => void refetch()} />
        </>
      )}
    </FormDialog>
  )
}

const SEM_AS_CONTAS = 'As contas ainda não apareceram: espere por elas para responder que o cliente tem razão.'

/** Only what was typed is corrected; zero cancels. */
type Correcao = { id: number; cancelar: true } | { id: number; valor: number }
function correcoes(contas: Conta[], valores: Valores['valores']): Correcao[] {
  return contas.flatMap(({ id, valor }): Correcao[] => {
    const novo = lerDinheiro(valores[`conta-${id}`] ?? '')
    if (novo === null || novo === valor) return []
    return novo === 0 ? [{ id, cancelar: true }] : [{ id, valor: novo }]
  })
}

interface CorrecoesProps {
  control: Control<Valores>
  contas: Conta[] | undefined
  falha: unknown
  aoTentar: () => void
}

function Correcoes({ control, contas, falha, aoTentar }: CorrecoesProps) {
  const status = useWatch({ control, name: 'status' })
  // One that is paid meanwhile stays on view, with what is written for it.
  const [vistas, setVistas] = useState<Conta[]>()
  if (contas && !vistas) setVistas(contas.filter(emAberto))
  return (
    <>
      <p className="cinza">{O_QUE_VEM[status]}</p>
      {status === 'procedente' &&
        !contas &&
        (falha ? (
          <Alert tom="error" acao={<Button onClick={aoTentar}>Tentar de novo</Button>}>
            {fraseDe(falha)}
          </Alert>
        ) : (
          <Skeleton altura={84} />
        ))}
      {status === 'procedente' &&
        contas
          ?.filter((conta) => emAberto(conta) || vistas?.some(({ id }) => id === conta.id))
          .map((conta) => (
            <FormMoneyField
              key={conta.id}
              control={control}
              nome={`valores.conta-${conta.id}`}
              rotulo={`${nomeDaConta(conta)}: vale ${dinheiro(conta.valor)}, passa a valer`}
              ajuda={emAberto(conta) ? undefined : FECHADA}
              opcional
              regras={{ validate: (texto) => validar(conta, String(texto)) }}
            />
          ))}
    </>
  )
}

const FECHADA = 'Esta conta não está mais em aberto: deixe sem valor.'
const validar = (conta: Conta, texto: string) =>
  texto.trim() === '' ||
  (lerDinheiro(texto) === null ? 'Escreva um valor, como 1.234,56, ou deixe vazio.' : emAberto(conta) || FECHADA)
