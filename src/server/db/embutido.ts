import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as pausa } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { AMBIENTE_PG, argumentosDoServidor, inicializar, pararOrfao } from './cluster.ts'
import { porqueFalhou } from './falha-ao-iniciar.ts'
import { anotarLugar, exigirDados } from './identidade.ts'
import { type Lugar, lugarDoBanco } from './lugar.ts'
import { portaLivre } from './porta.ts'
import { segredoDaPasta } from './segredo-da-pasta.ts'

/** The embedded database, and who owns it. */
export const NOME_DO_BANCO = 'cobranca'
/** Who the program works as; the owner, by the database's name, migrates. */
const APLICACAO = 'cobranca_aplicacao'
/** Replaying what a crash left may take minutes on a slow disk; the process lives meanwhile. */
const PRONTO_EM_MS = 300_000
const PARAR_EM_MS = 8_000
/** After a crash the system needs a moment to let go of the port, the lock file and the shared memory. */
const TENTATIVAS = 8
const PASSAGEIRO = /lock file|shared memory block|could not (bind|create any TCP)|Address already in use/i
/** Said at every start and stop; the last by a connection that is told to end while it signs in. */
const ESPERADO =
  /database system is (starting|shutting|not yet)|due to administrator command|canceling authentication due to timeout/
const QUEDAS_SEGUIDAS = 5
const DE_PE_MS = 60_000

export interface BancoEmbutido {
  url: string
  urlDoDono: string
  /** Where the data lie when not below the folder: a copy of the folder alone holds no database. */
  lugarDeFora: string | null
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
  const lugar = await lugarDoBanco(pastaDados)
  exigirDados(pastaDados, lugar.dados)
  const senha = await segredoDaPasta(pastaDados, 'senha-do-banco', () => randomBytes(24).toString('hex'))
  try {
    await pararOrfao(lugar.dados)
    await inicializar(lugar, senha)
    const { processo, porta } = await primeiroInicio(lugar, senha, log)
    const parar = supervisionar(lugar, processo, porta, log, aoDesistir)
    const senhas = { dono: randomBytes(24).toString('hex'), aplicacao: randomBytes(24).toString('hex') }
    await criarBanco(endereco('postgres', senha, porta, 'postgres'), senhas)
    const lugarDeFora = (await anotarLugar(pastaDados, lugar.dados)) ? lugar.dados : null
    return {
      url: endereco(APLICACAO, senhas.aplicacao, porta, NOME_DO_BANCO),
      urlDoDono: endereco(NOME_DO_BANCO, senhas.dono, porta, NOME_DO_BANCO),
      lugarDeFora,
      parar,
    }
  } catch (erro) {
    throw porqueFalhou(erro, lugar.dados)
  }
}

const endereco = (usuario: string, senha: string, porta: number, banco: string) =>
  `postgres://${usuario}:${senha}@127.0.0.1:${porta}/${banco}?sslmode=disable`

interface Processo {
  filho: ChildProcess
  terminou: Promise<void>
  /** What it said last, for the sentence that explains why it ended. */
  disse(): string
}

/**
 * In a process group of its own, since Ctrl+C in a terminal is for us first; its log lines become ours. A process that exits
 * early, or before the server answers, takes it along; one that survives even so is the next start's orphan.
 */
