import type { Agendador } from './agendador.ts'
import type { Aparelho } from './mundo.ts'

/** Messages a second of the business number, with up to one second's worth saved up. */
export class Vazao {
  #saldo = Number.POSITIVE_INFINITY
  #quando: number
  readonly #agendador: Agendador

  constructor(agendador: Agendador) {
    this.#agendador = agendador
    this.#quando = agendador.agoraMs()
  }

  cabe(porSegundo: number): boolean {
    const agora = this.#agendador.agoraMs()
    this.#saldo = Math.min(porSegundo, this.#saldo + ((agora - this.#quando) / 1000) * porSegundo)
    this.#quando = agora
    if (this.#saldo < 1) return false
    this.#saldo -= 1
    return true
  }
}

const INTERVALO_MS = 6000
const RAJADA = 45

/** One message to one user each 6 s, with a burst of 45 borrowed from the time to come. */
export function parLivre(aparelho: Aparelho, agora: number): boolean {
  const livre = Math.max(aparelho.parLivreEm, agora)
  if (livre - agora > INTERVALO_MS * (RAJADA - 1)) return false
  aparelho.parLivreEm = livre + INTERVALO_MS
  return true
}
