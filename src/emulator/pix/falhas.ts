import type { FastifyReply } from 'fastify'
import type { Agendador } from '../agendador.ts'

/** What goes wrong with the next calls. */
export type Falha =
  /** Refused by the rate limit, or by a server that is down. */
  | { como: 'status'; http: 429 | 500 | 503 | 504; retryAfter?: number }
  /** A gateway's page instead of the API's answer. */
  | { como: 'pagina' }
  /** Done, and the answer never comes. */
  | { como: 'sem_resposta' }
  /** Answered, but late. */
  | { como: 'lenta'; ms: number }

const PAGINA = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Faults to come, one a call, in their order. */
export class Falhas {
  readonly #fila: Falha[] = []
  readonly #agendador: Agendador
  constructor(agendador: Agendador) {
    this.#agendador = agendador
  }

  /** Makes the next `vezes` calls fail this way. */
  provocar(falha: Falha, vezes = 1): void {
    this.#fila.push(...Array.from({ length: vezes }, () => falha))
  }

  /** How many are still to come. */
  get restam(): number {
    return this.#fila.length
  }

  esquecer(): void {
    this.#fila.length = 0
  }

  proxima(): Falha | undefined {
    return this.#fila.shift()
  }

  /** Answers in the API's stead, or waits; true when it has answered. */
  async antes(falha: Falha, reply: FastifyReply): Promise<boolean> {
    if (falha.como === 'lenta') await new Promise<void>((pronto) => this.#agendador.agendar(falha.ms, pronto))
    if (falha.como === 'lenta' || falha.como === 'sem_resposta') return false
    if (falha.como === 'pagina') await reply.status(502).type('text/html').send(PAGINA)
    else {
      if (falha.retryAfter !== undefined) void reply.header('retry-after', String(falha.retryAfter))
      await reply.status(falha.http).send({ message: `status ${falha.http}` })
    }
    return true
  }
}
