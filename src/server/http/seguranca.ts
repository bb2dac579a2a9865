import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { hashesDosScripts } from '#server/http/web.ts'

/** Where avatars made of initials come from; the app draws them itself when it cannot be reached. */
const AVATARES = 'https://ui-avatars.com'

const UM_ANO_S = 31_536_000

/** Device features that our pages never use. */
const SEM_APARELHOS = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((nome) => `${nome}=()`)
  .join(', ')

/**
 * The usual security headers. Of inline scripts, only those of our own pages; styles may be inline, as those pages have them.
 * They are the same for every answer: worked out once, since working them out anew is a seventh of what an answer costs.
 */
export async function protegerPaginas(app: FastifyInstance, origem: string) {
  const cabecalhos = { ...(await cabecalhosDe(origem.startsWith('https:'))), 'permissions-policy': SEM_APARELHOS }
  app.addHook('onRequest', (_request, reply, seguir) => {
    reply.headers(cabecalhos)
    seguir()
  })
}

/** The headers that helmet sets on a bare answer. */
async function cabecalhosDe(comTls: boolean) {
  const sonda = Fastify()
  await sonda.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...hashesDosScripts()],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', AVATARES],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // TLS ends at the proxy. With https, HSTS covers this host; its subdomains are not ours to bind.
    strictTransportSecurity: comTls && { maxAge: UM_ANO_S, includeSubDomains: false },
    // A screen's URL may contain what was searched for, so no Referer is sent.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  sonda.get('/', (_request, reply) => reply.status(204).send())
  const { headers } = await sonda.inject('/')
  await sonda.close()
  return Object.fromEntries(Object.entries(headers).filter(([nome]) => !DE_QUALQUER_RESPOSTA.includes(nome))) as Record<
    string,
    string
  >
}

const DE_QUALQUER_RESPOSTA = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
