import type { Anotacao } from '#contract/anotacoes.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const AnotarDialog = onDemand(() => import('./AnotarDialog.tsx'), 'AnotarDialog')

/** A new note on a customer, or one of one's own written anew. */
export const anotar = (cliente: { id: number; nome: string }, anotacao?: Anotacao) =>
  abrir((fechar) => <AnotarDialog cliente={cliente} {...(anotacao && { anotacao })} aoFechar={() => fechar()} />)
