/** Tuesday, 10:00 in São Paulo. */
export const INICIO = '2026-11-24T13:00:00.000Z'

/** A clock that stands still until a test moves it. */
export class RelogioDeTeste {
  #agora: Date
  constructor(instante = INICIO) {
    this.#agora = new Date(instante)
  }
  agora(): Date {
    return new Date(this.#agora)
  }
  deFora(): Date {
    return this.agora()
  }
  mover(instante: string) {
    this.#agora = new Date(instante)
  }
  passar({ dias = 0, horas = 0, minutos = 0, segundos = 0 }) {
    this.#agora = new Date(this.#agora.getTime() + (((dias * 24 + horas) * 60 + minutos) * 60 + segundos) * 1000)
  }
}
