import type { Anotacao } from '#contract/anotacoes.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const AnotarDialog = onDemand(() => import('./AnotarDialog.tsx'), 'AnotarDialog')

/** Opens a new note on a customer, or one of one's own to edit. */
export const anotar = (cliente: { id: number; nome: string }, anotacao?: Anotacao) =>
  abrir((fechar) => <AnotarDialog cliente={cliente} {...(anotacao && { anotacao })} aoFechar={() => fechar()} />)
