import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** What fits in one packet gains nothing. */
const MINIMO = 1_400
const ACEITA_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/**
 * What a list answers goes compressed to who takes it so: an eighth of it, over a phone's network; and the customer's page, also as it
 * comes back with a form that was refused. The token goes in a header and never in a cookie, and the page's cookie is never sent for another
 * site, so that none can have a session's answers measured.
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
