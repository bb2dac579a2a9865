import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { acordarConciliacao } from './registrar.actions.ts'

/** Locks the movements that a suggestion gives to these customers (a query of ids): before the customers, as everywhere. */
export const travarSugeridos = (trx: Trx, clientes: RawBuilder<unknown>) =>
  sql`select count(*) from (select from movimento where id in (
    select movimento_id from sugestao where cliente_id in (${clientes})) order by id for update) m`.execute(trx)

/**
 * Accounts of these customers went, and their parts of suggestions with them: what is left of those speaks of less money than came. They
 * are forgotten, and judged again at once.
 */
export async function rejulgarSugeridos(trx: Trx, clientes: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await sql`
    with deles as (
      update movimento set situacao = 'novo', a_julgar = true where situacao = 'sugerido' and id in (
        select movimento_id from sugestao where cliente_id in (${clientes})) returning id)
    delete from sugestao where movimento_id in (select id from deles)`.execute(trx)
  if (Number(numAffectedRows) > 0) await acordarConciliacao(trx)
}
