import type { Negociacao } from '#contract/negociacoes.ts'
import { avisar } from '#web/ui/avisar.tsx'
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
      avisar(acordo.status === 'ativa' ? 'Acordo cancelado: as contas originais voltaram.' : 'Cancelado: nada mudou.')
    }}
  >
    {CONSEQUENCIA[acordo.status] ??
      'As parcelas em aberto saem e as contas originais voltam. O que já foi pago abate as mais antigas.'}
  </MotivoDialog>
)

const CONSEQUENCIA: Partial<Record<Negociacao['status'], string>> = {
  proposta: 'O código de pagamento do cliente deixa de valer, e as contas seguem como estão.',
  aguarda_aprovacao: 'O pedido de aprovação é retirado, e as contas seguem como estão.',
}
