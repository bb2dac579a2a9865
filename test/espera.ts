import { setTimeout as pausar } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** Long enough for a busy machine, but below a test's own timeout, so that the message says what never happened. */
export const PRAZO_MS = 500_000

/** No call of a PSP depends on how fast this machine answers, but where a test takes its time away. */
export const semPressa = () => ({ comPressa: PRAZO_MS, semPressa: PRAZO_MS })

/** Polls for something another process does; throws when it does not happen in time. */
export async function esperarAte(oQue: string, assim: () => boolean | Promise<boolean>, cadaMs = 20): Promise<void> {
  const limite = performance.now() + PRAZO_MS
  while (!(await assim())) {
    if (performance.now() > limite) throw new Error(`in ${PRAZO_MS / 1_000} s it did not come to be that ${oQue}`)
    await pausar(cadaMs)
  }
}

/** Waits until this many connections of the database wait for a lock. */
export const esperarNaTrava = (db: Db, quantas = 1): Promise<void> =>
  esperarAte(
    `${quantas} wait for a lock`,
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return (rows[0]?.n ?? 0) >= quantas
    },
    5,
  )

/**
 * What is asked for while a transaction holds what it has to wait for, and goes on only after the rest of that transaction; at once,
 * and so before it, what waits for nothing. `quantas`: of several asked for together.
 */
export async function enquantoEspera<T>(db: Db, { segurar, pedir, depois, quantas = 1 }: Espera<T>): Promise<T> {
  const { pedido } = await emTransacao(db, async (trx) => {
    await segurar(trx)
    const pedido = pedir()
    await Promise.race([pedido, esperarNaTrava(db, quantas)])
    await depois?.(trx)
    return { pedido }
  })
  return await pedido
}

interface Espera<T> {
  segurar: (trx: Trx) => Promise<unknown>
  pedir: () => Promise<T>
  depois?: (trx: Trx) => Promise<unknown>
  quantas?: number
}
