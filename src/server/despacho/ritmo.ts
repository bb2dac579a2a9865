import { setTimeout as esperar } from 'node:timers/promises'

const JANELA_MS = 1_000
/** The fraction of a second's quota that may leave at once. */
const RAJADA = 1 / 10

/** How long the pace takes to be whole again after it was cut to nothing. */
const RECUPERAR_MS = 60_000
/** Refusals within this time count as one: requests already on their way are refused too. */
const MESMO_MOMENTO_MS = 1_000
const MENOR_PARTE = 1 / 32

/**
 * At most `maximo` sends in any second, or `limitar`'s fewer, evenly: a tenth of a second's share at once; fewer still
 * for a while after Meta said that it was too much; and none while everything is told to wait.
 */
export class Ritmo {
  readonly #instantes: number[]
  readonly #relogio: () => number
  #teto: number
  #proximo = 0
  /** When the next send would be due if they left one by one at equal distances. */
  #vez = Number.NEGATIVE_INFINITY
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

  /** Sends in a second, as it goes now. */
  get porSegundo(): number {
    return Math.max(1, Math.floor(this.#teto * this.#parteAgora(this.#relogio())))
  }

  /** Takes up to so many sends from the pace; 0 when it must wait first. */
  tomar(quantos: number): number {
    const agora = this.#relogio()
    let tomados = 0
    while (tomados < quantos && this.#esperaMs(agora, 1) === 0) {
      this.#instantes[this.#proximo] = agora
      this.#proximo = (this.#proximo + 1) % this.#instantes.length
      this.#vez = Math.max(this.#vez, this.#maisCedo(agora)) + JANELA_MS / this.porSegundo
      tomados += 1
    }
    return tomados
  }

  /** The last `quantos` taken leave only now: their second counts from here. */
  saemAgora(quantos: number) {
    const total = this.#instantes.length
    const agora = this.#relogio()
    for (let i = 1; i <= Math.min(quantos, total); i += 1) this.#instantes[(this.#proximo - i + total) % total] = agora
  }

  /** Milliseconds until so many may go at once; more than a tenth of a second's share never may. */
  esperaMs(quantos = 1): number {
    return this.#esperaMs(this.#relogio(), Math.min(quantos, this.#rajada()))
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

  #rajada = () => Math.max(1, Math.floor(this.porSegundo * RAJADA))

  /** Unused capacity is kept only for one burst. */
  #maisCedo = (agora: number) => agora - ((this.#rajada() - 1) * JANELA_MS) / this.porSegundo

  #esperaMs(agora: number, quantos: number): number {
    const [total, limite] = [this.#instantes.length, this.porSegundo]
    const maisAntigo = this.#instantes[(this.#proximo - limite + quantos - 1 + total) % total] ?? 0
    const vez = Math.max(this.#vez, this.#maisCedo(agora)) + ((quantos - 1) * JANELA_MS) / limite
    return Math.max(0, vez - agora, maisAntigo + JANELA_MS - agora, this.#paradoAte - agora)
  }

  async esperar(sinal: AbortSignal, maximoMs: number, quantos = 1) {
    const ms = Math.min(Math.ceil(this.esperaMs(quantos)), maximoMs)
    await esperar(Math.max(1, ms), undefined, { signal: sinal }).catch(() => undefined) // an abort ends the wait
  }
}
