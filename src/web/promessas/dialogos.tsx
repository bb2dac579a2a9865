import type { ClienteDetalhado } from '#contract/ficha.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Sugerida } from './promessas.api.ts'

const PromessaDialog = onDemand(() => import('./PromessaDialog.tsx'), 'PromessaDialog')

export const prometer = (cliente: ClienteDetalhado, sugerida: Sugerida = {}) =>
  abrir((fechar) => <PromessaDialog cliente={cliente} sugerida={sugerida} aoFechar={() => fechar()} />)
