import { z } from 'zod'

const TIPOS_EVENTO = ['mensagem', 'mensagem_status', 'cliente', 'badges', 'mencao', 'movimento', 'acordo'] as const

/**
 * What `GET /api/eventos` says: that something changed, never the thing itself, which is read again by its own call.
 * `event:` carries `tipo`, `data:` this object.
 */
export const Evento = z.object({
  tipo: z.enum(TIPOS_EVENTO),
  /** The customer it is about; null when it is about no customer in particular. */
  cliente_id: z.int().nullable(),
  /** The customer's owner: an operator hears of their own and of nobody's (null). Of `mencao`: who was named; of `acordo`: whose it is. */
  operador_id: z.int().nullable(),
  /** Who had the customer until now, when it changed hands: they hear of it too. */
  operador_anterior_id: z.int().nullable().optional(),
  mensagem_id: z.int().optional(),
  /** Of `acordo`: what an administrator made of it, `ativa` or `recusada`, or `expirada` when nobody decided in time. */
  status: z.string().optional(),
})
export type Evento = z.infer<typeof Evento>
