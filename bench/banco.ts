import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import iniciarServidor from '../test/postgres.ts'

/** A PostgreSQL of its own with the migrated schema, gone when `fechar` is called. */
export async function bancoDeMedida(): Promise<{ url: string; fechar(): Promise<void> }> {
  let servidor = ''
  const parar = await iniciarServidor({
    provide: (_nome: string, url: string) => {
      servidor = url
    },
  } as unknown as TestProject)
  const nome = `b_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: `${servidor}/postgres` })
  await client.connect()
  await client.query(`create database ${nome} template modelo`)
  await client.end()
  return {
    url: `${servidor}/${nome}`,
    fechar: async () => {
      await parar()
    },
  }
}

/** Milliseconds that something took, and what it gave. */
export async function medir<T>(fazer: () => Promise<T>): Promise<{ ms: number; valor: T }> {
  const inicio = performance.now()
  const valor = await fazer()
  return { ms: Math.round(performance.now() - inicio), valor }
}
