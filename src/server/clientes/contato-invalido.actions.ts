import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { moverParaFila } from './automaticas.actions.ts'

/**
 * This phone cannot be on WhatsApp: whoever still has it, and is with the engine, waits for a person. A new phone, or
 * a message from this one, clears it; so does a message that arrives after `desde`, since when it is known. Locks the customers of
 * the phone, then the phone.
 */
export async function invalidarContato(trx: Trx, contatoId: number, desde: Date, agora: Date): Promise<void> {
  const clientes = await trx
    .selectFrom('cliente')
    .select('id')
    .where('contato_id', '=', contatoId)
    .orderBy('id')
    .forNoKeyUpdate() // in one statement: who has another phone once the lock is ours is not one of them
    .execute()
  const ids = clientes.map(({ id }) => id)
  await marcarInvalido(trx, contatoId, desde)
  await moverParaFila(trx, ids, 'contato_invalido', agora)
}

/** The latest bad news counts, in whatever order they are told. The contact is locked. */
export async function marcarInvalido(trx: Trx, contatoId: number, desde: Date): Promise<void> {
  await sql`update contato set invalido_em = greatest(invalido_em, ${desde}) where id = ${contatoId}`.execute(trx)
}
