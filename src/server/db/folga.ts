import type { CompiledQuery } from 'kysely'
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

/**
 * What `contar` counts by this statement; where they are many it is counted at most every ten seconds, and whoever asks
 * meanwhile gets the same. Few are counted each time.
 */
export async function contarComFolga<T extends { total: number }>(
  db: Db | Trx,
  { sql, parameters }: CompiledQuery,
  contar: () => Promise<T>,
  agora = performance.now(),
): Promise<T> {
  const guardadas = GUARDADAS.get(db) ?? new Map<string, Guardada>()
  GUARDADAS.set(db, guardadas)
  const chave = JSON.stringify([sql, parameters])
  const guardada = guardadas.get(chave)
  if (guardada && agora < guardada.ate) return guardada.contagem as Promise<T>
  const contagem = contar()
  const contada = await contagem
  guardadas.delete(chave)
  if (contada.total <= MUITAS) return contada
  for (const [velha, { ate }] of guardadas) if (ate <= agora || guardadas.size >= MAXIMO) guardadas.delete(velha)
  guardadas.set(chave, { ate: agora + VALIDADE_MS, contagem })
  return contada
}
