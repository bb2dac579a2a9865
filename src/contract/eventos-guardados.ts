import { z } from 'zod'

/** What became of a thing that another system told us of; `sem_efeito`: nothing follows from it. */
export const SITUACOES_EVENTO = ['de_lado', 'pendente', 'processado', 'sem_efeito'] as const
export const SituacaoEvento = z.enum(SITUACOES_EVENTO, {
  error: 'Informe de_lado, pendente, processado ou sem_efeito.',
})
