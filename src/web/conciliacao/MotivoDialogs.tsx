import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { CampoMotivo, MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { aDecidir } from './decisao.ts'
import { useDecidirEAvisar } from './useDecidirEAvisar.ts'

interface Props {
  um: MovimentoDetalhado
  aoDecidir?: (() => void) | undefined
  aoFechar: () => void
}

const COMUNS = [
  'Transferência entre contas da empresa',
  'Venda à vista',
  'Empréstimo ou aporte',
  'Depósito de boletos já lançados',
]

const COMUNS_DA_DEVOLUCAO = ['Devolução de uma venda à vista', 'Pagamento que nunca esteve no sistema']

/** Money that came, or went back, and is no customer's payment: what came stays in the closing, under its own figure. */
export function IgnorarDialog({ um, aoDecidir, aoFechar }: Props) {
  const { decidirJa } = useDecidirEAvisar(um, aoDecidir)
  const devolucao = um.tipo === 'devolucao'
  return (
    <FormDialog
      titulo={`Ignorar ${dinheiro(aDecidir(um))}?`}
      acao="Ignorar"
      valores={{ motivo: um.sugestoes.find(({ acao }) => acao === 'ignorar')?.porque ?? '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ motivo }) => {
        await decidirJa({ como: 'ignorar', body: { motivo } })
        aoFechar()
      }}
    >
      {(form) => (
        <>
          <div className="cinza">
            {devolucao
              ? 'Não devolve pagamento de nenhum cliente: o crédito dela deixa de ser procurado. Fica na lista, com o motivo.'
              : 'Não é pagamento de nenhum cliente. Fica no fechamento, em “Ignorado”, com o motivo.'}
          </div>
          <CampoMotivo form={form} sugestoes={devolucao ? COMUNS_DA_DEVOLUCAO : COMUNS} />
        </>
      )}
    </FormDialog>
  )
}

/** Undoes the decision: what it paid is owed again. */
export function DesfazerDialog({ um, aoFechar }: Props) {
  const { decidirJa } = useDecidirEAvisar(um)
  return (
    <MotivoDialog
      titulo="Desfazer esta decisão?"
      acao="Desfazer"
      aoFechar={aoFechar}
      aoConfirmar={(motivo) => decidirJa({ como: 'desfazer', body: { motivo } })}
    >
      {um.aplicado > 0
        ? 'Os pagamentos feitos com este dinheiro são estornados, as contas voltam a ficar em aberto, e o movimento volta a não ter dono.'
        : um.sem_prova > 0
          ? 'O que foi dado por devolvido deixa de ser, e o movimento volta a não ter dono.'
          : 'O movimento volta a não ter dono.'}
    </MotivoDialog>
  )
}

/** A person says that the credit went back to the customer; the bank's confirmation comes later. */
export function DevolvidoDialog({ um, aoFechar }: Props) {
  const { decidirJa } = useDecidirEAvisar(um)
  return (
    <MotivoDialog
      titulo={`Dar por devolvidos ${dinheiro(um.credito)}?`}
      acao="Dar por devolvido"
      aoFechar={aoFechar}
      aoConfirmar={(motivo) => decidirJa({ como: 'devolvido', body: { motivo } })}
    >
      O sistema não transfere nada: faça antes a devolução no banco. Até o banco confirmar, ela aparece como devolvida,
      mas sem comprovação. Escreva como foi feita.
    </MotivoDialog>
  )
}
