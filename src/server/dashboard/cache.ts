import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** From so many customers on, a month's figures take a second of two processors. */
const MUITOS_CLIENTES = 50_000
/** As often as screens ask again by themselves. */
const VALIDADE_MS = 30_000

/**
 * Figures of a whole company, made at most every half minute where that costs: whoever asks meanwhile gets the same. A
 * smaller company always sees this instant.
 */
export function criarCache(db: Db | Trx, validadeMs = VALIDADE_MS, muitos = MUITOS_CLIENTES) {
  const guardados = new Map<string, { ate: number; valor: Promise<unknown> }>()
  return async function emCache<T>(chave: string, fazer: () => Promise<T>): Promise<T> {
    if ((await contar(db, 'todos', STATUS_CLIENTE)).total < muitos) return fazer()
    const agora = performance.now()
    const guardado = guardados.get(chave)
    if (guardado && agora < guardado.ate) return guardado.valor as Promise<T>
    for (const [velha, { ate }] of guardados) if (ate <= agora) guardados.delete(velha)
    const valor = fazer()
    guardados.set(chave, { ate: agora + validadeMs, valor })
    // A failure is not kept.
    valor.catch(() => guardados.delete(chave))
    return valor
  }
}

const CACHES = new WeakMap<Db | Trx, ReturnType<typeof criarCache>>()

/** The one of a database, for what several slices show of it. */
export function cacheDe(db: Db | Trx) {
  const cache = CACHES.get(db) ?? criarCache(db)
  CACHES.set(db, cache)
  return cache
}
