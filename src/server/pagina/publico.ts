import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Proibido } from '#domain/erros.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Routes } from '#server/http/tipos.ts'
import type { Servicos } from '#server/servicos.ts'
import { criarVez } from '#server/sessao/limites-publicos.ts'
import type { DaPagina } from './atos.actions.ts'
import { abrirLink, type LinkAberto, naoEntrou } from './porta.actions.ts'
import { criarSessoesDaPagina, type SessoesDaPagina } from './sessao.ts'

/** Where the page's routes are put. */
export type Rotas = Parameters<Routes>[0]

/** For calls without a file: texts of a thousand characters and a list of accounts. */
const MAIOR_CORPO = 64 * 1024
/** Limits of concurrent and waiting public work: the rest of the processor and of the connections is for the desk. */
const AO_MESMO_TEMPO = 6
const ESPERAM = 60

/** `warn` keeps the page's URLs, which hold tokens, out of the log; errors are still logged. */
export const OPCOES = {
  config: { publica: true, limite: 'pagina' },
  logLevel: 'warn',
  bodyLimit: MAIOR_CORPO,
  exposeHeadRoute: true,
} as const

/** What both faces of the page, its calls and its HTML, do alike. */
export interface Publico {
  servicos: Servicos
  naSuaVez: ReturnType<typeof criarVez>
  sessoes: SessoesDaPagina
  /** The link of the address asked for. */
  link(request: FastifyRequest): Promise<LinkAberto>
  /** The same, of whoever typed the digits. */
  dentro(request: FastifyRequest): Promise<DaPagina>
  entrou(request: FastifyRequest, link: LinkAberto): boolean
  /** Before a call's body is looked at: 404 for a link that leads nowhere, whatever was sent with it. */
  antesComLink(request: FastifyRequest): Promise<void>
  /** The same, and 401 for whoever has not typed the digits. */
  antesDentro(request: FastifyRequest): Promise<void>
}

export const tokenDe = (request: FastifyRequest): string => (request.params as { token: string }).token

export function criarPublico(servicos: Servicos): Publico {
  const { db, relogio, chaveSecreta, origem } = servicos
  const sessoes = criarSessoesDaPagina(chaveSecreta, origem.startsWith('https:'))
  const link = async (request: FastifyRequest) => {
    const achado = await abrirLink(db, tokenDe(request), relogio.agora())
    request.linkId = achado.id
    return achado
  }
  const entrou = (request: FastifyRequest, { id }: LinkAberto) =>
    sessoes.aberta(request.headers.cookie, id, relogio.agora())
  const dentro = async (request: FastifyRequest) => {
    const achado = await link(request)
    if (!entrou(request, achado)) throw naoEntrou()
    return { link: achado, agora: relogio.agora(), ip: request.ip }
  }
  const naSuaVez = criarVez(AO_MESMO_TEMPO, ESPERAM)
  const antes = (conferir: (request: FastifyRequest) => Promise<unknown>) => (request: FastifyRequest) =>
    naSuaVez(async () => {
      await conferir(request)
    })
  return {
    servicos,
    naSuaVez,
    sessoes,
    link,
    dentro,
    entrou,
    antesComLink: antes(link),
    antesDentro: antes(dentro),
  }
}

/** Not cached, not indexed by search engines, not revealed to linked sites. */
const SEM_RASTRO = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Every public call: its own headers, and no act for another site. */
export function guardarPublico(app: FastifyInstance, origem: string) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SEM_RASTRO)
    if (request.method === 'POST') recusarDeFora(request, origem)
  })
}

/**
 * Acts must come from the page itself. A form on a page with `no-referrer` sends `Origin: null`, which the browser
 * vouches for in `Sec-Fetch-Site`; browsers too old for that send the page's cookie only from the page
 * (`SameSite=Strict`).
 */
function recusarDeFora({ headers, routeOptions }: FastifyRequest, origem: string) {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const deFormulario = routeOptions.url?.startsWith('/c/') === true
  const semNome = origin === 'null' && (deCasa(site) || (site === undefined && deFormulario))
  const daqui = origin === undefined || origin === new URL(origem).origin || semNome
  if (!daqui || (site !== undefined && !deCasa(site)))
    throw new Proibido('Este pedido veio de outro site. Abra a página pelo link da mensagem.')
}

const deCasa = (site: string | string[] | undefined) => site === 'same-origin' || site === 'none'

/** Stores no response for the idempotency key, only that it was done. */
export const semResposta = (acao: (trx: Trx) => Promise<unknown>) => async (trx: Trx) => {
  await acao(trx)
  return null
}
