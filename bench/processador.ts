import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** The kernel counts time in hundredths of a second, whatever the machine. */
const TIQUES_POR_SEGUNDO = 100

/** Fields of the kernel's book of a process, from its state on; Linux only. */
// The name of a process may hold spaces; what follows its closing parenthesis does not.
const livroDe = (pid: number | 'self') => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

const somar = (campos: string[], deste: number) =>
  (Number(campos[deste]) + Number(campos[deste + 1])) / TIQUES_POR_SEGUNDO

/** Seconds of processor that this process has used. */
export const segundosDe = (pid: number | 'self'): number => somar(livroDe(pid), 11)

/** The same of PostgreSQL: its processes together, those that ended too, which are in its first one's book. */
export async function segundosDoBanco(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity order by pid = pg_backend_pid()`.execute(
    db,
  )
  const primeiro = Number(livroDe(rows.at(-1)!.pid)[1])
  return rows.reduce((soma, { pid }) => soma + seViver(pid), segundosDe(primeiro) + somar(livroDe(primeiro), 13))
}

/** One that ended since it was named is in the first one's book. */
function seViver(pid: number): number {
  try {
    return segundosDe(pid)
  } catch {
    return 0
  }
}
