import { type Logger, pino } from 'pino'

/**
 * JSON lines on the standard output. Addresses lose their query, where searches carry names and documents and Meta's
 * handshake a token; headers and bodies are never written.
 */
export const criarDiario = (nivel: string): Logger =>
  pino({
    level: nivel,
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        url: request.url.split('?')[0],
        ip: request.ip,
      }),
      err: pino.stdSerializers.err,
    },
  })
