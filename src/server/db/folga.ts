import { type CompiledQuery, sql } from 'kysely'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import type { Db, Trx } from './schema.ts'

/** Above this a slightly old count is fine, and a new one costs some milliseconds or more. */
const MUITAS = MAIS_ACHADOS_DA_BUSCA
const VALIDADE_MS = 10_000
const MAXIMO = 200

interface Guardada {
  ate: number
  contagem: Promise<{ total: number }>
}
const GUARDADAS = new WeakMap<Db | Trx, Map<string, Guardada>>()

/** A table's estimated rows, to be selected along with a count: how many rows counting reads (`lidas`). */
export const linhasDe = (tabela: 'promessa' | 'contestacao' | 'negociacao') =>
  sql<number>`(select greatest(reltuples, 0)::bigint from pg_class where oid = ${tabela}::regclass)`

/**
 * Counts with `contar`. A large count, or one that reads many rows (`lidas`), is kept for ten seconds and shared by
 * everybody who asks meanwhile; small ones are counted each time.
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
