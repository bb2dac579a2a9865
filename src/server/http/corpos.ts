import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What bodies still coming may hold of memory together; each alone is bounded by its route. */
const JUNTOS_EM_BYTES = 128 * 1_048_576
/** The time for a complete body over a slow line. Uploaded files have longer: they go to disk as they arrive. */
const PRAZO_MS = 60_000
/** More than any file that is taken, and than one sent by mistake: beyond it nobody waits for an answer. */
const UM_EM_BYTES = 512 * 1_048_576
const OLHADA_MS = 250
const AVISO_MS = 60_000
/** Bytes that may have come with the headers, in one read of the socket. */
const PRIMEIRA_LEITURA = 65_536

interface Chegando {
  raw: IncomingMessage
  desde: number
  lidosAntes: number
  lidosNaOlhada?: number
}

/**
 * A body is in memory until its end, which a stranger may never send, before its sender is known. Over the limit, idle
 * connections are closed first, then the oldest: an honest body arrives within moments. None is read without end, not even
 * to throw it away: a form's that goes to disk, and the rest of one that was answered.
 */
export function limitarCorpos(app: FastifyInstance, juntosEmBytes = JUNTOS_EM_BYTES, umEmBytes = UM_EM_BYTES) {
  /** What each connection had read when the body that it still brings began. */
  const lidosAntes = new Map<IncomingMessage, number>()
  const medir = (raw: IncomingMessage) => {
    if (raw.complete || lidosAntes.has(raw)) return
    lidosAntes.set(raw, lidosDe(raw))
    const acabou = () => lidosAntes.delete(raw)
    raw.once('end', acabou).once('close', acabou)
  }
  // In the order in which they began.
  const chegando = new Map<IncomingMessage, Chegando>()
  let [avisadoEm, cortados] = [Number.NEGATIVE_INFINITY, 0]
  app.addHook('preParsing', (request, _reply, corpo, seguir) => {
    const { raw } = request
    medir(raw)
    if (temCorpo(request) && !vaiAoDisco(request)) {
      chegando.set(raw, { raw, desde: performance.now(), lidosAntes: lidosDe(raw) })
      const chegou = () => chegando.delete(raw)
      raw.once('end', chegou).once('close', chegou)
    }
    seguir(null, corpo)
  })
  // The rest of a refused body is discarded.
  app.addHook('onSend', (request, _reply, corpo, seguir) => {
    chegando.delete(request.raw)
    medir(request.raw)
    seguir(null, corpo)
  })
  const largar = ({ raw }: Pick<Chegando, 'raw'>) => {
    chegando.delete(raw)
    raw.destroy()
    cortados += 1
  }
  const relogio = setInterval(() => {
    const agora = performance.now()
    for (const [raw, antes] of lidosAntes) if (lidosDe(raw) - antes > umEmBytes) largar({ raw })
    for (const um of chegando.values()) {
      if (um.raw.complete)
        chegando.delete(um.raw) // whole, and not yet read
      else if (agora - um.desde > PRAZO_MS) largar(um)
    }
    const todos = [...chegando.values()]
    let juntos = todos.reduce((soma, um) => soma + bytesDe(um), 0)
    for (const um of new Set([...todos.filter((um) => lidosDe(um.raw) === um.lidosNaOlhada), ...todos])) {
      if (juntos <= juntosEmBytes) break
      juntos -= bytesDe(um)
      largar(um)
    }
    for (const um of todos) um.lidosNaOlhada = lidosDe(um.raw)
    if (cortados === 0 || agora - avisadoEm < AVISO_MS) return
    app.log.warn({ cortados }, 'pedidos cujo corpo não chegava ao fim foram largados')
    ;[avisadoEm, cortados] = [agora, 0]
  }, OLHADA_MS).unref()
  app.addHook('onClose', async () => clearInterval(relogio))
}

const temCorpo = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Where forms with files are read, by whoever may send them; elsewhere the same words are a body as any other. */
const vaiAoDisco = ({ headers, server }: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') && server.hasContentTypeParser('multipart/form-data')

/** At most the bytes received on the connection, and the declared size. */
const bytesDe = ({ raw, lidosAntes }: Chegando) =>
  Math.min(
    Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY),
    Math.min(PRIMEIRA_LEITURA, lidosAntes) + lidosDe(raw) - lidosAntes,
  )

/** By its connection. */
const lidosDe = ({ socket }: IncomingMessage) => socket.bytesRead ?? 0
