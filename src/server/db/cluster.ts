import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pausa } from 'node:timers/promises'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'
import type { Lugar } from './lugar.ts'

/** The cluster's settings: the same text rules on every machine, whatever its locale. */
export const OPCOES_INITDB = [
  '-U',
  'postgres',
  '-E',
  'UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
]

/**
 * PostgreSQL's programs do not inherit our environment: it holds secrets, and PG* variables would change their
 * behaviour.
 */
export const AMBIENTE_PG = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

const VERSAO = '18'
const PARAR_EM_MS = 8_000
const MIB = 2 ** 20

/**
 * Creates the data folder on the first start, under another name and then renamed, so that an interrupted start leaves
 * nothing half made.
 */
export async function inicializar(lugar: Lugar, senha: string): Promise<void> {
  const { dados, usuario } = lugar
  if (existsSync(join(dados, 'PG_VERSION'))) return exigirMesmaVersao(dados)
  const novo = `${dados}.novo`
  const arquivoSenha = `${dados}.senha`
  await rm(novo, { recursive: true, force: true })
  await mkdir(novo, { mode: 0o700 })
  await writeFile(arquivoSenha, senha, { mode: 0o600 })
  if (usuario) for (const caminho of [arquivoSenha, novo]) await chown(caminho, usuario.uid, usuario.gid)
  try {
    await initdb(lugar, ['-D', novo, '-A', 'scram-sha-256', `--pwfile=${arquivoSenha}`, ...OPCOES_INITDB])
  } finally {
    await rm(arquivoSenha, { force: true })
  }
  await rename(novo, dados)
}

async function exigirMesmaVersao(dados: string) {
  const versao = (await readFile(join(dados, 'PG_VERSION'), 'utf8')).trim()
  if (versao === VERSAO) return
  throw new FalhaAoIniciar(
    `Os dados em ${dados} são do PostgreSQL ${versao} e este programa traz o ${VERSAO}. Use a versão do programa que os criou, ou DATABASE_URL.`,
  )
}

export function initdb({ initdb, usuario }: Lugar, argumentos: string[]): Promise<void> {
  return new Promise((pronto, falhar) => {
    const processo = spawn(initdb, argumentos, {
      ...usuario,
      env: AMBIENTE_PG,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let saida = ''
    processo.stderr.on('data', (pedaco) => {
      saida += pedaco
    })
    processo.on('error', falhar)
    processo.on('close', (codigo) => (codigo === 0 ? pronto() : falhar(new Error(saida || `initdb: ${codigo}`))))
  })
}

/**
 * `kill -9` of the application leaves its PostgreSQL running: it is shut down properly, and loses no data. Call it under the
 * folder's lock, which proves that such a process is an orphan.
 */
export async function pararOrfao(dados: string): Promise<void> {
  const pid = pidAnotado(dados)
  if (!pid) return
  // The number may since belong to another program, which PostgreSQL would wait for.
  if (!rodaEm(pid, dados)) return rm(join(dados, 'postmaster.pid'), { force: true })
  process.kill(pid, 'SIGINT')
  if (await saiuEm(pid, dados)) return
  process.kill(pid, 'SIGQUIT')
  await saiuEm(pid, dados)
}

function pidAnotado(dados: string): number {
  const arquivo = join(dados, 'postmaster.pid')
  return existsSync(arquivo) ? Number.parseInt(readFileSync(arquivo, 'utf8'), 10) || 0 : 0
}

/** A server's working directory is its data folder, without links; where the system does not tell, any living process counts. */
function rodaEm(pid: number, dados: string): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dados)
  } catch {
    return false
  }
}

async function saiuEm(pid: number, dados: string): Promise<boolean> {
  for (const fim = performance.now() + PARAR_EM_MS; performance.now() < fim; await pausa(50)) {
    if (!rodaEm(pid, dados)) return true
  }
  return false
}

/** How the server is started: on loopback only, sized to the machine, and saying nothing that a person wrote. */
export function argumentosDoServidor(dados: string, porta: number): string[] {
  const memoria = totalmem() / MIB
  const ajustes = {
    listen_addresses: '127.0.0.1',
    port: porta,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${Math.round(Math.min(1024, Math.max(64, memoria / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(256, memoria / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    // Errors of statements come back to us; their text and details hold names and phones, and stay out of the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  return ['-D', dados, ...Object.entries(ajustes).flatMap(([nome, valor]) => ['-c', `${nome}=${valor}`])]
}
