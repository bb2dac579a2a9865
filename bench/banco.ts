import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { abrirServidor } from '../test/postgres.ts'

/** What the program's sessions set for their plans (conexao.ts), for connections that are not the program's. */
export const COMO_O_PROGRAMA = '-c random_page_cost=1.1'

/**
 * Its own PostgreSQL with the migrated schema, deleted by `fechar`. `duravel`: a commit waits for the disk, as in production.
 */
export async function bancoDeMedida({ duravel = false } = {}): Promise<{ url: string; fechar(): Promise<void> }> {
  const { url: servidor, parar } = await abrirServidor(duravel ? [] : undefined)
  const nome = `b_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: `${servidor}/postgres` })
  await client.connect()
  await client.query(`create database ${nome} template modelo`)
  await client.end()
  return { url: `${servidor}/${nome}`, fechar: parar }
}

/** How long something took, in milliseconds, and its result. */
export async function medir<T>(fazer: () => Promise<T>): Promise<{ ms: number; valor: T }> {
  const inicio = performance.now()
  const valor = await fazer()
  return { ms: Math.round(performance.now() - inicio), valor }
}
