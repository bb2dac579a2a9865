import { sql } from 'kysely'
import type { Linha, Trx } from '#server/db/schema.ts'
import { juntar } from './juntar-contatos.actions.ts'
import type { Remetente } from './remetente.actions.ts'

/** Beside a phone, the id told to a former number of ours is not believed: it may be another portfolio's. */
export async function semIdsDeOutrora<T extends Remetente & { numero?: string | null }>(
  trx: Trx,
  chegadas: readonly T[],
): Promise<readonly T[]> {
  if (!chegadas.some(({ telefone, bsuid, numero }) => telefone && bsuid && numero)) return chegadas
  const { numeros_anteriores } = await trx
    .selectFrom('configuracao')
    .select('numeros_anteriores')
    .executeTakeFirstOrThrow()
  return chegadas.map((uma) =>
    uma.telefone && numeros_anteriores.includes(uma.numero ?? '') ? { ...uma, bsuid: null } : uma,
  )
}

/**
 * The same person may be writing by phone and by BSUID at once: one transaction waits here for the other, and finds the
 * contact that it linked. Called before any customer is looked up.
 */
export async function travarBsuids(trx: Trx, remetentes: readonly Remetente[]): Promise<void> {
  const bsuids = [...new Set(remetentes.flatMap(({ bsuid }) => bsuid ?? []))].sort()
  if (bsuids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended('bsuid:' || b, 0)) from unnest(${bsuids}::text[]) as b`.execute(
    trx,
  )
}

/**
 * Meta told whose these phones are: each that had no BSUID has this one, unless another contact has it. Gives those of people who
 * wrote as strangers, to be merged with `ligarBsuid`. `numero`: the number of ours that it was told of; what is told of a former one
 * may be another portfolio's. The caller has locked the BSUIDs and the contacts.
 */
export async function aprenderBsuids(
  trx: Trx,
  ditos: readonly { contatoId: number; bsuid: string; numero: string | null }[],
): Promise<Set<string>> {
  if (ditos.length === 0) return new Set()
  const n = sql`(select d."contatoId", d.bsuid
    from jsonb_to_recordset(${JSON.stringify(ditos)}::jsonb) as d("contatoId" bigint, bsuid text, numero text), configuracao c
    where d.numero is null or d.numero <> all(c.numeros_anteriores)) as n`
  await sql`
    update contato t set bsuid = n.bsuid from (select distinct on (bsuid) * from ${n} order by bsuid, "contatoId") n
    where t.id = n."contatoId" and t.bsuid is null and t.canonico is not null
      and not exists (select from contato o where o.bsuid = n.bsuid)`.execute(trx)
  const { rows } = await sql<{ bsuid: string }>`
    select o.bsuid from contato o join ${n} on n.bsuid = o.bsuid where o.canonico is null`.execute(trx)
  return new Set(rows.map(({ bsuid }) => bsuid))
}

/**
 * This phone's owner has this BSUID now. Somebody who wrote under it as a stranger is merged into the phone; another phone that
 * has it keeps it. Returns whether a stranger was merged. The caller has locked the BSUID, and the customers and contact of the phone.
 */
export async function ligarBsuid(trx: Trx, contatoId: number, bsuid: string): Promise<boolean> {
  const { rows } = await sql<Linha<'contato'>>`
    select * from contato where id = ${contatoId} or bsuid = ${bsuid} order by id for no key update`.execute(trx)
  const [dele, outro] = [rows.find(({ id }) => id === contatoId), rows.find((um) => um.bsuid === bsuid)]
  if (!dele || dele === outro || (outro && outro.canonico !== null)) return false
  if (outro) await juntar(trx, dele, outro)
  await trx.updateTable('contato').set({ bsuid }).where('id', '=', contatoId).execute()
  return outro !== undefined
}
