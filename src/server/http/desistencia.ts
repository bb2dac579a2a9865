import type { FastifyReply } from 'fastify'

/** Aborted when the client disconnects before it is answered. */
export function sinalDe({ raw }: FastifyReply): AbortSignal {
  const controle = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controle.abort()
  })
  return controle.signal
}
