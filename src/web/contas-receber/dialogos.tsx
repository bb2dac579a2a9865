import type { Conta } from '#contract/contas-receber.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const deConta = () => import('./ContaDialogs.tsx')
const PagamentoDialog = onDemand(() => import('./PagamentoDialog.tsx'), 'PagamentoDialog')
const PagamentoRepartidoDialog = onDemand(() => import('./PagamentoRepartidoDialog.tsx'), 'PagamentoRepartidoDialog')
const NovaContaDialog = onDemand(() => import('./NovaContaDialog.tsx'), 'NovaContaDialog')
const EditarContaDialog = onDemand(deConta, 'EditarContaDialog')
const CancelarContaDialog = onDemand(deConta, 'CancelarContaDialog')

/** A payment of one account, or one over several of a customer. */
export const pagar = (primeira: Conta, ...outras: Conta[]) =>
  abrir((fechar) =>
    outras.length === 0 ? (
      <PagamentoDialog conta={primeira} aoFechar={() => fechar()} />
    ) : (
      <PagamentoRepartidoDialog contas={[primeira, ...outras]} aoFechar={() => fechar()} />
    ),
  )
export const editarConta = (conta: Conta) =>
  abrir((fechar) => <EditarContaDialog conta={conta} aoFechar={() => fechar()} />)
export const cancelarConta = (conta: Conta) =>
  abrir((fechar) => <CancelarContaDialog conta={conta} aoFechar={() => fechar()} />)
/** Of a customer given, or chosen in the dialog. */
export const novaConta = (cliente?: { id: number; nome: string; documento: string | null }) =>
  abrir((fechar) => <NovaContaDialog {...(cliente && { cliente })} aoFechar={() => fechar()} />)
