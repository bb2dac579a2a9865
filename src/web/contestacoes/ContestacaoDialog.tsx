import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { TIPOS_DE_ARQUIVO } from '#domain/arquivo.ts'
import { emAberto } from '#domain/conta.ts'
import { MOTIVOS_DA_CONTESTACAO, type MotivoDaContestacao, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { useChave } from '#web/api/useChave.ts'
import { nomeDaConta, quandoVence } from '#web/contas-receber/palavras.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import { FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import { abrirContestacao, type Sugerida } from './contestacoes.api.ts'
import './contestacoes.css'

interface Props {
  cliente: ClienteDetalhado
  sugerida: Sugerida
  aoFechar: () => void
}
interface Formulario {
  motivo: MotivoDaContestacao
  texto: string
}

const MOTIVOS = MOTIVOS_DA_CONTESTACAO.map((valor) => ({ valor, rotulo: ROTULOS_DO_MOTIVO[valor] }))

/** What the customer says is not owed, or not so: until somebody answers, those accounts are left in peace. */
export function ContestacaoDialog({ cliente, sugerida, aoFechar }: Props) {
  const livres = cliente.contas.filter((conta) => emAberto(conta) && !conta.contestada)
  const [contas, setContas] = useState(() => {
    const pedidas = livres.filter(({ id }) => sugerida.contas?.includes(id))
    return (pedidas.length > 0 ? pedidas : livres).map(({ id }) => id)
  })
  const [arquivo, setArquivo] = useState<File | null>(null)
  const chave = useChave()
  const alternar = (id: number) =>
    setContas(contas.includes(id) ? contas.filter((outra) => outra !== id) : [...contas, id])
  return (
    <FormDialog<Formulario>
      titulo={`Contestação de ${cliente.nome}`}
      acao="Abrir contestação"
      valores={{ motivo: sugerida.motivo ?? 'valor', texto: sugerida.texto ?? '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo, texto }) => {
        const nova = { contas, motivo, ...(texto && { texto }) }
        const { numero, prazo } = await abrirContestacao(
          cliente.id,
          nova,
          arquivo,
          chave.para([cliente.id, nova, arquivo?.name, arquivo?.size]),
        )
        chave.feito()
        aoFechar()
        avisar(`Contestação ${numero} aberta. Responda até ${dia(prazo)}; a cobrança destas contas espera.`)
      }}
    >
      {({ control }) => (
        <>
          <FormSelect control={control} nome="motivo" rotulo="O que o cliente diz" opcoes={MOTIVOS} />
          <FormTextField
            control={control}
            nome="texto"
            rotulo="Com que palavras (opcional)"
            linhas={3}
            maxLength={1000}
          />
          <fieldset className="contestacao-contas">
            <legend className="forte">De que contas</legend>
            {livres.map((conta) => (
              <Checkbox
                key={conta.id}
                checked={contas.includes(conta.id)}
                onChange={() => alternar(conta.id)}
                rotulo={`${nomeDaConta(conta)} · ${dinheiro(conta.valor_atualizado)}`}
                ajuda={quandoVence(conta)}
              />
            ))}
            {livres.length === 0 && <p className="cinza">Todas as contas em aberto já estão contestadas.</p>}
          </fieldset>
          <label className="contestacao-arquivo">
            <span className="forte">Comprovante ou foto (opcional)</span>
            <input
              type="file"
              accept={TIPOS_DE_ARQUIVO}
              onChange={(evento) => setArquivo(evento.target.files?.[0] ?? null)}
            />
            <span className="miudo cinza">JPEG, PNG ou PDF, até 10 MB.</span>
          </label>
        </>
      )}
    </FormDialog>
  )
}
