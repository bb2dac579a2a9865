import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** How many of these customers (a query of their ids) were given a link to their page, or had somebody say whose their phone is. */
export async function clientesComPagina(trx: Trx, clientes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select cliente_id from link union select cliente_id from porta_da_pagina
      union select cliente_id from pessoa_do_telefone) as uso where cliente_id in (${clientes})`.execute(trx)
  return rows[0]!.total
}
