import { once } from 'node:events'
import { type Dispatcher, request } from 'undici'
import type { z } from 'zod'
import { ProblemaDoPsp, TokenPix } from '#contract/pix-api.ts'
import { cortar, limparTexto } from '#domain/texto.ts'
import { lerTexto } from '#server/rede/corpo.ts'
import { EnderecoProibido, NAO_CHAMADO, type SaidaSegura } from '#server/rede/saida-segura.ts'

export interface ConfigPsp {
  baseUrl: string
  tokenUrl: string
  clientId: string
  /** Null: the PSP gives none, and identifies us by the certificate. */
  clientSecret: string | null
  /** PEM, both or none. */
  certificado: string | null
  chavePrivada: string | null
  cabecalhos: Readonly<Record<string, string>>
}

/** How long a whole call takes at most, its token and its answer included, in milliseconds. */
interface Prazos {
  comPressa: number
  /** For what no message and no customer waits for, such as a list; still shorter than the ten seconds of a shutdown. */
  semPressa: number
}

export interface OpcoesDaChamada {
  saida: SaidaSegura
  prazos?: Prazos
  agoraMs?: () => number
  esperar?: (ms: number) => Promise<void>
}

/** `recusada` changed nothing; after `sem_resposta` only the PSP knows: ask it before repeating anything. */
export type FalhaDoPsp =
  | { tipo: 'recusada'; http: number; codigo: string | null; mensagem: string }
  | { tipo: 'indisponivel'; http: number; mensagem: string; esperaMs: number | null }
  | { tipo: 'sem_resposta'; mensagem: string }
  | { tipo: 'ilegivel'; mensagem: string }

export type ResultadoDoPsp<T> = { tipo: 'ok'; valor: T } | FalhaDoPsp

interface Pedido<T> {
  metodo: 'GET' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base, the query included. */
  caminho: string
  corpo?: object
  resposta: z.ZodType<T>
}

const PRAZOS: Prazos = { comPressa: 2_000, semPressa: 8_000 }
/** A token is renewed so long before its end. */
const FOLGA_MS = 60_000
/** Pauses between retries of a GET; the PSP's `Retry-After` takes precedence. */
const PAUSAS_MS = [2_000, 8_000, 30_000]
const MAIOR_ESPERA_MS = 300_000
const MAIOR_RESPOSTA = 8 * 1_048_576

/** Calls to a PSP: with its token, kept and renewed, within their time, and never followed elsewhere. */
export class ChamadasPsp {
  readonly #config: ConfigPsp
  readonly #prazos: Prazos
  readonly #agoraMs: () => number
  readonly #esperar: (ms: number) => Promise<void>
  readonly #dispatcher: Dispatcher
  #token: { valor: string; ateMs: number } | null = null
  #modo: ModoDoToken | null = null
  #pedindoToken: Promise<ResultadoDoPsp<string>> | null = null
  #hora: Date | null = null

  constructor(
    config: ConfigPsp,
    { saida, prazos = PRAZOS, agoraMs = () => performance.now(), esperar = dormir }: OpcoesDaChamada,
  ) {
    this.#config = config
    this.#prazos = prazos
    this.#agoraMs = agoraMs
    this.#esperar = esperar
    const { certificado, chavePrivada } = config
    const identidade = certificado && chavePrivada ? { cert: certificado, key: chavePrivada } : undefined
    this.#dispatcher = saida.abrir({ connections: 32, pipelining: 1 }, prazos.comPressa, identidade)
  }

  fechar = (): Promise<void> => this.#dispatcher.destroy()

  /** By the PSP's own clock, when it answered last. */
  hora = (): Date | null => this.#hora

  /** Once, within the time: for what a person, or a message, waits for. */
  chamar<T>(pedido: Pedido<T>): Promise<ResultadoDoPsp<T>> {
    return this.#chamar(pedido, this.#prazos.comPressa)
  }

  /** Once, and with time. */
  semPressa<T>(pedido: Pedido<T>): Promise<ResultadoDoPsp<T>> {
    return this.#chamar(pedido, this.#prazos.semPressa)
  }

