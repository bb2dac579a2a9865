import { setTimeout as esperar } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'
import { tiposPg } from './tipos-pg.ts'

export interface Banco {
  db: Db
  /** For what Kysely does not speak (COPY) and for sessions that hold something (advisory locks). */
  pool: pg.Pool
  fechar(): Promise<void>
}

export interface OpcoesBanco {
  conexoes?: number
  /** Told of idle connections that were lost; the pool has already replaced them. */
  aoFalhar?: (erro: Error) => void
}

const SEGUNDO_MS = 1_000

/** What every connection says of itself, the pool's and the dedicated ones: types, time zone, patience. */
export function opcoesDoCliente(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: tiposPg,
    application_name: 'cobranca',
    options: '-c timezone=UTC -c datestyle=ISO',
    keepAlive: true,
    connectionTimeoutMillis: 10 * SEGUNDO_MS,
  }
}

/** A pool that mends itself: a lost connection is replaced, and a server that is coming back is waited for. */
export function abrirBanco(url: string, { conexoes = 20, aoFalhar }: OpcoesBanco = {}): Banco {
  const pool = new pg.Pool({
    ...opcoesDoCliente(url),
    max: conexoes,
    idleTimeoutMillis: 60 * SEGUNDO_MS,
    statement_timeout: 60 * SEGUNDO_MS,
    lock_timeout: 20 * SEGUNDO_MS,
    idle_in_transaction_session_timeout: 60 * SEGUNDO_MS,
    // The server answers or its own timeout does; this one is for a peer that vanished without a word.
    query_timeout: 70 * SEGUNDO_MS,
  })
  // Without a listener, the loss of a connection would end the process: the pool hears of idle ones, nobody of those in
  // use, whose query, or the next one, rejects with the same error.
  let fechando = false
  pool.on('error', (erro) => fechando || aoFalhar?.(erro))
  pool.on('connect', (conexao) => conexao.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: comPaciencia(pool) }) })
  const fechar = () => {
    fechando = true
    return db.destroy()
  }
  return { db, pool, fechar }
}

/** While connecting nothing was sent yet, so trying again is always safe: a restart or a failover is waited out. */
function comPaciencia(pool: pg.Pool): PostgresPool {
  return { options: pool.options, connect: () => conectarOuEsperar(pool), end: () => pool.end() }
}

const PACIENCIA_MS = 8 * SEGUNDO_MS
const INTERVALO_MS = 250

async function conectarOuEsperar(pool: pg.Pool): Promise<pg.PoolClient> {
  const limite = performance.now() + PACIENCIA_MS
  for (;;) {
    try {
      return await pool.connect()
    } catch (erro) {
      if (!aindaNaoAtende(erro) || performance.now() > limite) throw erro
      await esperar(INTERVALO_MS)
    }
  }
}

/** Refused, reset, starting up or shutting down: the server is expected back. */
const VOLTA_LOGO = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P01', '57P02', '57P03', '53300'])

/** What `pg` says without a code: no connection was free in time, or the one in use was lost. */
const SEM_CONEXAO =
  /^timeout exceeded when trying to connect|^Connection terminated|connection error and is not queryable/

export function aindaNaoAtende(erro: unknown): boolean {
  return (
    erro instanceof Error &&
    (VOLTA_LOGO.has((erro as NodeJS.ErrnoException).code ?? '') || SEM_CONEXAO.test(erro.message))
  )
}
