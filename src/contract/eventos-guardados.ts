import { z } from 'zod'

/** The state of another system's event; `sem_efeito`: it has no consequence. */
export const SITUACOES_EVENTO = ['de_lado', 'pendente', 'processado', 'sem_efeito'] as const
export const SituacaoEvento = z.enum(SITUACOES_EVENTO, {
  error: 'Informe de_lado, pendente, processado ou sem_efeito.',
})
