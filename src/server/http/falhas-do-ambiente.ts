import { aindaNaoAtende, recusouConexao } from '#server/db/conexao.ts'

/** The system could not do it in time: 503, and the client retries. */
export class Ocupado extends Error {
  override name = 'Ocupado'
  readonly statusCode = 503
}

const DEMORADA = 'A busca demorou demais. Digite mais letras, ou uma palavra mais rara, e busque de novo.'

/** A search took longer than anybody waits: what to do about it is in the sentence. */
export class BuscaDemorada extends Error {
  override name = 'BuscaDemorada'
  constructor(opcoes?: ErrorOptions, frase = DEMORADA) {
    super(frase, opcoes)
  }
}

/** The client disconnected before the answer. */
export class Desistencia extends Error {
  override name = 'Desistencia'
  readonly statusCode = 499
}

/** Gives what `promessa` gives, or rejects with `Ocupado` when the time is over first. */
export async function noPrazo<T>(ms: number, oQue: string, promessa: Promise<T>): Promise<T> {
  promessa.catch(() => undefined) // when it fails after its time nobody is there to hear it
  const prazo = Promise.withResolvers<never>()
  const relogio = setTimeout(() => prazo.reject(new Ocupado(oQue)), ms)
  return Promise.race([promessa, prazo.promise]).finally(() => clearTimeout(relogio))
}

/** Failures of the program's environment, with nothing wrong in the request. */
export interface FalhaDoAmbiente {
  status: 503 | 507
  message: string
}

const OCUPADO = 'O sistema está ocupado neste momento. Tente de novo em instantes.'
const SO_LEITURA =
  'O banco de dados não aceita gravações neste momento, e nada foi gravado. Tente de novo em instantes; se continuar, avise um administrador.'
const DISCO_DO_BANCO =
  'O disco do banco de dados está cheio, e nada foi gravado. Avise um administrador; depois tente de novo.'
const SEM_ENTRADA =
  'O banco de dados recusou a conexão deste servidor neste momento, e nada foi gravado. Tente de novo em instantes; se continuar, avise um administrador.'
const SEM_RECURSOS =
  'O servidor está sem memória ou sem recursos livres neste momento, e nada foi gravado. Tente de novo em instantes; se continuar, avise um administrador.'
const DISCO_CHEIO =
  'O disco do servidor está cheio, e o arquivo não foi guardado. Avise um administrador; depois tente de novo.'
const DISCO_FALHOU =
  'O disco do servidor não aceita gravações, e nada foi guardado. Avise um administrador; depois tente de novo.'

/** By PostgreSQL's SQLSTATE, whole or its class (`08`), or the system's errno. */
const TABELA: Record<string, FalhaDoAmbiente> = {
  // A lock or an answer waited for too long, writers that met again and again, the server stopping or starting.
  ...de(503, OCUPADO, '55P03', '57014', '40P01', '40001', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04', '08'),
  ...de(503, OCUPADO, '53300'), // too many connections
  ...de(503, SO_LEITURA, '25006'), // a standby, or a primary shut to writing
  ...de(503, SEM_RECURSOS, '53200', '53400', '53000', 'ENOMEM', 'EMFILE', 'ENFILE'),
  ...de(507, DISCO_DO_BANCO, '53100'),
  ...de(507, DISCO_CHEIO, 'ENOSPC', 'EDQUOT'),
  ...de(503, DISCO_FALHOU, 'EROFS', 'EIO', 'EACCES', 'EPERM', '58030'),
}

/**
 * The status and the sentence for what is not the caller's fault nor ours: the database busy, away, shut to writing or full, the
 * disk full. Undefined for everything else. Looks behind an error at its cause.
 */
export function falhaDoAmbiente(erro: unknown): FalhaDoAmbiente | undefined {
  if (!(erro instanceof Error)) return undefined
  if (erro instanceof BuscaDemorada) return { status: 503, message: erro.message }
  const { code } = erro as { code?: unknown }
  const dela =
    typeof code === 'string' ? (TABELA[code] ?? (ehSqlState(code) ? TABELA[code.slice(0, 2)] : undefined)) : undefined
  if (dela) return dela
  if (aindaNaoAtende(erro)) return { status: 503, message: OCUPADO }
  if (recusouConexao(erro)) return { status: 503, message: SEM_ENTRADA }
  return falhaDoAmbiente(erro.cause)
}

/** A lock or an answer waited for too long, two writers that met: another statement may well pass meanwhile. */
const DE_UM_COMANDO = new Set(['55P03', '57014', '40P01', '40001', '25P03', '25P04'])

const codigoDe = (erro: unknown) => String((erro as { code?: unknown } | null)?.code ?? '')

/** Whatever is written now would fail: the database away, full or shut to writing. */
export const ninguemGrava = (erro: unknown): boolean =>
  falhaDoAmbiente(erro) !== undefined && !DE_UM_COMANDO.has(codigoDe(erro))

/** Cut short for its length, or for what it takes: one statement may be too long, or too much, by itself. */
const TALVEZ_DELE = new Set(['57014', '25P03', '25P04', '53200', '53400'])

/** It passes by itself, however often it fails until then. */
export const passaSozinha = (erro: unknown): boolean =>
  falhaDoAmbiente(erro) !== undefined && !TALVEZ_DELE.has(codigoDe(erro))

const ehSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)

function de(status: 503 | 507, message: string, ...codigos: string[]) {
  return Object.fromEntries(codigos.map((codigo) => [codigo, { status, message }]))
}
