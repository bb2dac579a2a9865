import type { Socket } from 'node:net'
import { setTimeout as pausa } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SEM_HOOKS } from '#server/http/erros.ts'
import type { LimiteDeFora } from '#server/http/tipos.ts'
import { criarLinksVivos } from '#server/links/links-vivos.ts'
import { ehPublico } from '#server/rede/publico.ts'
import type { Servicos } from '#server/servicos.ts'
import { origemDe } from './endereco.ts'
import { type Limites, LimitesPublicos, PedidosDemais } from './limites-publicos.ts'
import { criarNavegadores } from './navegador.ts'

/** What anybody may call without a session, by whose limits: a route says which in its `config`. */
const LIMITES = {
  /** A mobile network puts thousands behind one address: enough for the morning of a run, little for a program. */
  pagina: { deUm: { cabem: 300, porSegundo: 5 }, deTodos: { cabem: 600, porSegundo: 60 } },
  /** A whole company may sign in at eight from one address; wrong passwords are limited separately (`tentativas.ts`). */
  entrada: { deUm: { cabem: 300, porSegundo: 10 }, deTodos: { cabem: 6_000, porSegundo: 200 } },
} satisfies Record<LimiteDeFora, Limites>
/** Whoever holds a link that lives is no guesser: of a flood, they have a limit that strangers cannot use up. */
const DE_LINKS: Limites = { deUm: { cabem: 60, porSegundo: 1 }, deTodos: { cabem: 600, porSegundo: 60 } }

/** Refusals are delayed, the more so the more are waiting: all clients together get at most some 200 per second. */
const RECUSA_MS = 1_000
const RECUSAS_POR_SEGUNDO = 200
const SEGUROS = 1_000

/**
 * Rate-limits requests from outside before anything else: no session, header or body is touched, and of the database only whether a
 * link lives, for all at once, so that thousands per second take little from the desk.
 */
export function limitarPublico(
  app: FastifyInstance,
  { db, relogio, chaveSecreta, origem }: Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta' | 'origem'>,
) {
  const agora = () => relogio.deFora().getTime()
  const limites = {
    pagina: new LimitesPublicos(LIMITES.pagina, agora),
    entrada: new LimitesPublicos(LIMITES.entrada, agora),
  }
  const navegadores = criarNavegadores(chaveSecreta, origem.startsWith('https:'))
  const recusar = criarRecusa()
  const comLink = criarPassagem(
    criarLinksVivos(db, () => relogio.agora()),
    new LimitesPublicos(DE_LINKS, agora),
  )
  app.addHook('onRequest', (request, reply, seguir) => {
    const { limite } = request.routeOptions.config
    if (!limite) return seguir()
    barrar(request, reply, limite).then(() => seguir(), seguir)
  })
  async function barrar(request: FastifyRequest, reply: FastifyReply, limite: LimiteDeFora) {
    const de = origemDe(request.ip)
    const espera = limites[limite].contar(de)
    if (espera === 0) return
    // A browser where somebody signed in before is not blocked because of strangers at the same address.
    if (limite === 'entrada' && navegadores.nosso(request.headers.cookie, relogio.agora())) return
    const primeira = limites[limite].primeiraVez(de)
    if (await comLink(request)) return
    if (primeira) {
      if (deProxyAlheio(request)) request.log.warn({ de: request.ip }, PROXY_ALHEIO)
      reply.headers({ ...SEM_HOOKS, 'x-request-id': request.id })
      throw new PedidosDemais(espera)
    }
    await recusar(request, reply, espera)
  }
}

/** Lets through whose link lives, within its own limit; one question at a time on a connection, which may send hundreds at once. */
function criarPassagem(vive: (token: string) => Promise<boolean>, limites: LimitesPublicos) {
  const perguntando = new WeakSet<Socket>()
  return async ({ params, raw: { socket } }: FastifyRequest): Promise<boolean> => {
    const { token } = params as { token?: string }
    if (token === undefined || perguntando.has(socket)) return false
    perguntando.add(socket)
    const achado = await vive(token)
    perguntando.delete(socket)
    return achado && limites.contar(token) === 0
  }
}

/** A proxy inside the network that is not trusted: everybody behind it counts as one address. */
const deProxyAlheio = ({ ip, socket, headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress && !ehPublico(ip)
const PROXY_ALHEIO =
  'pedidos demais de um endereço interno, que repassa os de outros: se é o seu proxy, ponha-o em TRUSTED_PROXIES'

/**
 * Answers on the raw response and closes the connection, so that nothing more on it is read. Delayed, so that immediate
 * retries cost the desk nothing; at once when too many are waiting already.
 */
export function criarRecusa(pausar: (ms: number) => Promise<unknown> = (ms) => pausa(ms, undefined, { ref: false })) {
  const esperando = new Set<Socket>()
  return async function recusar({ raw, url, id }: FastifyRequest, reply: FastifyReply, espera: number): Promise<void> {
    reply.hijack()
    const { socket } = raw
    // A second request on a connection that is waiting for its refusal: drop it.
    if (esperando.has(socket)) return void socket.destroy()
    if (esperando.size < SEGUROS) {
      esperando.add(socket)
      await pausar(RECUSA_MS + (esperando.size * 1000) / RECUSAS_POR_SEGUNDO)
      esperando.delete(socket)
    }
    const { tipo, corpo } = url.startsWith('/api/') ? EM_JSON : EM_HTML
    reply.raw
      .writeHead(429, {
        ...SEM_HOOKS,
        'content-type': tipo,
        'content-length': corpo.length,
        'retry-after': String(espera),
        'x-request-id': id,
        connection: 'close',
      })
      .end(corpo)
  }
}

const FRASE = new PedidosDemais(1).message
const EM_JSON = { tipo: 'application/json; charset=utf-8', corpo: Buffer.from(JSON.stringify({ message: FRASE })) }
/** The same for a browser: whole without styles, script or the company's name, for which nobody is asked. */
export const EM_HTML = {
  tipo: 'text/html; charset=utf-8',
  corpo: Buffer.from(
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<meta name="robots" content="noindex, nofollow"><title>Um momento</title></head><body><h1>Um momento</h1><p>${FRASE}</p></body></html>`,
  ),
}
