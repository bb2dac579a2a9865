import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** An answer that fits in one packet gains nothing from compression. */
const MINIMO = 1_400
const ACEITA_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/**
 * Compresses GET answers (to an eighth, on a phone's network) and the customer's page, also when it answers a refused
 * form. BREACH does not apply: the token goes in a header, never in a cookie, and the page's cookie is never sent from
 * another site.
 */
export const comprimirRespostas = (app: FastifyInstance) =>
  app.addHook<unknown>('onSend', (request, reply, corpo, seguir) => {
    if (typeof corpo !== 'string' || corpo.length < MINIMO) return seguir(null, corpo)
    if (request.method !== 'GET' && !String(reply.getHeader('content-type')).startsWith('text/html'))
      return seguir(null, corpo)
    if (reply.hasHeader('content-encoding')) return seguir(null, corpo)
    reply.header('vary', 'accept-encoding')
    if (!ACEITA_GZIP.test(String(request.headers['accept-encoding'] ?? ''))) return seguir(null, corpo)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(corpo, seguir)
  })
