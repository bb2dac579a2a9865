import type { ClienteDetalhado } from '#contract/clientes.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const PromessaDialog = onDemand(() => import('./PromessaDialog.tsx'), 'PromessaDialog')

/** What is already known of it: the accounts chosen, and what the customer wrote. */
export interface Sugerida {
  contas?: number[]
  ate?: string | null
  valor?: number | null
}

export const prometer = (cliente: ClienteDetalhado, sugerida: Sugerida = {}) =>
  abrir((fechar) => <PromessaDialog cliente={cliente} sugerida={sugerida} aoFechar={() => fechar()} />)
