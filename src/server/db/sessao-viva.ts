import { type Kysely, sql } from 'kysely'
import type { Database, Trx } from './schema.ts'

/** In milliseconds, the one well below the other. */
interface Prazos {
  heartbeat: number
  /** PostgreSQL ends a session that says nothing for so long, and its locks with it. */
  silencio: number
}

const PRAZOS: Prazos = { heartbeat: 2_500, silencio: 10_000 }

/**
 * For work that holds session locks: they are kept while this process lives and works, even if `fn` sends nothing to
 * the database, and released when it ends, or soon after it freezes or vanishes. `conexao` is one session, from `db.connection()`; once
 * it is ended every further statement rejects. Within a transaction, the transaction's own limit applies.
 */
export async function comSessaoViva<T>(
  conexao: Kysely<Database>,
  fn: () => Promise<T>,
  { heartbeat, silencio }: Prazos = PRAZOS,
): Promise<T> {
  await sql`select set_config('idle_session_timeout', ${`${silencio}ms`}, false)`.execute(conexao)
  try {
    return await perguntando(conexao, fn, heartbeat)
  } finally {
    await esvaziar(conexao)
  }
}

/** The connection goes back to the others without a lock or a limit; where it cannot be told so, its session ends with both. */
async function esvaziar(conexao: Kysely<Database>) {
  try {
    await sql`select pg_advisory_unlock_all(), set_config('idle_session_timeout', '0', false)`.execute(conexao)
  } catch {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(conexao).catch(() => undefined) // its own end is its answer
  }
}

/** A transaction whose work is done by others meanwhile: it is not ended as idle for as long as this process lives. */
export const comTransacaoViva = <T>(trx: Trx, fn: () => Promise<T>, heartbeat = PRAZOS.heartbeat): Promise<T> =>
  perguntando(trx, fn, heartbeat)

async function perguntando<T>(conexao: Kysely<Database>, fn: () => Promise<T>, heartbeat: number): Promise<T> {
  let pergunta: Promise<unknown> | undefined
  const relogio = setInterval(() => {
    if (pergunta) return // it waits for a statement, or a transaction, that is still in course
    pergunta = sql`select 1`
      .execute(conexao)
      .catch(() => undefined) // a lost session is found out by whoever uses it
      .finally(() => {
        pergunta = undefined
      })
  }, heartbeat)
  try {
    return await fn()
  } finally {
    clearInterval(relogio)
  }
}
