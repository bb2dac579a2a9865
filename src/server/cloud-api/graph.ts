import type { Readable } from 'node:stream'
import { setTimeout as esperar } from 'node:timers/promises'
import { Agent, type Dispatcher, FormData, request } from 'undici'
import { ErroGraph } from '#contract/cloud-api.ts'
import { cortar } from '#domain/texto.ts'
import { lerTexto } from '#server/rede/corpo.ts'
import { EnderecoProibido, NAO_CHAMADO, type SaidaSegura, SO_HTTP_1 } from '#server/rede/saida-segura.ts'
import { type RegraErroMeta, regraDoErro } from './erros-meta.ts'

/** A refusal in Meta's own words, and what it means to us. */
export interface ErroMeta extends RegraErroMeta {
  codigo: number
  subcodigo: number | null
  http: number | null
  /** Meta's English, for logs. */
  mensagem: string
  detalhe: string | null
}

export type Falha =
  | { tipo: 'recusada'; erro: ErroMeta }
  | { tipo: 'nao_conectou'; detalhe: string }
  | { tipo: 'desconhecido'; detalhe: string }

export type RespostaGraph = { tipo: 'corpo'; http: number; corpo: unknown } | Falha
type Baixada = { tipo: 'ok'; valor: { mime: string; tamanho: number | null; corpo: Readable } } | Falha

export type Metodo = 'GET' | 'POST' | 'DELETE'

interface Opcoes {
  apiUrl: string
  token: string
  timeoutMs?: number
  conexoes?: number
  /** Keeps an address that a person typed from leading inside; absent when no person typed it. */
  saida?: SaidaSegura | undefined
}

/** Set the moment the first byte of a request may leave; whatever fails before then was not sent. */
interface Partida {
  saiu: boolean
}

/** 100 MB over a slow line. */
const PRAZO_DE_ARQUIVO = 5 * 60_000
const MAIOR_RESPOSTA = 4 * 1024 * 1024

/** A typed address that is not Meta's API fails after this time, whatever is there, so that timing reveals nothing. */
const DISCRICAO_MS = 8_000
const NAO_E_A_META = 'O endereço não respondeu como a API da Meta.'

/**
 * HTTP to the Graph API over kept connections. Every outcome of a call is a value; nothing expected is thrown. For an entered
 * address that is not Meta's, a closed or silent port and anything else give one sentence after one time, so that nobody can
 * probe what is behind an address. Long: every call shares the connections.
 */
export function abrirGraph({ apiUrl, token, timeoutMs = 20_000, conexoes = 128, saida }: Opcoes) {
  const base = apiUrl.replace(/\/+$/, '')
  const esperaMs = Math.min(timeoutMs, 10_000)
  const opcoesDoAgente = { connections: conexoes, pipelining: 1 }
  const agent = saida
    ? saida.abrir(opcoesDoAgente, esperaMs)
    : new Agent({ ...opcoesDoAgente, ...SO_HTTP_1, connect: { timeout: esperaMs } })
  const digitada = saida !== undefined && !saida.nomeado(base) && !daMeta(new URL(base))
  const discricaoMs = Math.min(timeoutMs, DISCRICAO_MS)
  const dispatcher = agent.compose(marcarPartida)
  const authorization = `Bearer ${token}`

  function pedir(url: string, opcoes: { method: Metodo; body?: string | FormData; prazo: number }, partida: Partida) {
    return request(url, {
      dispatcher,
      method: opcoes.method,
      body: opcoes.body ?? null,
      // A form says its own type, with the boundary.
      headers: { authorization, ...(typeof opcoes.body === 'string' ? { 'content-type': 'application/json' } : {}) },
      signal: AbortSignal.timeout(opcoes.prazo),
      opaque: partida,
    })
  }

  async function chamar(method: Metodo, caminho: string, corpo?: object): Promise<RespostaGraph> {
    const partida: Partida = { saiu: false }
    try {
      const body = corpo === undefined || corpo instanceof FormData ? corpo : JSON.stringify(corpo)
      const prazo = body instanceof FormData ? PRAZO_DE_ARQUIVO : digitada && method === 'GET' ? discricaoMs : timeoutMs
      const opcoes = { method, prazo, ...(body === undefined ? {} : { body }) }
      const resposta = await pedir(base + caminho, opcoes, partida)
      return interpretar(resposta.statusCode, await lerTexto(resposta.body, MAIOR_RESPOSTA))
    } catch (erro) {
      return falhaDaRede(erro, partida)
    }
  }

  return {
    async chamar(method: Metodo, caminho: string, corpo?: object): Promise<RespostaGraph> {
      if (!digitada) return chamar(method, caminho, corpo)
      const [resposta, aoMenos] = [chamar(method, caminho, corpo), esperar(discricaoMs)]
      const fim = await resposta
      // A call that was never made reveals nothing.
      if (fim.tipo === 'corpo' || fim.tipo === 'recusada' || fim.detalhe === NAO_CHAMADO) return fim
      await aoMenos
      return { tipo: fim.tipo, detalhe: NAO_E_A_META }
    },

    /** Media has its own host; the token is sent only to Meta's hosts and to the API's own. */
    async baixar(url: string, mime: string): Promise<Baixada> {
      if (!hostDeConfianca(url, base)) {
        return { tipo: 'desconhecido', detalhe: 'O endereço do arquivo não é da Meta, e por isso não foi aberto.' }
      }
      const partida: Partida = { saiu: false }
      try {
        const { statusCode, headers, body } = await pedir(url, { method: 'GET', prazo: PRAZO_DE_ARQUIVO }, partida)
        if (statusCode !== 200) return recusaDeMidia(statusCode, await lerTexto(body, MAIOR_RESPOSTA))
        const tamanho = Number(headers['content-length'])
        return { tipo: 'ok', valor: { mime, tamanho: Number.isSafeInteger(tamanho) ? tamanho : null, corpo: body } }
      } catch (erro) {
        return falhaDaRede(erro, partida)
      }
    },

    async fechar(prazoMs = 5_000): Promise<void> {
      const prazo = setTimeout(() => void agent.destroy(), prazoMs)
      await agent.close().finally(() => clearTimeout(prazo))
    },
  }
}

