import { DIA_MS } from '#domain/data.ts'
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

const UMA_HORA_MS = 3_600_000

/** Calls about the account, its number and its templates: so many in a moving hour. */
export class Gestao {
  readonly #quando: number[] = []

  cabe(porHora: number, agora: number): boolean {
    while (this.#quando.length > 0 && this.#quando[0]! <= agora - UMA_HORA_MS) this.#quando.shift()
    if (this.#quando.length >= porHora) return false
    this.#quando.push(agora)
    return true
  }
}

/** People reached outside the window in a moving 24 hours: only so many different ones. */
export class Alcance {
  /** When each was last reached, in the order of time; business clock. */
  readonly #alcancados = new Map<string, number>()

  /** Counts this person, or says that there is no room for one more. `maximo` -1: no limit. */
  cabe(pessoa: string, maximo: number, agora: number): boolean {
    if (maximo < 0) return true
    for (const [um, quando] of this.#alcancados) {
      if (quando > agora - DIA_MS) break
      this.#alcancados.delete(um)
    }
    if (!this.#alcancados.has(pessoa) && this.#alcancados.size >= maximo) return false
    this.#alcancados.delete(pessoa)
    this.#alcancados.set(pessoa, agora)
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