function levantar({ dados, postgres, usuario }: Lugar, porta: number, log: FastifyBaseLogger): Processo {
  const linhas: string[] = []
  const filho = spawn(postgres, argumentosDoServidor(dados, porta), {
    ...usuario,
    env: AMBIENTE_PG,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  createInterface({ input: filho.stderr }).on('line', (linha) => {
    linhas.splice(0, Math.max(0, linhas.length - 20))
    linhas.push(linha)
    if (/^(FATAL|PANIC|WARNING|ERROR)/.test(linha) && !ESPERADO.test(linha))
      log.warn({ postgres: linha }, 'aviso do PostgreSQL embutido')
    else log.debug({ postgres: linha }, 'PostgreSQL embutido')
  })
  const levarJunto = () => filho.kill('SIGINT')
  process.once('exit', levarJunto)
  const terminou = new Promise<void>((fim) => {
    filho.once('error', (erro) => {
      linhas.push(erro.message)
      fim()
    })
    filho.once('close', () => fim())
  })
  void terminou.then(() => process.off('exit', levarJunto))
  return { filho, terminou, disse: () => linhas.join('\n') }
}

async function primeiroInicio(lugar: Lugar, senha: string, log: FastifyBaseLogger) {
  for (let tentativa = 1; ; tentativa += 1) {
    const porta = await portaLivre()
    const processo = levantar(lugar, porta, log)
    if (await atende(processo, endereco('postgres', senha, porta, 'postgres'))) return { processo, porta }
    const disse = processo.disse()
    if (tentativa >= TENTATIVAS || !PASSAGEIRO.test(disse))
      throw new Error(disse || 'o servidor terminou sem dizer por quê')
    await pausa(500)
  }
}

/** True when it answers, false when the process ends before; a refusal that waiting does not mend is thrown. */
async function atende({ filho, terminou }: Processo, url: string): Promise<boolean> {
  let vivo = true
  void terminou.then(() => {
    vivo = false
  })
  for (const fim = performance.now() + PRONTO_EM_MS; vivo; await pausa(30)) {
    const falha = await tentarConectar(url)
    if (!falha) return true
    if (/^28/.test(falha.code ?? '') || performance.now() > fim) {
      filho.kill('SIGINT')
      await terminou
      throw falha
    }
  }
  return false
}

async function tentarConectar(url: string): Promise<NodeJS.ErrnoException | undefined> {
  const cliente = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await cliente.connect()
    await cliente.end()
    return undefined
  } catch (erro) {
    return erro as NodeJS.ErrnoException
  }
}

/** Raises a server that falls, on the same port, so that the pool finds it again. Gives how to stop it. */
function supervisionar(
  lugar: Lugar,
  primeiro: Processo,
  porta: number,
  log: FastifyBaseLogger,
  aoDesistir: (erro: Error) => void,
): () => Promise<void> {
  const fim = new AbortController()
  let processo = primeiro

  async function vigiar() {
    for (let quedas = 0; ; ) {
      const desde = performance.now()
      await processo.terminou
      if (fim.signal.aborted) return
      quedas = performance.now() - desde > DE_PE_MS ? 1 : quedas + 1
      if (quedas > QUEDAS_SEGUIDAS) return aoDesistir(porqueFalhou(new Error(processo.disse()), lugar.dados))
      log.error({ quedas }, 'o PostgreSQL embutido caiu; iniciando de novo')
      await pausa(400 * quedas)
      if (fim.signal.aborted) return
      processo = levantar(lugar, porta, log)
    }
  }
  const vigia = vigiar()

  return async function parar() {
    fim.abort()
    processo.filho.kill('SIGINT')
    const prazo = setTimeout(() => processo.filho.kill('SIGQUIT'), PARAR_EM_MS)
    await Promise.all([processo.terminou, vigia])
    clearTimeout(prazo)
  }
}

/**
 * Only the superuser's password is stored, and it is used only here. The owner and the program get random passwords
 * that are kept nowhere, new ones at each start.
 */
async function criarBanco(url: string, senhas: { dono: string; aplicacao: string }) {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  try {
    for (const [papel, senha] of [
      [NOME_DO_BANCO, senhas.dono],
      [APLICACAO, senhas.aplicacao],
    ] as const) {
      const { rowCount } = await cliente.query('select from pg_roles where rolname = $1', [papel])
      await cliente.query(`${rowCount ? 'alter' : 'create'} role ${papel} login password ${pg.escapeLiteral(senha)}`)
    }
    const { rowCount } = await cliente.query('select from pg_database where datname = $1', [NOME_DO_BANCO])
    if (!rowCount) await cliente.query(`create database ${NOME_DO_BANCO} owner ${NOME_DO_BANCO}`)
  } finally {
    await cliente.end()
  }
}
