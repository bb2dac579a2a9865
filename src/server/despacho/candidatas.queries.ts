import { type RawBuilder, sql } from 'kysely'
import { DA_REGUA, SAINDO } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * One message per customer and claim: with a person's and the engine's together, two codes for the same accounts would
 * end each other. The other waits for the next claim; a person's stands first.
 */
export function umaDeCada<Uma extends Pick<Candidata, 'cliente_id'>>(candidatas: readonly Uma[]): Uma[] {
  const primeiras = new Map<number | null, Uma>()
  for (const uma of candidatas) if (!primeiras.has(uma.cliente_id)) primeiras.set(uma.cliente_id, uma)
  return [...primeiras.values()]
}

export interface Candidata {
  id: number
  cliente_id: number | null
  contato_id: number | null
}

/**
 * One message of a person at a time, so that they arrive in order, and the engine's after what was written before it, but for one
 * that waits for its hours, and an attachment that is not uploaded yet, with which a bill would end as its day does; nobody who is being written to right now.
 */
export async function lerCandidatas(db: Db, agora: Date, quantas: number): Promise<Candidata[]> {
  // Not correlated, so that the few phones being written to are hashed once, whatever the planner believes of them.
  const emVoo = sql`m.contato_id in (select v.contato_id from mensagem v where v.envio in ${lista(SAINDO)} and v.contato_id is not null)`
  const atrasDeOutra = (
    e: RawBuilder<unknown>,
  ) => sql`exists (select from mensagem a where a.contato_id = m.contato_id and a.id < m.id
    and a.envio = 'fila' and a.finalidade not in ${lista(DA_REGUA)} and coalesce(a.nao_antes_de, a.created_at) <= ${agora} ${e})`
  const atrasDeOutraInteira = atrasDeOutra(sql`and (a.midia is null or a.midia->>'id' is not null)`)
  const { rows: pessoas } = await sql<Candidata>`
    select m.id, m.cliente_id, m.contato_id from mensagem m
    where m.envio = 'fila' and m.finalidade not in ${lista(DA_REGUA)} and m.proxima_em <= ${agora} and not ${emVoo}
      and (m.midia is null or m.midia->>'id' is not null) and not ${atrasDeOutra(sql``)}
    order by m.proxima_em, m.id limit ${quantas}`.execute(db)
  if (pessoas.length >= quantas) return pessoas
  const { rows: regua } = await sql<Candidata>`
    select m.id, m.cliente_id, m.contato_id from mensagem m
    where m.envio = 'fila' and m.finalidade in ${lista(DA_REGUA)} and m.proxima_em <= ${agora} and not ${emVoo}
      and not ${atrasDeOutraInteira}
    order by m.proxima_em, m.id limit ${quantas - pessoas.length}`.execute(db)
  return [...pessoas, ...regua]
}
