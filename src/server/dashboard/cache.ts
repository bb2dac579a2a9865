import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** From so many customers on, a month's figures take a second of two processors. */
const MUITOS_CLIENTES = 50_000
/** As often as screens ask again by themselves. */
const VALIDADE_MS = 30_000

/** Figures are kept for 20 times what computing them took, and at most 5 minutes. */
const VEZES_O_CUSTO = 20
const MAIS_VELHAS_MS = 300_000

/**
 * Figures of a whole company, shared and recomputed at most every half minute where that is costly, and less often
 * where it takes seconds, so that open dashboards use at most a twentieth of a processor. A small company's are always
 * current.
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
    // While it is being computed it does not expire, so nobody computes it twice.
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

/** A database's shared cache, for several slices. */
export function cacheDe(db: Db | Trx) {
  const cache = CACHES.get(db) ?? criarCache(db)
  CACHES.set(db, cache)
  return cache
}
