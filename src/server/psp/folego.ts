import type { ResultadoDoPsp } from './chamadas.ts'

const FALHAS_SEGUIDAS = 3
const DESCANSO_MS = 15_000
const MAIOR_DESCANSO_MS = 300_000

/** Circuit breaker: a PSP that does not answer would delay every message by two seconds. */
export class Folego {
  #falhas = 0
  #ate = Number.NEGATIVE_INFINITY
  readonly #agoraMs: () => number

  constructor(agoraMs: () => number = () => performance.now()) {
    this.#agoraMs = agoraMs
  }

  emFalta = (): boolean => this.#agoraMs() < this.#ate

  respondeu(resultado: ResultadoDoPsp<unknown>): void {
    // A refusal is an answer: the next charge may be another.
    if (resultado.tipo === 'ok' || resultado.tipo === 'recusada') this.recomecar()
    else this.#falhou(resultado.tipo === 'indisponivel' ? resultado.esperaMs : null)
  }

  #falhou(pedidaMs: number | null) {
    this.#falhas += 1
    if (pedidaMs === null && this.#falhas < FALHAS_SEGUIDAS) return
    this.#ate = this.#agoraMs() + Math.min(Math.max(pedidaMs ?? 0, DESCANSO_MS), MAIOR_DESCANSO_MS)
  }

  recomecar(): void {
    this.#falhas = 0
    this.#ate = Number.NEGATIVE_INFINITY
  }
}
