import type { FastifyInstance, FastifyRequest } from 'fastify'

const LIMITES = {
  /** What bodies still coming may hold of memory together; each alone is bounded by its route. */
  juntosEmBytes: 128 * 1_048_576,
  /** For a whole one, over a slow line. Files of a form have longer: they go to the disk as they come. */
  prazoMs: 60_000,
  olhadaMs: 250,
}
const AVISO_MS = 60_000
/** What may have come with the headers, in one read of the socket. */
const PRIMEIRA_LEITURA = 65_536

interface Chegando {
  request: FastifyRequest
  desde: number
  bytesAntes: number
}

/**
 * A body is held in memory until its end, which a stranger may never send, before anything says who they are. The oldest
 * are let go: an honest one is there within moments.
 */
export function limitarCorpos(app: FastifyInstance, { juntosEmBytes, prazoMs, olhadaMs } = LIMITES) {
  // In the order in which they began.
  const chegando = new Set<Chegando>()
  let avisadoEm = Number.NEGATIVE_INFINITY
  app.addHook('preParsing', (request, _reply, corpo, seguir) => {
    const { raw } = request
    if (temCorpo(request) && !vaiAoDisco(request)) {
      const este = { request, desde: performance.now(), bytesAntes: raw.socket.bytesRead ?? 0 }
      chegando.add(este)
      const chegou = () => chegando.delete(este)
      raw.once('end', chegou).once('close', chegou)
    }
    seguir(null, corpo)
  })
  const relogio = setInterval(() => {
    const agora = performance.now()
    for (const um of chegando) if (um.request.raw.complete) chegando.delete(um) // whole, and not yet read
    let juntos = [...chegando].reduce((soma, um) => soma + bytesDe(um), 0)
    const antes = chegando.size
    for (const um of chegando) {
      if (juntos <= juntosEmBytes && agora - um.desde <= prazoMs) break
      juntos -= bytesDe(um)
      chegando.delete(um)
      um.request.raw.destroy()
    }
    if (chegando.size === antes || agora - avisadoEm < AVISO_MS) return
    avisadoEm = agora
    app.log.warn({ cortados: antes - chegando.size }, 'pedidos cujo corpo não chegava ao fim foram largados')
  }, olhadaMs).unref()
  app.addHook('onClose', async () => clearInterval(relogio))
}

const temCorpo = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Where forms with files are read, by whoever may send them; elsewhere the same words are a body as any other. */
const vaiAoDisco = ({ headers, server }: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') && server.hasContentTypeParser('multipart/form-data')

const bytesDe = ({ request: { raw }, bytesAntes }: Chegando) =>
  PRIMEIRA_LEITURA + (raw.socket.bytesRead ?? 0) - bytesAntes
