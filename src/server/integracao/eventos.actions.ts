import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { Passado } from '#domain/erros.ts'
import { EVENTOS_POR_DIAS, EVENTOS_POR_VEZ, type EventoDeIntegracao } from '#domain/integracao.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

const NUMERADOS_POR_VEZ = 1_000

/**
 * Numbers committed events in the order in which they were written, and queues them for the webhooks that want them:
 * serialised over all nodes, so that no number is skipped. Events of one customer keep their order, because whoever
 * changes a customer locks its row. Events of open transactions are numbered later. Returns how many were numbered.
 */
export const numerarEventos = (db: Db, agora: Date): Promise<number> =>
  emTransacao(db, async (trx) => {
    // A separate statement, so that the next one sees what the previous holder of the lock numbered.
    await travarNumeracao(trx)
    const { rows } = await sql<{ quantos: number }>`
      with novos as (
        select id, row_number() over (order by id) as n from (
          select id from evento_de_integracao where ordem is null order by id limit ${NUMERADOS_POR_VEZ}) primeiros),
      numerados as (
        update evento_de_integracao e set ordem = (select ultima from ordem_dos_eventos) + n.n
        from novos n where e.id = n.id returning e.*),
      contados as (update ordem_dos_eventos set ultima = ultima + (select count(*) from novos) where exists (select from novos)),
      entregas as (
        insert into entrega (webhook_id, evento_id, tipo, cliente_id, dados, ocorrido_em, proxima_em, desde)
        select w.id, e.id, e.tipo, e.cliente_id, e.dados, e.created_at, ${agora}, ${agora}
        from numerados e join webhook w on w.removido_em is null and e.id > w.desde and e.tipo = any(w.eventos)
        order by e.ordem, w.id)
      select count(*)::int as quantos from novos`.execute(trx)
    return rows[0]!.quantos
  })

/** Until the end of the transaction nothing is numbered, and so nothing queued. */
export const travarNumeracao = (trx: Trx) => sql`select ultima from ordem_dos_eventos for update`.execute(trx)

interface Numerado {
  id: number
  tipo: EventoDeIntegracao
  cliente_id: number
  dados: Record<string, unknown>
  created_at: string
  ordem: number
}

/** What happened after a cursor, and the next cursor. 410 when something after it is no longer kept. */
export async function eventosDepois(db: Db, depois: string | undefined, agora: Date) {
  while ((await numerarEventos(db, agora)) === NUMERADOS_POR_VEZ);
  const { rows } = await sql<{ primeira: number | null; ultima: number }>`
    select (select min(ordem) from evento_de_integracao) as primeira, ultima from ordem_dos_eventos`.execute(db)
  const { primeira, ultima } = rows[0]!
  const desde = depois === undefined ? (primeira ?? ultima + 1) - 1 : Number(depois)
  if (desde > ultima || desde < (primeira ?? ultima + 1) - 1) {
    throw new Passado(
      `O que veio depois deste cursor não está mais guardado (são ${EVENTOS_POR_DIAS} dias). Leia os cadastros de novo e recomece sem cursor.`,
    )
  }
  const { rows: achados } = await sql<Numerado>`
    select id, tipo, cliente_id, dados, created_at, ordem from evento_de_integracao
    where ordem > ${desde} order by ordem limit ${EVENTOS_POR_VEZ}`.execute(db)
  const data = achados.map(({ ordem: _, ...evento }) => evento)
  return { data, cursor: String(achados.at(-1)?.ordem ?? desde) }
}

/** Deletes events too old to be read, the oldest first; those waiting for delivery stay. */
export async function esquecerEventos(db: Db, agora: Date): Promise<void> {
  const antes = new Date(agora.getTime() - EVENTOS_POR_DIAS * DIA_MS)
  // In numeric order, from the oldest: a reader either gets 410 because events are missing, or misses none.
  await sql`
    delete from evento_de_integracao where ordem < coalesce(
      (select min(ordem) from evento_de_integracao where created_at >= ${antes}), (select ultima + 1 from ordem_dos_eventos))`.execute(
    db,
  )
  await db
    .deleteFrom('entrega')
    .where('status', '<>', 'pendente')
    .where('ocorrido_em', '<', antes.toISOString())
    .execute()
}
