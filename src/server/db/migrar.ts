import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as esperar } from 'node:timers/promises'
import type pg from 'pg'
import { conectar } from './conexao.ts'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/** The database cannot be used by this version of the program; the sentence says what to do. */
class BancoIncompativel extends FalhaAoIniciar {}

/** One file of the schema's history; `impressao`: SHA-256 of its text, in hexadecimal. */
interface Migracao {
  numero: number
  nome: string
  sql: string
  impressao: string
}

const PASTA = join(import.meta.dirname, 'migrations')
const VERSAO_MINIMA = 15
/** Any constant does, as long as no other lock of ours has it. */
export const TRAVA_MIGRACAO = 7_302_110_001

/**
 * How long a migration waits for a table's lock before it gives way. Queries that arrive meanwhile queue behind it, and
 * behind the locks it already has, for less than a second; an autovacuum is waited for.
 */
const ESPERAR_TRAVA_MS = 400
/** A node that froze while migrating loses its session, and with it the lock of whoever migrates. */
const SEM_DAR_SINAL_MS = 60_000
const PAUSA_MAIOR_MS = 3_000

export interface OpcoesMigrar {
  pasta?: string
  /** Told in a sentence, again and again, while something has to be waited for. */
  avisar?: (frase: string) => void
  /** How long to wait for a lock, and the first pause between tries, which doubles each time. */
  travaMs?: number
  pausaMs?: number
}

/**
 * Migrates the database to the code's schema: forward only, each file in its own transaction (except `SEM_TRANSACAO`), one node
 * at a time. It waits for a table in use for less than half a second at a time, so that nobody queues long behind the migration.
 * Returns the names of the migrations applied.
 */
export async function migrar(
  url: string,
  { pasta = PASTA, avisar, travaMs = ESPERAR_TRAVA_MS, pausaMs = 500 }: OpcoesMigrar = {},
): Promise<string[]> {
  const cliente = await conectar(url, {
    statement_timeout: 0,
    lock_timeout: travaMs,
    idle_in_transaction_session_timeout: SEM_DAR_SINAL_MS,
  })
  const insistir: Insistir = async (porque, tentar) => {
    for (let pausa = pausaMs; !(await tentar()); pausa = Math.min(PAUSA_MAIOR_MS, pausa * 2)) {
      avisar?.(`${porque} Tentando de novo.`)
      await esperar(pausa)
    }
  }
  try {
    await exigirVersao(cliente)
    await cliente.query(`set idle_session_timeout = ${SEM_DAR_SINAL_MS}`)
    await insistir('Outro processo está atualizando o banco de dados.', () => tomarTrava(cliente))
    return await aplicarPendentes(cliente, await lerMigracoes(pasta), insistir)
  } finally {
    await cliente.end() // ends the session, and the lock with it
  }
}

/** Tries until it is done, saying why it was not. */
type Insistir = (porque: string, tentar: () => Promise<boolean>) => Promise<void>

/**
 * The lock under which a database's schema changes, until this session ends: every start asks for it first, so that whoever
 * holds it (a restore, a move) has no node beginning meanwhile. Gives false when somebody else has it.
 */
export async function tomarTrava(cliente: pg.Client): Promise<boolean> {
  const { rows } = await cliente.query<{ tomada: boolean }>('select pg_try_advisory_lock($1) as tomada', [
    TRAVA_MIGRACAO,
  ])
  return rows[0]?.tomada === true
}

/** The numbers of the migrations the code knows, in order. */
export const migracoesDoCodigo = async (): Promise<number[]> =>
  (await nomesDasMigracoes(PASTA)).map((nome) => Number.parseInt(nome, 10))

type Aplicada = Pick<Migracao, 'numero' | 'nome' | 'impressao'>

/**
 * Creates in an empty schema, within the caller's transaction, exactly what these migrations had created in another
 * database. Throws `FalhaAoIniciar` when one of them is unknown to this program or differs.
 */
export async function criarEsquema(cliente: pg.Client, aplicadas: readonly Aplicada[]): Promise<void> {
  const migracoes = await lerMigracoes(PASTA)
  conferirAplicadas(aplicadas, migracoes)
  await criarHistoria(cliente)
  const quais = new Set(aplicadas.map(({ numero }) => numero))
  for (const migracao of migracoes.filter(({ numero }) => quais.has(numero))) await executar(cliente, migracao)
}

/** Throws, before anything is changed, when `criarEsquema` could not recreate these migrations, which `onde` has (“A cópia”). */
export const exigirConhecidas = async (aplicadas: readonly Aplicada[], onde: string): Promise<void> =>
  conferirAplicadas(aplicadas, await lerMigracoes(PASTA), onde)

/** Refuses a server older than this program speaks to. */
async function exigirVersao(cliente: pg.Client) {
  const { rows } = await cliente.query<{ server_version: string }>('show server_version')
  const versao = rows[0]?.server_version ?? '0'
  if (Number.parseInt(versao, 10) < VERSAO_MINIMA) {
    throw new BancoIncompativel(
      `O PostgreSQL em DATABASE_URL é da versão ${versao}; é preciso a ${VERSAO_MINIMA} ou mais nova. Atualize o servidor ou aponte DATABASE_URL para outro.`,
    )
  }
}