/**
 * undici calls `onRequestStart` when a connected socket is handed the request, right before the first byte.
 * An error before it (name not found, refused, no route, TLS, waiting for a free connection) never reached Meta.
 */
const marcarPartida: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (opcoes, handler) => {
  const partida = (opcoes as { opaque?: Partida }).opaque
  return dispatch(opcoes, {
    onRequestStart(controller, contexto) {
      handler.onRequestStart?.(controller, contexto)
      // One whose time was over while it waited for a connection is given up here, before the first byte.
      if (partida && !controller.aborted) partida.saiu = true
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  })
}

function falhaDaRede(erro: unknown, partida: Partida): Falha {
  const detalhe = descrever(erro)
  return partida.saiu ? { tipo: 'desconhecido', detalhe } : { tipo: 'nao_conectou', detalhe }
}

/** The cause in a few words, without the address, which may carry what should not be in a log. */
function descrever(erro: unknown): string {
  if (!(erro instanceof Error)) return 'Falha de rede desconhecida.'
  if (erro instanceof EnderecoProibido) return erro.message
  if (erro.name === 'TimeoutError') return 'A Meta não respondeu a tempo.'
  const causa = erro instanceof AggregateError ? erro.errors[0] : erro
  const codigo = (causa as { code?: unknown })?.code
  return typeof codigo === 'string' ? `Falha de rede (${codigo}).` : `Falha de rede: ${erro.message}`
}

/** A JSON error body is Meta's statement that nothing was done; anything else that is not a 2xx with JSON proves nothing. */
function interpretar(http: number, texto: string): RespostaGraph {
  const corpo = lerJson(texto)
  const erro = ErroGraph.safeParse(corpo)
  if (erro.success) return { tipo: 'recusada', erro: erroMeta(erro.data, http) }
  if (http >= 200 && http < 300 && corpo !== undefined) return { tipo: 'corpo', http, corpo }
  return { tipo: 'desconhecido', detalhe: `A resposta (${http}) não veio no formato da Meta.` }
}

function recusaDeMidia(http: number, texto: string): Falha {
  const lida = interpretar(http, texto)
  if (lida.tipo === 'recusada') return lida
  const detalhe =
    http === 404 ? 'O arquivo não está mais disponível na Meta.' : `O arquivo não pôde ser baixado (${http}).`
  return { tipo: 'desconhecido', detalhe }
}

function erroMeta({ error }: ErroGraph, http: number): ErroMeta {
  const dados = error.error_data
  const detalhe = typeof dados === 'string' ? dados : (dados?.details ?? error.error_user_msg ?? null)
  const subcodigo = error.error_subcode ?? null
  return {
    ...regraDoErro({ codigo: error.code, subcodigo, http, transitorio: error.is_transient ?? false }),
    codigo: error.code,
    subcodigo,
    http,
    mensagem: error.message,
    detalhe,
  }
}

/** Far above whatever Meta writes. */
const MAIOR_TEXTO = 10_000

/** Its texts go to the database and to screens: removes what the database refuses, and limits the length. */
const gravavel = (_: string, valor: unknown) =>
  typeof valor === 'string' ? cortar(valor.replaceAll('\0', '\ufffd').toWellFormed(), MAIOR_TEXTO) : valor

function lerJson(texto: string): unknown {
  try {
    return JSON.parse(texto, gravavel)
  } catch {
    return undefined // not JSON is an answer too: `interpretar` decides what it means
  }
}

const HOSTS_DA_META = /(?:^|\.)(?:fbsbx\.com|facebook\.com|fbcdn\.net|whatsapp\.net|whatsapp\.com)$/

function hostDeConfianca(url: string, base: string): boolean {
  const alvo = URL.parse(url)
  if (!alvo) return false
  return alvo.origin === new URL(base).origin || daMeta(alvo)
}

const daMeta = ({ protocol, port, hostname }: URL) =>
  protocol === 'https:' && port === '' && HOSTS_DA_META.test(hostname)
