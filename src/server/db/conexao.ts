import { setTimeout as esperar } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { lerEnderecos } from './enderecos.ts'
import { type ClienteComFailover, clienteDo, criarFailover, SO_LEITURA } from './failover.ts'
import { lerPor } from './preparada.ts'
import type { Database, Db, Trx } from './schema.ts'
import { tiposPg } from './tipos-pg.ts'
import { criarVias } from './vias.ts'

export interface Banco {
  db: Db
  /** For what Kysely does not speak (COPY) and for sessions that hold something (advisory locks). */
  pool: pg.Pool
  fechar(): Promise<void>
}

export interface OpcoesBanco {
  conexoes?: number
  /** How long to wait for an answer. The server's own timeout comes first; this is for a server that vanished. */
  respostaMs?: number
  /** How long a search may take. */
  buscaMs?: number
  limites?: Limites
  /** Told of idle connections that were lost; the pool has already replaced them. */
  aoFalhar?: (erro: Error) => void
}

/** Limits of one session, in milliseconds; 0 is none. */
interface Limites {
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
}

const SEGUNDO_MS = 1_000
const LIMITES: Limites = {
  statement_timeout: 60 * SEGUNDO_MS,
  lock_timeout: 20 * SEGUNDO_MS,
  // A process that froze inside a transaction keeps its locks no longer than its place among the nodes.
  idle_in_transaction_session_timeout: 10 * SEGUNDO_MS,
}

/** The server lets go of a peer that vanished without a word in half a minute, not in two hours. */
const SINAIS_DE_VIDA = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '20s',
}

/**
 * Of a page from anywhere, against one read in order: these are disks without a moving head. With PostgreSQL's own 4, statements for
 * a few rows read a table of ten thousand from end to end.
 */
const CUSTOS = { random_page_cost: 1.1 }

/** Options of every connection, pooled or dedicated. */
const OPCOES = {
  types: tiposPg,
  application_name: 'cobranca',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SEGUNDO_MS,
  connectionTimeoutMillis: 10 * SEGUNDO_MS,
} satisfies pg.ClientConfig

/**
 * A dedicated connection with its session set up; the servers of `url` are tried in turn. Its loss shows in the running
 * query, in the next one, and in its events `error` and `end`.
 */
export async function conectar(url: string, limites: Limites = {}): Promise<pg.Client> {
  const { caminhos, exigeEscrita } = lerEnderecos(url)
  for (const [i, caminho] of caminhos.entries()) {
    const cliente = new pg.Client({ ...OPCOES, ...comPressa(caminhos), connectionString: caminho.url })
    cliente.on('error', () => undefined)
    try {
      await cliente.connect()
      await prepararSessao(cliente, limites, exigeEscrita)
      return cliente
    } catch (erro) {
      await cliente.end().catch(() => undefined)
      if (i === caminhos.length - 1 || !aindaNaoAtende(erro)) throw erro
    }
  }
  throw new Error('DATABASE_URL names no server')
}

/** With several servers, a connection attempt is given up soon, since another server may answer. */
const comPressa = (caminhos: readonly unknown[]) =>
  caminhos.length > 1 ? { connectionTimeoutMillis: 3 * SEGUNDO_MS } : {}

/** A Kysely transaction over the one that is open on a dedicated connection; whoever opened it ends it. */
export function transacaoDe(cliente: pg.Client): Trx {
  const emprestada = Object.assign(cliente, { release: () => undefined })
  const pool = { options: {}, connect: async () => emprestada, end: async () => undefined }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) as Trx
}

/** Settings are made in the session, not in the connection's startup: a pooler such as PgBouncer refuses them there. */
async function prepararSessao(cliente: pg.ClientBase, limites: Limites, exigeEscrita: boolean): Promise<void> {
  const ajustes = { timezone: 'UTC', datestyle: 'ISO', ...SINAIS_DE_VIDA, ...CUSTOS, ...limites }
  await cliente.query(
    Object.entries(ajustes)
      .map(([nome, valor]) => `set ${nome} = '${valor}'`)
      .join(';'),
  )
  if (!exigeEscrita) return
  const { rows } = await cliente.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'off') return
  Object.assign(cliente, { soLe: true })
  throw Object.assign(new Error('o servidor só aceita leituras'), { code: SO_LEITURA })
}

/** Searches have connections of their own, few and with a short timeout, so that a heavy one holds up no other work. */
const BUSCAS_AO_MESMO_TEMPO = 4
const PRAZO_DA_BUSCA_MS = 5 * SEGUNDO_MS

/** Pools that mend themselves: a lost connection is replaced, and a server that is coming back is waited for. */
export interface Pools {
  pool: pg.Pool
  buscas: pg.Pool
}

