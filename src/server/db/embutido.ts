import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { binariosDoPostgres, usuarioDoPostgres } from './binarios.ts'
import { FalhaAoIniciar, porqueFalhou } from './falha-ao-iniciar.ts'
import { type Lugar, lugarDoBanco } from './lugar.ts'
import { portaLivre } from './porta.ts'

const BANCO = 'cobranca'
const PRONTO_EM_MS = 60_000
const PARAR_EM_MS = 8_000
const MAXIMO_DE_QUEDAS = 5

export interface BancoEmbutido {
  url: string
  parar(): Promise<void>
}

/**
 * PostgreSQL as a child of this process, its data in `pastaDados` (which the caller has already locked): made on the
 * first start, an orphan of a killed process stopped, a server that falls raised again. Throws `FalhaAoIniciar` with
 * a sentence. `aoDesistir` hears when it falls again and again.
 */
export async function iniciarBancoEmbutido(
  pastaDados: string,
  log: FastifyBaseLogger,
  aoDesistir: (erro: Error) => void,
): Promise<BancoEmbutido> {
  const usuario = usuarioDoPostgres()
  const lugar = await lugarDoBanco(pastaDados, await binariosDoPostgres(), usuario)
  const senha = await senhaDoBanco(pastaDados)
  try {
    await pararOrfao(lugar.dados)
    await inicializar(lugar, senha, usuario)
  } catch (erro) {
    throw porqueFalhou(erro, lugar.dados)
  }
  const porta = await portaLivre()
  const servidor = supervisionar(lugar, porta, usuario, log, aoDesistir)
  const url = (banco: string) => `postgres://postgres:${senha}@127.0.0.1:${porta}/${banco}`
  try {
    await esperarPronto(url('postgres'), servidor.quedas, lugar)
    await criarBanco(url('postgres'))
  } catch (erro) {
    await servidor.parar()
    throw porqueFalhou(erro, lugar.dados)
  }
  return { url: url(BANCO), parar: servidor.parar }
}

type Usuario = ReturnType<typeof usuarioDoPostgres>

async function senhaDoBanco(pastaDados: string): Promise<string> {
  const arquivo = join(pastaDados, 'senha-do-banco')
  if (existsSync(arquivo)) return (await readFile(arquivo, 'utf8')).trim()
  const senha = randomBytes(24).toString('hex')
  await writeFile(arquivo, senha, { mode: 0o600 })
  return senha
}

/** A `kill -9` of the application leaves its PostgreSQL alive: it is stopped in order, and its data loses nothing. */
async function pararOrfao(dados: string) {
  const arquivo = join(dados, 'postmaster.pid')
  const pid = existsSync(arquivo) ? Number.parseInt(readFileSync(arquivo, 'utf8'), 10) : 0
  if (!pid || !ePostgres(pid)) return
  process.kill(pid, 'SIGINT')
  if (!(await saiuEm(pid, PARAR_EM_MS))) {
    process.kill(pid, 'SIGQUIT')
    await saiuEm(pid, PARAR_EM_MS)
  }
}

/** The number may since belong to another program. */
function ePostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

async function saiuEm(pid: number, ms: number): Promise<boolean> {
  for (const fim = performance.now() + ms; performance.now() < fim; await pausa(50)) if (!ePostgres(pid)) return true
  return !ePostgres(pid)
}

const pausa = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms))

