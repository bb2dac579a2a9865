import { setTimeout as pausar } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

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
