import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** The kernel reports time in hundredths of a second on every machine. */
const TIQUES_POR_SEGUNDO = 100

/** Fields of /proc/<pid>/stat, from the state on; Linux only. */
// The name of a process may hold spaces; what follows its closing parenthesis does not.
const statDe = (pid: number | 'self') => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

const somar = (campos: string[], deste: number) =>
  (Number(campos[deste]) + Number(campos[deste + 1])) / TIQUES_POR_SEGUNDO

/** CPU seconds used by this process. */
export const segundosDe = (pid: number | 'self'): number => somar(statDe(pid), 11)

/** CPU seconds of all PostgreSQL processes; those that ended are counted in the postmaster. */
export async function segundosDoBanco(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity order by pid = pg_backend_pid()`.execute(
    db,
  )
  const primeiro = Number(statDe(rows.at(-1)!.pid)[1])
  return rows.reduce((soma, { pid }) => soma + seViver(pid), segundosDe(primeiro) + somar(statDe(primeiro), 13))
}

/** A process that ended meanwhile is counted in the postmaster. */
function seViver(pid: number): number {
  try {
    return segundosDe(pid)
  } catch {
    return 0
  }
}
