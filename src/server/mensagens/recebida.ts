import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import type { RespostaDaPergunta } from '#domain/pessoa.ts'
import type { Contato, Remetente } from './remetente.actions.ts'

/** One inbound message, and who says to have written it. */
export interface Chegada extends Remetente {
  mensagem: MensagemRecebida
  /** Meta's id of our number that it was sent to; unknown when it was reprocessed. */
  numero?: string | null
}

/** The result of one inbound message, under the locks of everyone concerned. */
export interface Recebida {
  id: number
  chegada: Chegada
  contato: Contato
  /** Whose conversation it belongs to; null when the number is of no customer. */
  clienteId: number | null
  /** Everyone on that phone. */
  clientes: number[]
  em: Date
  /** A tap on our question whose the phone is; null: it is none. */
  toque: Toque | null
}

export interface Toque {
  resposta: RespostaDaPergunta
  /** The customer whom the question was about, if the phone is still theirs; null: nothing changes. */
  clienteId: number | null
}
