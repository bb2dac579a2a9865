import { setTimeout as esperar } from 'node:timers/promises'

const JANELA_MS = 1_000

/** At most `porSegundo` sends in any second; and none while everything is told to wait. */
export class Ritmo {
  readonly #instantes: number[]
  readonly #relogio: () => number
  #proximo = 0
  #paradoAte = 0

  /** `relogio` is the machine's, in milliseconds: a pace is not business time. */
  constructor(porSegundo: number, relogio: () => number = () => performance.now()) {
    this.#instantes = new Array<number>(porSegundo).fill(Number.NEGATIVE_INFINITY)
    this.#relogio = relogio
  }

  /** Takes up to so many sends from the pace; 0 when it must wait first. */
  tomar(quantos: number): number {
    const agora = this.#relogio()
    let tomados = 0
    while (tomados < quantos && this.#esperaMs(agora) === 0) {
      this.#instantes[this.#proximo] = agora
      this.#proximo = (this.#proximo + 1) % this.#instantes.length
      tomados += 1
    }
    return tomados
  }

  /** Milliseconds until one more may go. */
  esperaMs(): number {
    return this.#esperaMs(this.#relogio())
  }

  /** Meta asked everything from this number to wait. */
  pausar(segundos: number) {
    this.#paradoAte = Math.max(this.#paradoAte, this.#relogio() + segundos * 1_000)
  }

  #esperaMs(agora: number): number {
    const maisAntigo = this.#instantes[this.#proximo] ?? 0
    return Math.max(0, maisAntigo + JANELA_MS - agora, this.#paradoAte - agora)
  }

  async esperar(sinal: AbortSignal, maximoMs: number) {
    const ms = Math.min(Math.ceil(this.esperaMs()), maximoMs)
    await esperar(Math.max(1, ms), undefined, { signal: sinal }).catch(() => undefined) // an abort ends the wait
  }
}
