import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema.ts'

/** Which of these customers have an agreement running. */
export async function comAcordoAtivo(db: Db | Trx, clienteIds: readonly number[]): Promise<Set<number>> {
  const linhas = await db
    .selectFrom('negociacao')
    .select('cliente_id')
    .where('cliente_id', '=', sql<number>`any(${clienteIds}::bigint[])`)
    .where('status', '=', 'ativa')
    .execute()
  return new Set(linhas.map((linha) => linha.cliente_id))
}

/** One agreement, locked by its customer's lock. */
export const acordoDe = (trx: Trx, id: number) =>
  trx.selectFrom('negociacao').selectAll().where('id', '=', id).executeTakeFirst()
