import type { FastifyInstance, FastifyReply } from 'fastify'

/** Answers left open (silent numbers, live updates) are cut when the host closes. */
export class Abertas {
  readonly #respostas = new Set<FastifyReply['raw']>()

  constructor(app: FastifyInstance) {
    app.addHook('preClose', async () => {
      for (const resposta of this.#respostas) resposta.destroy()
    })
  }

  guardar(reply: FastifyReply): FastifyReply['raw'] {
    reply.hijack()
    this.#respostas.add(reply.raw)
    reply.raw.once('close', () => this.#respostas.delete(reply.raw))
    return reply.raw
  }
}
