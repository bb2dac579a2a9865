import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const AutorizacoesDialog = onDemand(() => import('./AutorizacoesDialog.tsx'), 'AutorizacoesDialog')

/** Where an administrator sees, and writes down, what a customer authorised. */
export const abrirAutorizacoes = (cliente: { id: number; nome: string }) =>
  void abrir((fechar) => <AutorizacoesDialog cliente={cliente} aoFechar={() => fechar()} />)
