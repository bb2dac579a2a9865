import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { cadaCampo } from './clientes.importacao.ts'

/**
 * Hashes of customers' current state, to detect changes: of everything that a person or the engine may change, for
 * those that an import created; of the contact alone, for those it only changed. `ids` is a query of them. Hashes are
 * kept: in another order of columns no import of before could be undone.
 */
export const retratosDeClientes = (ids: RawBuilder<unknown>, inteiro: boolean): RawBuilder<unknown> => {
  const resto = inteiro
    ? sql`, status, operador_id, numero_chamadas, motivo_pausa, pausado_ate, nao_lidas, aberto_centavos, contas_abertas, anonimizado_em`
    : sql``
  return sql`select id, md5(row(nome, documento, telefone, email, codigo_externo, uf, municipio${resto})::text) as retrato
    from cliente where id in (${ids})`
}

/** How many of these were anonymised (a query of their ids): that erased the hashes too, which no longer tell a change. */
export async function clientesAnonimizados(trx: Trx, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from cliente where id in (${ids}) and anonimizado_em is not null`.execute(trx)
  return rows[0]!.total
}

/** Locks the customers that an import is taken back from, in the order of all locks. `ids` is a query of them. */
export async function travarDesfeitos(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select count(*) from (select from cliente where id in (${ids}) order by id for no key update) c`.execute(
    trx,
  )
}

/** Gives back to customers what an import had changed in them. `itens` is a query of `id` and `antes`. */
export async function restaurarClientes(trx: Trx, itens: RawBuilder<unknown>, agora: Date): Promise<void> {
  await sql`
    update cliente c set ${cadaCampo((campo) => sql`${campo} = a.${campo}`)}, contato_id = a.contato_id, updated_at = ${agora}
    from (${itens}) i, jsonb_to_record(i.antes) as a(${cadaCampo((campo) => sql`${campo} text`)}, contato_id bigint)
    where c.id = i.id and i.antes is not null`.execute(trx)
}

/** Undoing an import completes no customer: one who owes nothing again was completed when the last account ended, or never. */
export async function devolverConclusao(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`
    update cliente c set concluido_em = (select max(k.updated_at) from conta k where k.cliente_id = c.id)
    where c.id = any(${ids}::bigint[]) and c.status = 'concluido'`.execute(trx)
}

/** Takes back customers that an undone import had made: they have neither accounts nor messages left. Tells how many. */
export async function apagarImportados(trx: Trx, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from cliente where id in (${ids})`.execute(trx)
  return Number(numAffectedRows)
}