/** Made beside and then renamed, so that a first start cut short leaves nothing half made. */
async function inicializar({ dados, initdb }: Lugar, senha: string, usuario: Usuario) {
  if (existsSync(join(dados, 'PG_VERSION'))) return exigirMesmaVersao(dados)
  const novo = `${dados}.novo`
  const arquivoSenha = `${dados}.senha`
  await rm(novo, { recursive: true, force: true })
  await writeFile(arquivoSenha, senha, { mode: 0o600 })
  await mkdir(novo, { mode: 0o700 })
  if (usuario) {
    await chown(arquivoSenha, usuario.uid, usuario.gid)
    await chown(novo, usuario.uid, usuario.gid)
  }
  const opcoes = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${arquivoSenha}`, '-E', 'UTF8', '--locale=C']
  try {
    await executar(initdb, ['-D', novo, ...opcoes], usuario)
  } finally {
    await rm(arquivoSenha, { force: true })
  }
  await chmod(novo, 0o700)
  await rename(novo, dados)
}

async function exigirMesmaVersao(dados: string) {
  const versao = (await readFile(join(dados, 'PG_VERSION'), 'utf8')).trim()
  if (versao !== '18') {
    throw new FalhaAoIniciar(
      `Os dados em ${dados} são do PostgreSQL ${versao} e este programa traz o 18. Use a versão do programa que os criou, ou DATABASE_URL.`,
    )
  }
}

function executar(programa: string, argumentos: string[], usuario: Usuario): Promise<void> {
  return new Promise((pronto, falhar) => {
    const processo = spawn(programa, argumentos, { ...usuario, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let saida = ''
    processo.stderr.on('data', (pedaco) => {
      saida += pedaco
    })
    processo.on('error', falhar)
    processo.on('exit', (codigo) =>
      codigo === 0 ? pronto() : falhar(new Error(saida || `initdb terminou com ${codigo}`)),
    )
  })
}

const AJUSTES = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  log_min_messages: 'warning',
  // A query too long for its own good is seen in the log file.
  log_min_duration_statement: '5s',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/** Starts the server and raises it again when it falls; in a process group of its own, since Ctrl+C is for us first. */
function supervisionar(
  { dados, postgres, diario }: Lugar,
  porta: number,
  usuario: Usuario,
  log: FastifyBaseLogger,
  aoDesistir: (erro: Error) => void,
) {
  const quedas = { total: 0 }
  let parando = false
  let processo: ChildProcess
  const argumentos = [
    '-D',
    dados,
    '-p',
    String(porta),
    ...Object.entries(AJUSTES).flatMap(([nome, valor]) => ['-c', `${nome}=${valor}`]),
  ]

  const levantar = () => {
    const saida = openSync(diario, 'a')
    processo = spawn(postgres, argumentos, { ...usuario, cwd: '/', stdio: ['ignore', saida, saida], detached: true })
    closeSync(saida)
    processo.once('error', (erro) => log.error({ err: erro }, 'o PostgreSQL embutido não iniciou'))
    processo.once('exit', (codigo, sinal) => {
      if (parando) return
      quedas.total += 1
      log.error({ codigo, sinal }, 'o PostgreSQL embutido caiu; iniciando de novo')
      if (quedas.total < MAXIMO_DE_QUEDAS) setTimeout(levantar, 500 * quedas.total)
      else aoDesistir(new Error('O PostgreSQL embutido caiu várias vezes seguidas.'))
    })
  }
  levantar()

  const parar = async () => {
    parando = true
    if (processo.exitCode !== null || processo.signalCode !== null) return
    const saiu = new Promise((fim) => processo.once('exit', fim))
    processo.kill('SIGINT')
    const prazo = setTimeout(() => processo.kill('SIGQUIT'), PARAR_EM_MS)
    await saiu
    clearTimeout(prazo)
  }
  return { quedas, parar }
}

async function esperarPronto(url: string, quedas: { total: number }, { diario }: Lugar) {
  for (const fim = performance.now() + PRONTO_EM_MS; ; await pausa(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (erro) {
      await client.end().catch(() => undefined)
      if (quedas.total > 1 || performance.now() > fim) throw new Error(ultimasLinhas(diario) || String(erro))
    }
  }
}

function ultimasLinhas(diario: string): string {
  return existsSync(diario) ? readFileSync(diario, 'utf8').split('\n').slice(-12).join('\n') : ''
}

async function criarBanco(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [BANCO])
  if (!rowCount) await client.query(`create database ${BANCO}`)
  await client.end()
}
