import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './schema.ts'

/** Ids per row of the answer: decoding this many takes the event loop a millisecond. */
const IDS_POR_VEZ = 50_000
const BYTES = 8

/**
 * All ids of a query, in its order: eight bytes each instead of a row's hundred, so that millions do not block the
 * event loop. `consulta`: rows of (id).
 */
export async function idsEmOrdem(db: Db | Trx, consulta: RawBuilder<unknown>): Promise<Float64Array> {
  const porVez = sql.lit(IDS_POR_VEZ * BYTES)
  const { rows } = await sql<{ total: number; parte: number; ids: Buffer }>`
    select length(todos) / ${sql.lit(BYTES)} as total, parte, substr(todos, parte * ${porVez} + 1, ${porVez}) as ids
    from (select string_agg(int8send(id), ''::bytea) as todos from (${consulta}) as lista) as juntos,
      generate_series(0, (length(todos) - 1) / ${porVez}) as parte`.execute(db)
  const todos = new Float64Array(rows[0]?.total ?? 0)
  for (const { parte, ids } of rows) {
    for (let i = 0; i < ids.length; i += BYTES)
      todos[parte * IDS_POR_VEZ + i / BYTES] = ids.readInt32BE(i) * 2 ** 32 + ids.readUInt32BE(i + 4)
  }
  return todos
}

/** At most `quantos` ids from a position on. */
export const trechoDeIds = (ids: Float64Array, de: number, quantos: number): number[] =>
  Array.from(ids.subarray(de, de + quantos))

/** An order is kept for 20 times what reading it took, between 10 seconds and 5 minutes. */
const VEZES_O_CUSTO = 20
const MAIS_NOVA_MS = 10_000
const MAIS_VELHA_MS = 300_000
/** 40 MB, of all lists together. */
const MAXIMO_DE_IDS = 5_000_000

interface Guardada {
  ate: number
  ids: Promise<Float64Array>
  quantos: number
}
const GUARDADAS = new WeakMap<Db | Trx, Map<string, Guardada>>()

/**
 * As `idsEmOrdem`, memoised for a while: finding a page deep in a long list costs as much as reading all that precedes
 * it, so the order is read once for everybody who asks meanwhile. Rows added or removed since are not reflected.
 */
export async function idsGuardados(
  db: Db | Trx,
  consulta: RawBuilder<unknown>,
  relogio = () => performance.now(),
): Promise<Float64Array> {
  const guardadas = GUARDADAS.get(db) ?? new Map<string, Guardada>()
  GUARDADAS.set(db, guardadas)
  const { sql: texto, parameters } = consulta.compile(db)
  const chave = JSON.stringify([texto, parameters])
  const agora = relogio()
  const guardada = guardadas.get(chave)
  if (guardada && agora < guardada.ate) return guardada.ids
  const ids = idsEmOrdem(db, consulta)
  // While it is being read nobody begins to read it again.
  const nova: Guardada = { ate: Number.POSITIVE_INFINITY, ids, quantos: 0 }
  guardadas.delete(chave)
  guardadas.set(chave, nova)
  try {
    nova.quantos = (await ids).length
    const custo = relogio() - agora
    nova.ate = agora + custo + Math.max(MAIS_NOVA_MS, Math.min(MAIS_VELHA_MS, custo * VEZES_O_CUSTO))
    esquecer(guardadas, agora)
  } catch (erro) {
    guardadas.delete(chave)
    throw erro
  }
  return ids
}

/** Drops expired orders, then the oldest until the rest fits; never the newest. */
function esquecer(guardadas: Map<string, Guardada>, agora: number) {
  for (const [chave, { ate }] of guardadas) if (ate <= agora) guardadas.delete(chave)
  let total = [...guardadas.values()].reduce((soma, { quantos }) => soma + quantos, 0)
  for (const [chave, { quantos }] of [...guardadas].slice(0, -1)) {
    if (total <= MAXIMO_DE_IDS) return
    guardadas.delete(chave)
    total -= quantos
  }
}
