import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** From so many customers on, a month's figures take a second of two processors. */
const MUITOS_CLIENTES = 50_000
/** As often as screens ask again by themselves. */
const VALIDADE_MS = 30_000

/** Of the time that figures took, at least so much lies between two makings of them; but they are never older than this. */
const VEZES_O_CUSTO = 20
const MAIS_VELHAS_MS = 300_000

/**
 * Figures of a whole company, made at most every half minute where that costs, and more seldom where it costs seconds, so that
 * whoever leaves a dashboard open takes a twentieth of a processor at most: whoever asks meanwhile gets the same. A
 * smaller company always sees this instant.
 */
export function criarCache(
  db: Db | Trx,
  validadeMs = VALIDADE_MS,
  muitos = MUITOS_CLIENTES,
  relogio = () => performance.now(),
) {
  const guardados = new Map<string, { ate: number; valor: Promise<unknown> }>()
  return async function emCache<T>(chave: string, fazer: () => Promise<T>): Promise<T> {
    const vale = () => relogio() < (guardados.get(chave)?.ate ?? 0)
    if (!vale() && (await contar(db, 'todos', STATUS_CLIENTE)).total < muitos) return fazer()
    // Kept before, or begun by somebody else while customers were counted.
    if (vale()) return guardados.get(chave)!.valor as Promise<T>
    const agora = relogio()
    for (const [velha, { ate }] of guardados) if (ate <= agora) guardados.delete(velha)
    const valor = fazer()
    // While they are being made nobody begins to make them again.
    const novo = { ate: Number.POSITIVE_INFINITY, valor }
    guardados.set(chave, novo)
    valor.then(
      () => {
        const custo = relogio() - agora
        novo.ate = agora + Math.max(validadeMs, Math.min(MAIS_VELHAS_MS, custo * VEZES_O_CUSTO))
      },
      () => guardados.delete(chave), // a failure is not kept
    )
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
