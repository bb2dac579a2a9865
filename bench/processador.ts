import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** The kernel counts time in hundredths of a second, whatever the machine. */
const TIQUES_POR_SEGUNDO = 100

/** Seconds of processor that this process has used, from the kernel's books; Linux only. */
export function segundosDe(pid: number | 'self'): number {
  // The name of a process may hold spaces; what follows its closing parenthesis does not.
  const campos = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(campos[11]) + Number(campos[12])) / TIQUES_POR_SEGUNDO
}

/** The same of PostgreSQL, its processes together. */
export async function segundosDoBanco(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  return rows.reduce((soma, { pid }) => soma + segundosDe(pid), 0)
}
