import { setTimeout as pausar } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Of what hangs, on a machine that is busy with other things; a little less than a test's own. */
const PRAZO_MS = 100_000

/** What another process does cannot be awaited: it is looked at until it is so, and not for ever. */
export async function esperarAte(oQue: string, assim: () => boolean | Promise<boolean>, cadaMs = 20): Promise<void> {
  const limite = performance.now() + PRAZO_MS
  while (!(await assim())) {
    if (performance.now() > limite) throw new Error(`in ${PRAZO_MS / 1_000} s it did not come to be that ${oQue}`)
    await pausar(cadaMs)
  }
}

/** So many connections of this database stand before a lock that another holds: they are where the test wants them. */
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
