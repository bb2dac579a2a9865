import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './schema.ts'

const { builtins } = pg.types
const paraInstante = (texto: string) => new Date(texto).toISOString()

/** bigint as number (ids and cents stay far below 2^53), date as `YYYY-MM-DD`, timestamptz as ISO text in UTC. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, formato?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return Number
    if (oid === builtins.DATE) return (texto: string) => texto
    if (oid === builtins.TIMESTAMPTZ) return paraInstante
    return pg.types.getTypeParser(oid, formato as 'text')
  }) as typeof pg.types.getTypeParser,
}

export interface Banco {
  db: Db
  pool: pg.Pool
  fechar(): Promise<void>
}

/**
 * Opens the pool. `aoFalhar` hears of idle connections that break: the pool replaces them by itself.
 * A statement that takes over a minute is given up, so that no request holds a connection for ever.
 */
export function abrirBanco(url: string, opcoes: { conexoes?: number; aoFalhar?: (erro: Error) => void } = {}): Banco {
  const pool = new pg.Pool({
    connectionString: url,
    max: opcoes.conexoes ?? 20,
    types,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    statement_timeout: 60_000,
    options: '-c timezone=UTC',
  })
  pool.on('error', (erro) => opcoes.aoFalhar?.(erro))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, fechar: () => db.destroy() }
}
