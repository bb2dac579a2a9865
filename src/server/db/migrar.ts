import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const PASTA = new URL('./migrations/', import.meta.url)
/** Any number, the same on every node: only one migrates at a time. */
const TRAVA = 8_140_001
const VERSAO_MINIMA = 150_000

/** Why the database cannot be used, in a sentence for the person who started the program. */
export class BancoIncompativel extends Error {}

/**
 * Brings the schema up to the code: forward only, each file in a transaction of its own, under a lock,
 * so that several nodes may start at once. Refuses a server older than 15 and a schema newer than the code.
 * Gives the names applied.
 */
export async function migrar(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await exigirVersao(client)
    await client.query('select pg_advisory_lock($1)', [TRAVA])
    return await aplicarPendentes(client)
  } finally {
    await client.end()
  }
}

/** The migrations the code knows, in order. */
export async function migracoesDoCodigo(): Promise<string[]> {
  return (await readdir(PASTA)).filter((nome) => nome.endsWith('.sql')).sort()
}

async function exigirVersao(client: pg.Client) {
  const { rows } = await client.query<{ versao: string }>("select current_setting('server_version_num') as versao")
  if (Number(rows[0]?.versao) < VERSAO_MINIMA) {
    throw new BancoIncompativel('O servidor PostgreSQL é antigo demais: use a versão 15 ou mais nova.')
  }
}

async function aplicarPendentes(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists migracao (nome text primary key, aplicada_em timestamptz not null default now())',
  )
  const { rows } = await client.query<{ nome: string }>('select nome from migracao')
  const aplicadas = new Set(rows.map((linha) => linha.nome))
  const conhecidas = await migracoesDoCodigo()
  const desconhecida = [...aplicadas].find((nome) => !conhecidas.includes(nome))
  if (desconhecida) {
    throw new BancoIncompativel(
      `O banco de dados é de uma versão mais nova deste programa (migração ${desconhecida}). Atualize o programa antes de iniciar.`,
    )
  }
  const pendentes = conhecidas.filter((nome) => !aplicadas.has(nome))
  for (const nome of pendentes) await aplicar(client, nome)
  return pendentes
}

async function aplicar(client: pg.Client, nome: string) {
  const sql = await readFile(new URL(nome, PASTA), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migracao (nome) values ($1)', [nome])
    await client.query('commit')
  } catch (erro) {
    await client.query('rollback')
    throw erro
  }
}
