import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** How many of these customers (a query of ids) have a bank movement, in any state. */
export async function clientesComMovimento(trx: Trx, clientes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct cliente_id) as total from movimento where cliente_id in (${clientes})`.execute(trx)
  return rows[0]!.total
}
