import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import type { Contato, Remetente } from './remetente.actions.ts'

/** One inbound message, and who says to have written it. */
export interface Chegada extends Remetente {
  mensagem: MensagemRecebida
  /** Meta's id of the number of ours it was written to; unknown of what was read again. */
  numero?: string | null
}

/** What came from one inbound message, under the locks of everyone it is about. */
export interface Recebida {
  id: number
  chegada: Chegada
  contato: Contato
  /** Whose conversation it belongs to; null when the number is of no customer. */
  clienteId: number | null
  /** Everyone on that phone. */
  clientes: number[]
  em: Date
}
