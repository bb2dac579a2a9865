import type { RawBuilder } from 'kysely'
import type { OrigemDeEvento } from '#domain/entrada.ts'
import type { AssuntoDoLog, VerboDe } from '#domain/log.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import type { Servicos } from '#server/servicos.ts'

export type Evento = Linha<'evento_recebido'>
export type Meios = Pick<Servicos, 'db' | 'relogio' | 'log'>

/** A stored event of a webhook: one row each. Keys of any system but WhatsApp begin with its name (`pix:`). */
export interface EventoRecebido {
  /** The same thing told twice has the same key. */
  chave: string
  tipo: string
  /** Events with the same `ordem` are processed in sequence; null: in bulk, in any order. */
  ordem: string | null
  /** The sender's canonical phone and BSUID, to find the contact directly. */
  canonico?: string | null
  bsuid?: string | null
  /** When it happened, according to its sender. */
  metaEm: Date | null
  payload: unknown
  /** Why it is only kept, in a sentence: it is not about us, or is no private message. Null: it is to be processed. */
  semEfeito: string | null
}

/** Not ours to understand today: set aside at once with the reason, since trying again would say the same. */
export class NaoEntendido extends Error {}

/** A service that must be asked first does not answer: the event waits, and is never set aside for that. */
export class Indisponivel extends Error {}

type ComVerbos<V extends string> = { [A in AssuntoDoLog]: V extends VerboDe<A> ? A : never }[AssuntoDoLog]

/** An external system, and how its events are processed. `P`: the result of `preparar`. */
export interface Origem<P = unknown> {
  nome: OrigemDeEvento
  /** "do WhatsApp": whose event it is, in a sentence. */
  deQuem: string
  /** Of the log's entries. */
  assunto: ComVerbos<'separar_evento' | 'reprocessar_evento' | 'descartar_evento'>
  /** SQL for the `ordem` of an event without one that must be processed alone; by default its own key. */
  sozinho?: RawBuilder<string>
  /** Runs before the event's transaction: reads or asks what it needs. Throws `Indisponivel` to wait. */
  preparar(ordem: string): Promise<P>
  /**
   * An event told again while it waits is prepared again: what was told meanwhile may not be in the answer. Then `processar` may not
   * write to the event's own row.
   */
  deNovo?: true
  /**
   * What the event asks for, in the transaction that marks it done: both happen, or neither. Gives why it has no effect,
   * when it has none; throws `NaoEntendido` when trying again would say the same.
   */
  processar(trx: Trx, evento: Evento, agora: Date, preparado: P): Promise<string | null>
  /** Events without an order, many at once. Gives how many it saw. */
  soltos?(): Promise<number>
  /** The first events of these orders, in bulk; returns how many were processed, and the orders left to be processed one by one. */
  emLote?(ordens: string[]): Promise<{ feitos: number; restam: string[] }>
}

/** The channel that wakes the processing of this system's events. */
export const canalDaEntrada = (nome: OrigemDeEvento): string => (nome === 'whatsapp' ? 'entrada' : `entrada_${nome}`)
