import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { opcoesDoCliente } from './conexao.ts'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/** The database cannot be used by this version of the program; the sentence says what to do. */
export class BancoIncompativel extends FalhaAoIniciar {}

interface Migracao {
  numero: number
  nome: string
  sql: string
  impressao: string
}

const PASTA = join(import.meta.dirname, 'migrations')
const VERSAO_MINIMA = 15
/** Any constant does, as long as no other lock of ours has it. */
const TRAVA_MIGRACAO = 7_302_110_001

/**
 * Brings the database to the code's schema: forward only, each file in its own transaction, one node at a time.
 * Gives the names of what was applied now.
 */
export async function migrar(url: string, pasta = PASTA): Promise<string[]> {
  const cliente = new pg.Client(opcoesDoCliente(url))
  cliente.on('error', () => {}) // the query in course rejects with the same error
  await cliente.connect()
  try {
    await exigirVersao(cliente)
    await cliente.query('select pg_advisory_lock($1)', [TRAVA_MIGRACAO])
    return await aplicarPendentes(cliente, await lerMigracoes(pasta))
  } finally {
    await cliente.end() // ends the session, and the lock with it
  }
}

/** The names of the migrations the code knows, in order. */
export const migracoesDoCodigo = async (): Promise<string[]> => (await lerMigracoes(PASTA)).map(({ nome }) => nome)

async function exigirVersao(cliente: pg.Client) {
  const { rows } = await cliente.query<{ server_version: string }>('show server_version')
  const versao = rows[0]?.server_version ?? '0'
  if (Number.parseInt(versao, 10) < VERSAO_MINIMA) {
    throw new BancoIncompativel(
      `O PostgreSQL em DATABASE_URL é da versão ${versao}; é preciso a ${VERSAO_MINIMA} ou mais nova. Atualize o servidor ou aponte DATABASE_URL para outro.`,
    )
  }
}

async function aplicarPendentes(cliente: pg.Client, migracoes: Migracao[]): Promise<string[]> {
  await cliente.query(`create table if not exists migracao (
    numero int primary key, nome text not null, impressao text not null, aplicada_em timestamptz not null default now())`)
  const { rows: aplicadas } = await cliente.query<Omit<Migracao, 'sql'>>(
    'select numero, nome, impressao from migracao order by numero',
  )
  conferirAplicadas(aplicadas, migracoes)
  const feitas = new Set(aplicadas.map((aplicada) => aplicada.numero))
  const pendentes = migracoes.filter((migracao) => !feitas.has(migracao.numero))
  for (const migracao of pendentes) await aplicar(cliente, migracao)
  return pendentes.map((migracao) => migracao.nome)
}

/** What is applied is history: it must be known to the code, and be the same text that was applied. */
function conferirAplicadas(aplicadas: Omit<Migracao, 'sql'>[], migracoes: Migracao[]) {
  const conhecidas = new Map(migracoes.map((migracao) => [migracao.numero, migracao]))
  for (const aplicada of aplicadas) {
    const nossa = conhecidas.get(aplicada.numero)
    if (!nossa) {
      throw new BancoIncompativel(
        `O banco de dados está em uma versão mais nova (${aplicada.nome}) do que este programa conhece. Atualize o programa; nada foi alterado.`,
      )
    }
    if (nossa.impressao !== aplicada.impressao) {
      throw new BancoIncompativel(
        `A migração ${aplicada.nome} foi alterada depois de aplicada neste banco de dados. Use a versão do programa que o criou, ou comece com um DATA_DIR vazio; nada foi alterado.`,
      )
    }
  }
}

async function aplicar(cliente: pg.Client, { numero, nome, sql, impressao }: Migracao) {
  await cliente.query('begin')
  try {
    await cliente.query(sql)
    await cliente.query('insert into migracao (numero, nome, impressao) values ($1, $2, $3)', [numero, nome, impressao])
    await cliente.query('commit')
  } catch (erro) {
    await cliente.query('rollback')
    throw new Error(`A migração ${nome} falhou e foi desfeita: ${erro instanceof Error ? erro.message : erro}`, {
      cause: erro,
    })
  }
}

async function lerMigracoes(pasta: string): Promise<Migracao[]> {
  const nomes = (await readdir(pasta)).filter((nome) => /^\d{3}-.+\.sql$/.test(nome)).sort()
  return Promise.all(
    nomes.map(async (nome) => {
      const sql = await readFile(join(pasta, nome), 'utf8')
      const impressao = createHash('sha256').update(sql).digest('hex')
      return { numero: Number.parseInt(nome, 10), nome, sql, impressao }
    }),
  )
}
