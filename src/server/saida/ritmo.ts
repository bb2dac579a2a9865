import { setTimeout as esperar } from 'node:timers/promises'

const JANELA_MS = 1_000

/** How long the pace takes to be whole again after it was cut to nothing. */
const RECUPERAR_MS = 60_000
/** Refusals of one moment are one refusal: what was already on its way is refused as well. */
const MESMO_MOMENTO_MS = 1_000
const MENOR_PARTE = 1 / 32

/**
 * At most `maximo` sends in any second, or `limitar`'s fewer; fewer still for a while after Meta said that it was too much; and none while
 * everything is told to wait.
 */
export class Ritmo {
  readonly #instantes: number[]
  readonly #relogio: () => number
  #teto: number
  #proximo = 0
  #paradoAte = 0
  #parte = 1
  #freadoEm = Number.NEGATIVE_INFINITY

  /** `relogio` is the machine's, in milliseconds: a pace is not business time. */
  constructor(maximo: number, relogio: () => number = () => performance.now()) {
    this.#instantes = new Array<number>(maximo).fill(Number.NEGATIVE_INFINITY)
    this.#teto = maximo
    this.#relogio = relogio
  }

  /** What the number bears now: never more than the maximum. */
  limitar(porSegundo: number) {
    this.#teto = Math.min(porSegundo, this.#instantes.length)
  }

  get porSegundo(): number {
    return this.#teto
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

  /** Meta said that it was too much: half the pace, which comes back over a minute. */
  frear() {
    const agora = this.#relogio()
    if (agora - this.#freadoEm < MESMO_MOMENTO_MS) return
    this.#parte = Math.max(MENOR_PARTE, this.#parteAgora(agora) / 2)
    this.#freadoEm = agora
  }

  #parteAgora = (agora: number) => Math.min(1, this.#parte + Math.max(0, agora - this.#freadoEm) / RECUPERAR_MS)

  #esperaMs(agora: number): number {
    const total = this.#instantes.length
    const limite = Math.max(1, Math.floor(this.#teto * this.#parteAgora(agora)))
    const maisAntigo = this.#instantes[(this.#proximo - limite + total) % total] ?? 0
    return Math.max(0, maisAntigo + JANELA_MS - agora, this.#paradoAte - agora)
  }

  async esperar(sinal: AbortSignal, maximoMs: number) {
    const ms = Math.min(Math.ceil(this.esperaMs()), maximoMs)
    await esperar(Math.max(1, ms), undefined, { signal: sinal }).catch(() => undefined) // an abort ends the wait
  }
}