async function aplicarPendentes(cliente: pg.Client, migracoes: Migracao[], insistir: Insistir): Promise<string[]> {
  // Checked first: a role that is not the owner may not even run `create … if not exists`.
  const { rows } = await cliente.query<{ nossa: boolean }>(
    `select pg_has_role(relowner, 'member') as nossa from pg_class where oid = to_regclass('migracao')`,
  )
  if (rows.length === 0) await criarHistoria(cliente)
  const { rows: aplicadas } = await cliente.query<Aplicada>(
    'select numero, nome, impressao from migracao order by numero',
  )
  conferirAplicadas(aplicadas, migracoes)
  const feitas = new Set(aplicadas.map((aplicada) => aplicada.numero))
  const pendentes = migracoes.filter((migracao) => !feitas.has(migracao.numero))
  if (pendentes.length > 0 && rows[0]?.nossa === false) throw new BancoIncompativel(SEM_DIREITO)
  for (const migracao of pendentes) {
    const porque = `A atualização ${migracao.nome} do banco de dados espera por quem usa as mesmas tabelas.`
    await insistir(porque, () => aplicar(cliente, migracao))
  }
  return pendentes.map((migracao) => migracao.nome)
}

const criarHistoria = (cliente: pg.Client) =>
  cliente.query(`create table migracao (
    numero int primary key, nome text not null, impressao text not null, aplicada_em timestamptz not null default now())`)

/** What is applied is history: it must be known to the code, and be the same text that was applied. */
function conferirAplicadas(aplicadas: readonly Aplicada[], migracoes: Migracao[], onde = 'O banco de dados') {
  const conhecidas = new Map(migracoes.map((migracao) => [migracao.numero, migracao]))
  for (const aplicada of aplicadas) {
    const nossa = conhecidas.get(aplicada.numero)
    if (!nossa) {
      throw new BancoIncompativel(
        `${onde} está em uma versão mais nova (${aplicada.nome}) do que este programa conhece. Atualize o programa; nada foi alterado.`,
      )
    }
    if (nossa.impressao !== aplicada.impressao) {
      throw new BancoIncompativel(
        `A migração ${aplicada.nome} foi alterada depois de aplicada neste banco de dados. Use a versão do programa que o criou, ou comece com um DATA_DIR vazio; nada foi alterado.`,
      )
    }
  }
}

/** False when somebody else holds what it needs: it may be tried again, from its beginning. */
async function aplicar(cliente: pg.Client, migracao: Migracao): Promise<boolean> {
  const solta = migracao.sql.startsWith(SEM_TRANSACAO)
  if (!solta) await cliente.query('begin')
  try {
    await (solta ? executarSolta(cliente, migracao) : executar(cliente, migracao))
    if (!solta) await cliente.query('commit')
    return true
  } catch (erro) {
    if (!solta) await cliente.query('rollback')
    if (NA_TRAVA.has((erro as { code?: string }).code ?? '')) return false
    const fim = solta ? 'será refeita do começo' : 'foi desfeita'
    throw new Error(`A migração ${migracao.nome} falhou e ${fim}: ${erro instanceof Error ? erro.message : erro}`, {
      cause: erro,
    })
  }
}

/**
 * The first line of a migration of indexes over busy tables: its statements run outside a transaction, as `concurrently`
 * requires, and block no writer. After an interruption it starts again, so each index is dropped before it is created.
 */
const SEM_TRANSACAO = '-- sem transação'

async function executarSolta(cliente: pg.Client, migracao: Migracao): Promise<void> {
  // It waits for whoever began before it, and nobody waits for it.
  const { rows } = await cliente.query<{ lock_timeout: string }>('show lock_timeout')
  await cliente.query('set lock_timeout = 0')
  try {
    for (const comando of migracao.sql.split(/;$/m)) await cliente.query(comando)
    await registrar(cliente, migracao)
  } finally {
    await cliente.query(`set lock_timeout = '${rows[0]?.lock_timeout}'`)
  }
}

/** Within the caller's transaction, on a schema that nobody else uses. */
async function executar(cliente: pg.Client, migracao: Migracao): Promise<void> {
  const { sql } = migracao
  await cliente.query(sql.startsWith(SEM_TRANSACAO) ? sql.replaceAll(' concurrently', '') : sql)
  await registrar(cliente, migracao)
}

const registrar = (cliente: pg.Client, { numero, nome, impressao }: Migracao) =>
  cliente.query('insert into migracao (numero, nome, impressao) values ($1, $2, $3)', [numero, nome, impressao])

/** The lock did not come in time, or PostgreSQL chose between two who waited for each other. */
const NA_TRAVA = new Set(['55P03', '40P01'])

const SEM_DIREITO =
  'O banco de dados precisa ser atualizado, e o papel de DATABASE_URL não é dono das tabelas. Defina DATABASE_OWNER_URL com o endereço de quem é, e inicie de novo; nada foi alterado.'

const nomesDasMigracoes = async (pasta: string): Promise<string[]> =>
  (await readdir(pasta)).filter((nome) => /^\d{3}-.+\.sql$/.test(nome)).sort()

async function lerMigracoes(pasta: string): Promise<Migracao[]> {
  return Promise.all(
    (await nomesDasMigracoes(pasta)).map(async (nome) => {
      const sql = await readFile(join(pasta, nome), 'utf8')
      const impressao = createHash('sha256').update(sql).digest('hex')
      return { numero: Number.parseInt(nome, 10), nome, sql, impressao }
    }),
  )
}
