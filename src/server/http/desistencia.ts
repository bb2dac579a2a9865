import type { FastifyReply } from 'fastify'

/** Ends when whoever asked goes away before the answer is theirs. */
export function sinalDe({ raw }: FastifyReply): AbortSignal {
  const controle = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controle.abort()
  })
  return controle.signal
}
