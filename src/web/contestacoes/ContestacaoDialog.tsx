import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { TIPOS_DE_ARQUIVO } from '#domain/arquivo.ts'
import { contestavel } from '#domain/conta.ts'
import { MOTIVOS_DA_CONTESTACAO, type MotivoDaContestacao, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { useChave } from '#web/api/useChave.ts'
import { CaixasDeContas } from '#web/contas-receber/CaixasDeContas.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia } from '#web/ui/formatos.ts'
import { FormSelect, FormTextField } from '#web/ui/formFields.tsx'
import { abrirContestacao, type Sugerida } from './contestacoes.api.ts'

interface Props {
  cliente: ClienteDetalhado
  sugerida: Sugerida
  aoFechar: () => void
}
interface Valores {
  motivo: MotivoDaContestacao
  texto: string
}

const MOTIVOS = MOTIVOS_DA_CONTESTACAO.map((valor) => ({ valor, rotulo: ROTULOS_DO_MOTIVO[valor] }))

/** What the customer says is not owed, or not so: its accounts are not billed until somebody answers. */
export function ContestacaoDialog({ cliente, sugerida, aoFechar }: Props) {
  const livres = cliente.contas.filter(contestavel)
  const [contas, setContas] = useState(() => {
    const pedidas = livres.filter(({ id }) => sugerida.contas?.includes(id))
    return (pedidas.length > 0 ? pedidas : livres).map(({ id }) => id)
  })
  const [arquivo, setArquivo] = useState<File | null>(null)
  const chave = useChave()
  return (
    <FormDialog<Valores>
      titulo={`Contestação de ${cliente.nome}`}
      acao="Abrir contestação"
      valores={{ motivo: sugerida.motivo ?? 'valor', texto: sugerida.texto ?? '' }}
      aoFechar={aoFechar}
      escolhido={arquivo !== null}
      aoSalvar={async ({ motivo, texto }) => {
        const nova = { contas, motivo, ...(texto && { texto }) }
        const umaSo = chave.para([cliente.id, nova, arquivo?.name, arquivo?.size])
        const { numero, prazo } = await abrirContestacao(cliente.id, nova, arquivo, umaSo)
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
            rotulo="Com que palavras"
            opcional
            linhas={3}
            maxLength={1000}
          />
          <CaixasDeContas
            titulo="De que contas"
            contas={livres}
            escolhidas={contas}
            aoMudar={setContas}
            semContas="Todas as contas em aberto já estão contestadas."
          />
          {livres.some(({ id, prometida_ate }) => prometida_ate && contas.includes(id)) && (
            <p className="cinza">A promessa de pagamento destas contas é cancelada.</p>
          )}
          <FileField
            rotulo="Comprovante ou foto"
            opcional
            ajuda="JPEG, PNG ou PDF, até 10 MB."
            aceita={TIPOS_DE_ARQUIVO}
            arquivo={arquivo}
            aoMudar={setArquivo}
          />
        </>
      )}
    </FormDialog>
  )
}
