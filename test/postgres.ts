import { type ChildProcess, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { AMBIENTE_PG, argumentosDoServidor, initdb, OPCOES_INITDB } from '#server/db/cluster.ts'
import { lugarDoBanco } from '#server/db/lugar.ts'
import { migrar } from '#server/db/migrar.ts'
import { separarPapeis } from '#server/db/papeis.ts'
import { portaLivre } from '#server/db/porta.ts'
import { ESVAZIAR } from './esvaziar.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's URL without a database; `modelo` is the migrated template on it. */
    postgres: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that worlds clone. */
export default async function ({ provide }: TestProject) {
  const servidor = await abrirServidor()
  provide('postgres', servidor.url)
  return () => servidor.parar()
}

/** The same database as the program's role in production, so that tests have no more rights than the program. */
export function urlDaAplicacao(url: string): string {
  const dela = new URL(url)
  dela.username = 'cobranca_de_teste'
  dela.password = 'de-teste'
  return dela.href
}

/** One connection per server, kept by each worker: connecting each time was more than half of a world's cost in PostgreSQL. */
const donos = new Map<string, pg.Pool>()

/** Runs a command on the server's own database, such as one that creates or drops a test database. */
export async function noServidor(servidor: string, comando: string): Promise<void> {
  if (!donos.has(servidor)) donos.set(servidor, abrirUma(`${servidor}/postgres`))
  await donos.get(servidor)?.query(comando)
}

/** A pool of one connection, kept until its server stops or its database is dropped. */
export function abrirUma(connectionString: string): pg.Pool {
  const uma = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  return uma.on('error', () => undefined)
}

// Speed instead of durability: test data may be lost in a power cut. Few buffers, because creating or dropping a database scans
// them all; no autovacuum, so that no test depends on its timing; no parallel workers, because starting them takes longer than the
// queries of these tests; one plan for all values of a statement, since no table is large.
const PRESSA = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'autovacuum=off',
  'max_parallel_workers_per_gather=0',
  'plan_cache_mode=force_generic_plan',
]

/** A server with the template `modelo`, by default one of its own with these settings. */
export async function abrirServidor(ajustes: string[] = PRESSA) {
  const dado = process.env.TEST_DATABASE_URL
  const servidor = dado ? { url: dado, parar: async () => {} } : await iniciar(ajustes)
  await prepararModelo(servidor.url)
  return servidor
}

const MEMORIA = '/dev/shm'
const BASTANTE_BYTES = 4 * 1024 ** 3

/** A folder in memory if there is one: copying files is most of a test database's cost, and takes a third of the time there. */
function pastaRapida(): string {
  try {
    accessSync(MEMORIA, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORIA)
    return bavail * bsize >= BASTANTE_BYTES ? MEMORIA : tmpdir()
  } catch {
    return tmpdir() // a Mac, or a container without /dev/shm
  }
}

const PASTA = 'cobranca-testes-'

/** What killed runs left would stay in memory until the machine starts again; their servers stop within a minute without it. */
function apagarEsquecidas(onde: string) {
  for (const nome of readdirSync(onde)) {
    const dono = nome.startsWith(PASTA) ? Number.parseInt(nome.slice(PASTA.length), 10) : 0
    if (dono > 0 && !estaVivo(dono)) rmSync(join(onde, nome), { recursive: true, force: true })
  }
}

function estaVivo(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (erro) {
    return (erro as NodeJS.ErrnoException).code !== 'ESRCH' // another user's, say
  }
}

async function iniciar(ajustes: string[]) {
  const onde = ajustes === PRESSA ? pastaRapida() : tmpdir()
  apagarEsquecidas(onde)
  const pasta = mkdtempSync(join(onde, `${PASTA}${process.pid}-`))
  chmodSync(pasta, 0o711)
  const lugar = await lugarDoBanco(pasta)
  mkdirSync(lugar.dados, { mode: 0o700 })
  if (lugar.usuario) chownSync(lugar.dados, lugar.usuario.uid, lugar.usuario.gid)
  await initdb(lugar, ['-D', lugar.dados, '-A', 'trust', '-N', ...OPCOES_INITDB])
  const porta = await portaLivre()
  const todos = ['max_connections=200', ...ajustes].flatMap((ajuste) => ['-c', ajuste])
  const argumentos = [...argumentosDoServidor(lugar.dados, porta), ...todos]
  const processo = spawn(lugar.postgres, argumentos, { ...lugar.usuario, env: AMBIENTE_PG, cwd: '/', stdio: 'ignore' })
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

/** Runs a command as the owner of a database. */
export async function executar(url: string, comando: string): Promise<void> {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  await cliente.query(comando).finally(() => cliente.end())
}

async function prepararModelo(url: string) {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query('drop database if exists modelo')
  await client.query('create database modelo')
  await migrar(`${url}/modelo`)
  await separarPapeis(`${url}/modelo`, urlDaAplicacao(`${url}/modelo`))
  await executar(`${url}/modelo`, ESVAZIAR)
  // PostgreSQL looks for deadlocks after a second by default, which is long for a test.
  await client.query('grant set on parameter deadlock_timeout to cobranca_de_teste')
  await client.end()
}