export function abrirPools(url: string, opcoes: OpcoesBanco): Pools {
  const { buscaMs = PRAZO_DA_BUSCA_MS, limites = LIMITES } = opcoes
  const dasBuscas = { ...opcoes, conexoes: BUSCAS_AO_MESMO_TEMPO }
  // Well before its time is over, so that a search behind somebody's lock is not taken for one that is slow itself.
  const esperaDaBusca = Math.min(limites.lock_timeout ?? 0, buscaMs / 2)
  return {
    pool: abrirPool(url, opcoes, limites),
    buscas: abrirPool(url, dasBuscas, { ...limites, statement_timeout: buscaMs, lock_timeout: esperaDaBusca }),
  }
}

export const abrirBanco = (url: string, opcoes: OpcoesBanco = {}): Banco => bancoSobre(abrirPools(url, opcoes))

export function bancoSobre({ pool, buscas }: Pools): Banco {
  const [db, dasBuscas] = [kyselySobre(pool), kyselySobre(buscas)]
  BUSCAS.set(db, dasBuscas)
  lerPor(
    db,
    criarVias(() => conectarOuEsperar(pool)),
  )
  return { db, pool, fechar: async () => void (await Promise.all([db.destroy(), dasBuscas.destroy()])) }
}

function kyselySobre(pool: pg.Pool): Db {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: comPaciencia(pool) }) })
  POOLS.set(db, pool)
  return db
}

const BUSCAS = new WeakMap<Db, Db>()

/** The same database for what people search for; inside a transaction, the transaction itself. */
export const paraBuscas = <D extends Db>(db: D): D | Db => BUSCAS.get(db) ?? db

function abrirPool(
  url: string,
  { conexoes = 20, respostaMs = 70 * SEGUNDO_MS, aoFalhar }: OpcoesBanco,
  limites: Limites,
): pg.Pool {
  const { caminhos, exigeEscrita } = lerEnderecos(url)
  const failover = criarFailover(caminhos)
  const pool = new pg.Pool({
    ...OPCOES,
    Client: clienteDo(failover, comPressa(caminhos)) as unknown as new () => pg.ClientBase,
    max: conexoes,
    idleTimeoutMillis: 60 * SEGUNDO_MS,
    query_timeout: respostaMs,
    onConnect: (cliente) => prepararSessao(cliente, limites, exigeEscrita),
  })
  // Without a listener the loss of a connection would end the process. The pool emits it for idle ones; for those in use
  // the query, or the next one, rejects with the same error.
  pool.on('error', (erro) => pool.ending || aoFalhar?.(erro))
  pool.on('connect', (conexao) => conexao.on('error', () => undefined))
  // After a failover the next connection goes to the server that now accepts writes.
  pool.on('release', (_, conexao) => void ((conexao as unknown as ClienteComFailover).soLe && conexao.end()))
  return pool
}

const POOLS = new WeakMap<Db, pg.Pool>()

/** The connections behind a `db` of `abrirBanco`, for code that must be able to discard one; it waits as the pool does. */
export function poolDe(db: Db): { connect(): Promise<pg.PoolClient>; maximo: number } {
  const pool = POOLS.get(db)
  if (!pool) throw new Error('este banco não foi aberto por abrirBanco')
  return { connect: () => conectarOuEsperar(pool), maximo: pool.options.max }
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
      if (!aindaNaoAtende(erro) || performance.now() > limite) throw aoConectar(erro)
      await esperar(INTERVALO_MS)
    }
  }
}

const RECUSAS = new WeakSet<Error>()

/**
 * The same code means something else in a statement, so refusals to connect are marked: 3D000 is a database being
 * restored.
 */
function aoConectar(erro: unknown): unknown {
  if (erro instanceof Error) RECUSAS.add(erro)
  return erro
}

/** Whether the database let nobody in: renamed or dropped for a restore, shut to connections, with another password. */
export const recusouConexao = (erro: Error): boolean => RECUSAS.has(erro)

/** Refused, reset, starting up or shutting down, full of connections, shut to writing, not found yet: it is expected back. */
const VOLTA_LOGO = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006', SO_LEITURA],
])

/** Messages of `pg` without a code: no connection or answer in time, a lost connection, or a pooler whose server is away. */
const SEM_CONEXAO =
  /^Query read timeout|^Client was closed|^timeout exceeded when trying to connect|^timeout expired|^Connection terminated|connection error and is not queryable|^server login has been failing|^query_wait_timeout|pgbouncer cannot connect/

export function aindaNaoAtende(erro: unknown): boolean {
  if (!(erro instanceof Error)) return false
  const { code = '', syscall } = erro as NodeJS.ErrnoException
  // For connections ENOENT is a Unix socket that does not exist yet; for other calls it is just a missing file.
  return VOLTA_LOGO.has(code) || (code === 'ENOENT' && syscall === 'connect') || SEM_CONEXAO.test(erro.message)
}
