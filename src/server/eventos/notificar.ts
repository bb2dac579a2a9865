import { sql } from 'kysely'
import type { Evento } from '#contract/eventos.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The channel on which every node hears what changed. */
export const CANAL_EVENTOS = 'eventos'

/**
 * Tells every node, when the transaction commits, what changed (nothing when it rolls back).
 * PostgreSQL lets one notifying transaction commit at a time: in bulk work, notify once for the batch.
 */
export async function notificar(trx: Trx | Db, ...eventos: Evento[]): Promise<void> {
  if (eventos.length === 0) return
  const textos = eventos.map((evento) => JSON.stringify(evento))
  await sql`select pg_notify(${CANAL_EVENTOS}, texto) from unnest(${textos}::text[]) as texto`.execute(trx)
}

/** Tells everybody's screens of a change that is no one customer's. */
export const notificarTodos = (trx: Trx | Db, tipo: Evento['tipo']): Promise<void> =>
  notificar(trx, { tipo, cliente_id: null, operador_id: null })
