import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { prometivel } from '#domain/conta.ts'
import { diaValido } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useChave } from '#web/api/useChave.ts'
import { CaixasDeContas } from '#web/contas-receber/CaixasDeContas.tsx'
import { regraDinheiro } from '#web/contas-receber/ContaDialogs.tsx'
import { abertoDe, somar } from '#web/contas-receber/palavras.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, diaDaSemanaLongo, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormTextField } from '#web/ui/formFields.tsx'
import { cancelarPromessa, registrarPromessa, type Sugerida } from './promessas.api.ts'
import './promessas.css'

interface Valores {
  ate: string
  valor: string
  observacao: string
}
interface Props {
  cliente: ClienteDetalhado
  sugerida: Sugerida
  aoFechar: () => void
}

/** What the customer promises to pay, of which accounts and until when; with the day filled in, it takes one press. */
export function PromessaDialog({ cliente, sugerida, aoFechar }: Props) {
  const livres = cliente.contas.filter(prometivel)
  const [contas, setContas] = useState(() => escolhidas(livres, sugerida.contas))
  const chave = useChave()
  return (
    <FormDialog<Valores>
      titulo={`Promessa de ${cliente.nome}`}
      acao="Registrar promessa"
      valores={{ ate: sugerida.ate ?? '', valor: sugerida.valor ? emValor(sugerida.valor) : '', observacao: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ ate, valor, observacao }) => {
        const reais = lerDinheiro(valor)
        const body = { contas, ate, ...(reais && { valor: reais }), ...(observacao && { observacao }) }
        const promessa = await registrarPromessa(cliente.id, body, chave.para([cliente.id, body]))
        chave.feito()
        aoFechar()
        avisar(`Promessa de ${dinheiro(promessa.valor)} até ${dia(promessa.ate)} registrada. A cobrança dela espera.`, {
          rotulo: 'Desfazer',
          fazer: () => void desfazer(cliente.id, promessa.id),
          desfaz: true,
        })
      }}
    >
      {({ control }) => (
        <>
          <FormDateField
            control={control}
            nome="ate"
            rotulo="Paga até"
            min={hoje()}
            data-autofocus={sugerida.ate ? undefined : true}
            regras={{
              required: 'Informe o dia.',
              validate: (ate) => ate >= hoje() || 'Escolha hoje ou um dia à frente.',
            }}
            aoLer={(escrito) => (diaValido(escrito) ? diaDaSemanaLongo(escrito) : '')}
          />
          <FormMoneyField
            control={control}
            nome="valor"
            rotulo="Quanto"
            opcional
            // Text that is no amount would count as none, and the promise be of everything.
            regras={{ validate: (texto: string) => texto.trim() === '' || regraDinheiro(texto) }}
            ajuda="Em branco, tudo o que estas contas deverão no dia, com encargos."
          />
          <CaixasDeContas
            titulo="De que contas"
            contas={livres}
            escolhidas={contas}
            aoMudar={setContas}
            semContas="Todas as contas em aberto já estão prometidas."
          />
          <Resumo control={control} contas={livres.filter(({ id }) => contas.includes(id))} />
          <FormTextField control={control} nome="observacao" rotulo="Observação" opcional maxLength={1000} />
        </>
      )}
    </FormDialog>
  )
}

const desfazer = (cliente: number, promessa: number) =>
  cancelarPromessa(cliente, promessa, 'Registrada por engano').then(
    () => avisar('Promessa desfeita: a cobrança destas contas continua.'),
    (erro: unknown) => avisar(fraseDe(erro)),
  )

/** Those asked for; else the overdue ones, else all that are open. */
function escolhidas(livres: Conta[], pedidas: number[] | undefined): number[] {
  const ids = (contas: Conta[]) => contas.map(({ id }) => id)
  const dasPedidas = livres.filter(({ id }) => pedidas?.includes(id))
  if (dasPedidas.length > 0) return ids(dasPedidas)
  const vencidas = livres.filter(({ status }) => status === 'vencida')
  return ids(vencidas.length > 0 ? vencidas : livres)
}

function Resumo({ control, contas }: { control: Control<Valores>; contas: Conta[] }) {
  const valor = lerDinheiro(useWatch({ control, name: 'valor' }) ?? '')
  const aberto = somar(contas.map(abertoDe))
  return (
    <p className="promessa-resumo" role="status">
      {contas.length === 0
        ? 'Escolha ao menos uma conta.'
        : `${valor ? `${dinheiro(valor)} de ${dinheiro(aberto)} em aberto, sem contar os encargos` : `${dinheiro(aberto)} em aberto, mais os encargos até o dia`}. A cobrança destas contas espera até dois dias úteis depois dele.`}
    </p>
  )
}
