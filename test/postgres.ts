import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { binariosDoPostgres, usuarioDoPostgres } from '#server/db/binarios.ts'
import { migrar } from '#server/db/migrar.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL without a database; `modelo` is the migrated template on it. */
    postgres: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function ({ provide }: TestProject) {
  const dado = process.env.TEST_DATABASE_URL
  const servidor = dado ? { url: dado, parar: () => {} } : await iniciar()
  await prepararModelo(servidor.url)
  provide('postgres', servidor.url)
  return () => servidor.parar()
}

async function iniciar() {
  const { initdb, postgres } = await binariosDoPostgres()
  const usuario = usuarioDoPostgres()
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-testes-'))
  chmodSync(pasta, 0o700)
  if (usuario) chownSync(pasta, usuario.uid, usuario.gid)
  const dados = join(pasta, 'dados')
  execFileSync(initdb, ['-D', dados, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...usuario,
    cwd: pasta,
  })
  const porta = await portaLivre()
  const ajustes = {
    listen_addresses: '127.0.0.1',
    port: porta,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    unix_socket_directories: '',
  }
  const processo = spawn(
    postgres,
    ['-D', dados, ...Object.entries(ajustes).flatMap(([nome, valor]) => ['-c', `${nome}=${valor}`])],
    { ...usuario, cwd: pasta, stdio: 'ignore' },
  )
  const url = `postgres://postgres@127.0.0.1:${porta}`
  await esperarPronto(url)
  return { url, parar: () => parar(processo, pasta) }
}

const parar = (processo: ChildProcess, pasta: string) =>
  new Promise<void>((pronto) => {
    processo.once('exit', () => {
      rmSync(pasta, { recursive: true, force: true })
      pronto()
    })
    processo.kill('SIGINT')
  })

const portaLivre = () =>
  new Promise<number>((pronto) => {
    const servidor = createServer().listen(0, '127.0.0.1', () => {
      const endereco = servidor.address()
      servidor.close(() => pronto(typeof endereco === 'object' && endereco ? endereco.port : 0))
    })
  })

async function esperarPronto(url: string) {
  for (let tentativa = 0; ; tentativa += 1) {
    const client = new pg.Client({ connectionString: `${url}/postgres` })
    try {
      await client.connect()
      return await client.end()
    } catch (erro) {
      if (tentativa > 100) throw erro
      await new Promise((pronto) => setTimeout(pronto, 100))
    }
  }
}

async function prepararModelo(url: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query('drop database if exists modelo')
  await client.query('create database modelo')
  await client.end()
  await migrar(`${url}/modelo`)
}
