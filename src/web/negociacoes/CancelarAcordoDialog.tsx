import type { Negociacao } from '#contract/negociacoes.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { MotivoDialog } from '#web/ui/MotivoDialog.tsx'
import { cancelarAcordo } from './negociacoes.api.ts'

interface Props {
  acordo: Negociacao
  clienteId: number
  aoFechar: () => void
}

/** Brings the original accounts back; says so, and asks why. */
export const CancelarAcordoDialog = ({ acordo, clienteId, aoFechar }: Props) => (
  <MotivoDialog
    titulo={`Cancelar o acordo ${acordo.id}?`}
    acao="Cancelar acordo"
    aoFechar={aoFechar}
    aoConfirmar={async (motivo) => {
      await cancelarAcordo(clienteId, acordo.id, motivo)
      avisar(feito(acordo))
    }}
  >
    {ANTES_DE_VALER[acordo.status] ?? emVigor(acordo)}
  </MotivoDialog>
)

const emVigor = ({ valor_pago }: Negociacao) =>
  valor_pago > 0
    ? `As parcelas em aberto saem e as contas originais voltam. Os ${dinheiro(valor_pago)} já pagos abatem as mais antigas.`
    : 'As parcelas saem e as contas originais voltam a ser cobradas.'

function feito({ status, valor_pago }: Negociacao): string {
  if (status !== 'ativa') return 'Cancelado: as contas seguem como estavam.'
  const abatido = valor_pago > 0 ? `, com ${dinheiro(valor_pago)} já abatidos` : ''
  return `Acordo cancelado: as contas originais voltaram${abatido}.`
}

const ANTES_DE_VALER: Partial<Record<Negociacao['status'], string>> = {
  proposta: 'O código de pagamento do cliente deixa de valer, e as contas seguem como estão.',
  aguarda_aprovacao: 'O pedido de aprovação é retirado, e as contas seguem como estão.',
}