  async #chamar<T>(pedido: Pedido<T>, prazoMs: number): Promise<ResultadoDoPsp<T>> {
    const sinal = AbortSignal.timeout(prazoMs)
    const resultado = await this.#comToken(pedido, sinal)
    if (resultado.tipo !== 'recusada' || resultado.http !== 401) return resultado
    this.#token = null
    return this.#comToken(pedido, sinal)
  }

  /**
   * Retries with growing pauses while the PSP is down or rate-limits: only for requests that change nothing. Once `fim` says
   * that the program ends, it waits no more.
   */
  async insistir<T>(pedido: Pedido<T> & { metodo: 'GET' }, fim?: AbortSignal): Promise<ResultadoDoPsp<T>> {
    const tentar = async () => (await ouFim(this.semPressa(pedido), fim)) ?? ENCERRANDO
    for (const pausa of PAUSAS_MS) {
      const resultado = await tentar()
      if ((resultado.tipo !== 'indisponivel' && resultado.tipo !== 'sem_resposta') || fim?.aborted) return resultado
      const pedida = resultado.tipo === 'indisponivel' ? (resultado.esperaMs ?? pausa) : pausa
      await ouFim(this.#esperar(Math.min(Math.max(pedida, pausa), MAIOR_ESPERA_MS)), fim)
      if (fim?.aborted) return resultado
    }
    return tentar()
  }

  async #comToken<T>({ metodo, caminho, corpo, resposta }: Pedido<T>, sinal: AbortSignal): Promise<ResultadoDoPsp<T>> {
    const token = await this.#tokenEmUso(sinal)
    if (token.tipo !== 'ok') return token
    const headers = {
      ...this.#config.cabecalhos,
      authorization: `Bearer ${token.valor}`,
      ...(corpo ? { 'content-type': 'application/json' } : {}),
    }
    const body = corpo ? JSON.stringify(corpo) : null
    return this.#pedir(enderecoDe(this.#config.baseUrl, caminho), { method: metodo, headers, body }, resposta, sinal)
  }

  /** One token request at a time, shared by all callers, each of whom waits no longer than their own time. */
  async #tokenEmUso(sinal: AbortSignal): Promise<ResultadoDoPsp<string>> {
    if (this.#token && this.#agoraMs() < this.#token.ateMs) return { tipo: 'ok', valor: this.#token.valor }
    this.#pedindoToken ??= this.#pedirToken(AbortSignal.timeout(this.#prazos.semPressa)).finally(() => {
      this.#pedindoToken = null
    })
    const tarde = { tipo: 'sem_resposta', mensagem: DEMOROU } as const
    return sinal.aborted ? tarde : Promise.race([this.#pedindoToken, once(sinal, 'abort').then(() => tarde)])
  }

  /** Uses the request format that worked before; at first tries each. */
  async #pedirToken(sinal: AbortSignal): Promise<ResultadoDoPsp<string>> {
    let primeira: ResultadoDoPsp<string> | undefined
    for (const modo of this.#modo ? [this.#modo] : MODOS_DO_TOKEN) {
      const lido = await this.#pedirTokenAssim(modo, sinal)
      if (lido.tipo === 'ok') this.#modo = modo
      if (lido.tipo !== 'recusada' || lido.http === 0) return lido
      primeira ??= lido
    }
    return primeira!
  }

  async #pedirTokenAssim(modo: ModoDoToken, sinal: AbortSignal): Promise<ResultadoDoPsp<string>> {
    const { headers, body } = pedidoDeToken(this.#config, modo)
    const opcoes = { method: 'POST' as const, headers: { ...this.#config.cabecalhos, ...headers }, body }
    const lido = await this.#pedir(this.#config.tokenUrl, opcoes, TokenPix, sinal)
    if (lido.tipo !== 'ok') return lido
    const { access_token, expires_in } = lido.valor
    const vidaMs = expires_in * 1000
    this.#token = { valor: access_token, ateMs: this.#agoraMs() + Math.max(vidaMs - FOLGA_MS, vidaMs / 2) }
    return { tipo: 'ok', valor: access_token }
  }

  async #pedir<T>(
    url: string,
    opcoes: { method: Dispatcher.HttpMethod; headers: Record<string, string>; body: string | null },
    resposta: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<ResultadoDoPsp<T>> {
    try {
      const { statusCode, headers, body } = await request(url, { ...opcoes, dispatcher: this.#dispatcher, signal })
      const json = lerJson(await lerTexto(body, MAIOR_RESPOSTA))
      const dita = Date.parse(String(headers.date))
      if (!Number.isNaN(dita)) this.#hora = new Date(dita)
      if (statusCode >= 200 && statusCode < 300) return interpretar(json, resposta)
      return falhaDe(statusCode, json, esperaPedida(headers))
    } catch (erro) {
      if (erro instanceof EnderecoProibido) return { tipo: 'recusada', http: 0, codigo: null, mensagem: NAO_CHAMADO }
      return { tipo: 'sem_resposta', mensagem: signal.aborted ? DEMOROU : SEM_CONEXAO }
    }
  }
}

type ModoDoToken = { corpo: 'form' | 'json'; basic: boolean; escopo: boolean }

/** The ways in which PSPs want to be asked for a token, the commonest first; a scope that one does not grant fails the whole. */
const MODOS_DO_TOKEN: readonly ModoDoToken[] = [
  { corpo: 'form', basic: true, escopo: false },
  { corpo: 'form', basic: true, escopo: true },
  { corpo: 'form', basic: false, escopo: true },
  { corpo: 'form', basic: false, escopo: false },
  { corpo: 'json', basic: true, escopo: false },
]
const ESCOPO = 'cob.read cob.write cobv.read cobv.write pix.read webhook.read webhook.write'

function pedidoDeToken({ clientId, clientSecret }: ConfigPsp, { corpo, basic, escopo }: ModoDoToken) {
  const campos = {
    grant_type: 'client_credentials',
    ...(escopo ? { scope: ESCOPO } : {}),
    ...(basic ? {} : { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) }),
  }
  const autorizacao = `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')}`
  return {
    headers: {
      ...(basic ? { authorization: autorizacao } : {}),
      'content-type': corpo === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: corpo === 'json' ? JSON.stringify(campos) : new URLSearchParams(campos).toString(),
  }
}

/** The URL below the base; the base's own query (an application's key) is sent with each call. */
function enderecoDe(base: string, caminho: string): string {
  const [antes, consulta] = base.split('?', 2)
  const url = `${antes!.replace(/\/$/, '')}${caminho}`
  return consulta ? `${url}${caminho.includes('?') ? '&' : '?'}${consulta}` : url
}

const DEMOROU = 'O PSP não respondeu a tempo.'
const ENCERRANDO = { tipo: 'sem_resposta', mensagem: 'O programa está encerrando.' } as const
const SEM_CONEXAO = 'Não foi possível conectar ao PSP.'
const ILEGIVEL = 'O PSP respondeu de um jeito que não se entende.'

const dormir = (ms: number) => new Promise<void>((pronto) => void setTimeout(pronto, ms).unref())

/** Undefined when the program ends first. */
async function ouFim<T>(espera: Promise<T>, fim: AbortSignal | undefined): Promise<T | undefined> {
  if (!fim) return espera
  const passou = new AbortController()
  const parou = once(fim, 'abort', { signal: passou.signal }).then(
    () => undefined,
    () => undefined,
  )
  const primeiro = await Promise.race([espera, parou])
  passou.abort() // nothing listens any longer
  return primeiro
}

function lerJson(texto: string): unknown {
  try {
    return texto === '' ? {} : JSON.parse(texto, semNulo)
  } catch {
    return null // a gateway's page
  }
}

/** The standard leaves out what there is not; some PSPs write null. */
function semNulo(this: unknown, _: string, valor: unknown): unknown {
  return valor === null && !Array.isArray(this) ? undefined : valor
}

function interpretar<T>(json: unknown, resposta: z.ZodType<T>): ResultadoDoPsp<T> {
  const lido = resposta.safeParse(json)
  return lido.success ? { tipo: 'ok', valor: lido.data } : { tipo: 'ilegivel', mensagem: ILEGIVEL }
}

/** Decided by the status; the PSP's own words are only shown. */
function falhaDe(http: number, json: unknown, esperaMs: number | null): FalhaDoPsp {
  const { type, title, violacoes, ...deles } = ProblemaDoPsp.catch({}).parse(json)
  const razao = violacoes?.find((uma) => uma.razao)?.razao
  const dita = deles.detail ?? deles.mensagem ?? deles.erros?.[0]?.mensagem ?? deles.error_description ?? deles.message
  const partes = [dita ?? title, razao].filter((um) => um !== undefined)
  const dito = [...new Set(partes)].join(' ')
  const mensagem = cortar(limparTexto(dito), 300) || `O PSP respondeu com o código ${http}.`
  if (http === 429 || http >= 500) return { tipo: 'indisponivel', http, mensagem, esperaMs }
  return { tipo: 'recusada', http, codigo: /\/(\w{1,60})$/.exec(type ?? '')?.[1] ?? null, mensagem }
}

/** Seconds, or the instant at which it ends: by the PSP's own clock, where the answer tells it. */
function esperaPedida({ 'retry-after': pedida, date }: Dispatcher.ResponseData['headers']): number | null {
  if (typeof pedida !== 'string') return null
  if (/^\d{1,6}$/.test(pedida)) return Number(pedida) * 1000
  const [fim, agora] = [Date.parse(pedida), Date.parse(String(date))]
  const ms = fim - (Number.isNaN(agora) ? Date.now() : agora)
  return ms > 0 ? ms : null
}
