import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/**
 * The phones that a do-not-contact list keeps from being written to on a day, as rows of (contato_id): a list counts from thirty
 * days after it was registered, and not while the customer's own word keeps the conversation open.
 */
export const sqlBloqueados = (dia: Dia, agora: Date): RawBuilder<unknown> => sql`
  select distinct t.id as contato_id from bloqueio b join contato t on t.canonico = b.canonico
  where b.vale_de <= ${dia}::date and not coalesce(t.janela_ate > ${agora.toISOString()}::timestamptz, false)`

/** Has the customer `c` authorised the contact by the phone it now has? */
export const AUTORIZOU = sql<boolean>`exists (
  select from autorizacao x where x.cliente_id = c.id and x.contato_id = c.contato_id)`

/** Those of these customers to whom no template may be sent because of a list. */
export async function clientesBloqueados(
  db: Db | Trx,
  clientes: readonly number[],
  dia: Dia,
  agora: Date,
): Promise<Set<number>> {
  if (clientes.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select c.id from cliente c join contato t on t.id = c.contato_id
    where c.id = any(${[...clientes]}::bigint[]) and not ${AUTORIZOU}
      and not coalesce(t.janela_ate > ${agora.toISOString()}::timestamptz, false)
      and exists (select from bloqueio b where b.canonico = t.canonico and b.vale_de <= ${dia}::date)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many of these customers (a query of their ids) authorised the contact. */
export async function clientesComAutorizacao(trx: Trx, clientes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct cliente_id) as total from autorizacao where cliente_id in (${clientes})`.execute(trx)
  return rows[0]!.total
}
