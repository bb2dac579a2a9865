import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { contar } from '#server/clientes/contagem.queries.ts'
import type { Db } from '#server/db/schema.ts'

/** From so many customers on, a month's figures take a second of two processors. */
const MUITOS_CLIENTES = 50_000
/** As often as screens ask again by themselves. */
const VALIDADE_MS = 30_000

/**
 * Figures of a whole company, made at most every half minute where that costs: whoever asks meanwhile gets the same. A
 * smaller company always sees this instant.
 */
export function criarLembranca(db: Db, validadeMs = VALIDADE_MS, muitos = MUITOS_CLIENTES) {
  const lembradas = new Map<string, { ate: number; valor: Promise<unknown> }>()
  return async function lembrar<T>(chave: string, fazer: () => Promise<T>): Promise<T> {
    if ((await contar(db, 'todos', STATUS_CLIENTE)).total < muitos) return fazer()
    const agora = performance.now()
    const lembrada = lembradas.get(chave)
    if (lembrada && agora < lembrada.ate) return lembrada.valor as Promise<T>
    for (const [velha, { ate }] of lembradas) if (ate <= agora) lembradas.delete(velha)
    const valor = fazer()
    lembradas.set(chave, { ate: agora + validadeMs, valor })
    // What could not be made is asked for anew.
    valor.catch(() => lembradas.delete(chave))
    return valor
  }
}
