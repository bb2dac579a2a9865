import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * JSON lines on the standard output. Addresses lose their query, where searches carry names and documents and Meta's
 * handshake a token; headers and bodies are never written.
 */
export const criarLogger = (nivel: string | null, destino: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level: nivel ?? 'info',
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: semToken(request.url.split('?')[0]!),
          ip: request.ip,
        }),
        err: erroSemDados,
      },
    },
    destino,
  )

/**
 * The address of a customer's page opens it: what follows its `/c/` is written nowhere, however the address was spelt. Nor is the
 * secret in the PSP's address.
 */
const semToken = (caminho: string): string =>
  caminho.replace(/^((?:\w+:\/)?(?:\/[^/]*)*?\/(?:c|%63|webhooks\/pix)\/)[^/]+/i, '$1…')

/** On a terminal the demonstration logs only warnings, so that the printed logins stay in sight. */
export const nivelNaDemonstracao = (pedido: string | null, terminal: boolean): string =>
  pedido ?? (terminal ? 'warn' : 'info')

/** The error's message and stack; not a driver error's other fields, which contain its connection and the refused row. */
function erroSemDados(erro: unknown): Record<string, unknown> {
  const { type, message, stack } = pino.stdSerializers.err(erro as Error)
  const { code, constraint, table, cause } = erro as { [campo in 'code' | 'constraint' | 'table' | 'cause']?: unknown }
  return {
    type,
    message,
    stack,
    code,
    constraint,
    table,
    ...(cause instanceof Error ? { cause: erroSemDados(cause) } : {}),
  }
}
