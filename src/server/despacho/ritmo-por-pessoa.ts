/** Meta allows one message to a person every 6 seconds, and bursts of up to 45: we use less. */
const INTERVALO_MS = 6_000
const RAJADA = 10
/** Above this many entries, those without a wait are dropped. */
const MUITOS = 10_000

/** The pace of messages to each person: a few go at once, as people write; then one each 6 seconds. */
export class RitmoPorPessoa {
  readonly #livreEm = new Map<number, number>()
  readonly #relogio: () => number

  /** `relogio` is the machine's, in milliseconds. */
  constructor(relogio: () => number = () => performance.now()) {
    this.#relogio = relogio
  }

  /** Takes one send to this person, or gives how many milliseconds it must wait. */
  tomar(contatoId: number): number {
    const agora = this.#relogio()
    const livre = Math.max(this.#livreEm.get(contatoId) ?? 0, agora)
    const espera = livre - agora - INTERVALO_MS * (RAJADA - 1)
    if (espera > 0) return espera
    if (this.#livreEm.size > MUITOS) this.#esquecer(agora)
    this.#livreEm.set(contatoId, livre + INTERVALO_MS)
    return 0
  }

  #esquecer(agora: number) {
    for (const [contatoId, livre] of this.#livreEm) if (livre <= agora) this.#livreEm.delete(contatoId)
  }
}
