import { type CompiledQuery, sql } from 'kysely'
import type { Db, Trx } from './schema.ts'

/** From so many lines on, that a few came or went meanwhile is not seen; counting them again costs tens of milliseconds and more. */
const MUITAS = 5_000
const VALIDADE_MS = 10_000
const MAXIMO = 200

interface Guardada {
  ate: number
  contagem: Promise<{ total: number }>
}
const GUARDADAS = new WeakMap<Db | Trx, Map<string, Guardada>>()

/** How many rows the statistics say that a table holds, in a statement that counts some of them: what counting passes over. */
export const linhasDe = (tabela: 'promessa' | 'contestacao' | 'negociacao') =>
  sql<number>`(select greatest(reltuples, 0)::bigint from pg_class where oid = ${tabela}::regclass)`

/**
 * What `contar` counts by this statement; where they are many, or many are passed over to find them (`lidas`), it is counted at most
 * every ten seconds, and whoever asks meanwhile gets the same. Few are counted each time.
 */
export async function contarComFolga<T extends { total: number; lidas?: number }>(
  db: Db | Trx,
  { sql: texto, parameters }: CompiledQuery,
  contar: () => Promise<T>,
  agora = performance.now(),
): Promise<T> {
  const guardadas = GUARDADAS.get(db) ?? new Map<string, Guardada>()
  GUARDADAS.set(db, guardadas)
  const chave = JSON.stringify([texto, parameters])
  const guardada = guardadas.get(chave)
  if (guardada && agora < guardada.ate) return guardada.contagem as Promise<T>
  const contagem = contar()
  const contada = await contagem
  guardadas.delete(chave)
  if (Math.max(contada.total, contada.lidas ?? 0) <= MUITAS) return contada
  for (const [velha, { ate }] of guardadas) if (ate <= agora || guardadas.size >= MAXIMO) guardadas.delete(velha)
  guardadas.set(chave, { ate: agora + VALIDADE_MS, contagem })
  return contada
}
