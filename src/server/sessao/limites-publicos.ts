import { MuitasTentativas } from '#domain/erros.ts'
import { criarVagas } from '#server/jobs/vagas.ts'

/** A token bucket: its size, and its refill per second. */
interface Bucket {
  cabem: number
  porSegundo: number
}

/** Per address, and for all together. */
export interface Limites {
  deUm: Bucket
  deTodos: Bucket
}

/** Above this many addresses, those with a full bucket are forgotten. */
const CONHECIDOS = 20_000
/** How long after a detailed refusal an address gets only the short sentence. */
const DITO_POR_MS = 60_000

const MUITOS = 'Há pedidos demais neste momento. Espere um pouco e tente de novo.'

/** An address, or all together, exceeded the limit: 429 with one sentence, without any lookup. */
export class PedidosDemais extends MuitasTentativas {
  constructor(esperaEmSegundos: number) {
    super(esperaEmSegundos, MUITOS)
    this.name = 'PedidosDemais'
  }
}

interface Folga {
  restam: number
  em: number
  /** When it last got the detailed refusal. */
  dito?: number
}

/** Limits of what anybody on the internet may ask: on this node, since it is its processor that is kept free. */
export class LimitesPublicos {
  readonly #deQuem = new Map<string, Folga>()
  readonly #limites: Limites
  readonly #agora: () => number
  #deTodos: Folga

  /** `agora`: milliseconds of a clock. */
  constructor(limites: Limites, agora: () => number) {
    this.#limites = limites
    this.#agora = agora
    this.#deTodos = { restam: limites.deTodos.cabem, em: agora() }
  }

  /** Counts one request of an address: 0, or the seconds to wait when it or all together exceed their limit. */
  contar(endereco: string): number {
    const { deUm, deTodos } = this.#limites
    const em = this.#agora()
    const folga = noInstante(this.#deQuem.get(endereco) ?? { restam: deUm.cabem, em }, deUm, em)
    const todos = noInstante(this.#deTodos, deTodos, em)
    // Refused too: counted from a clock that is set back later, nobody would pass until it gets there again.
    this.#deQuem.set(endereco, folga)
    this.#deTodos = todos
    if (this.#deQuem.size > CONHECIDOS) this.#esquecer(em)
    if (folga.restam < 1) return espera(folga, deUm)
    if (todos.restam < 1) return espera(todos, deTodos)
    folga.restam -= 1
    todos.restam -= 1
    return 0
  }

  /**
   * Is this an address's first refusal in a minute? It is answered and logged as usual; later ones only with the short
   * sentence.
   */
  primeiraVez(endereco: string): boolean {
    const folga = this.#deQuem.get(endereco)
    const em = this.#agora()
    if (!folga || em - (folga.dito ?? Number.NEGATIVE_INFINITY) < DITO_POR_MS) return false
    folga.dito = em
    return true
  }

  #esquecer(em: number) {
    const { deUm } = this.#limites
    for (const [quem, folga] of this.#deQuem)
      if (noInstante(folga, deUm, em).restam >= deUm.cabem) this.#deQuem.delete(quem)
    // All are recent: an attack from many addresses, which the common limit stops.
    if (this.#deQuem.size > CONHECIDOS) this.#deQuem.clear()
  }
}

const noInstante = ({ restam, em: desde, ...resto }: Folga, { cabem, porSegundo }: Bucket, em: number): Folga => ({
  ...resto,
  restam: Math.min(cabem, restam + (Math.max(0, em - desde) / 1000) * porSegundo),
  em,
})

const espera = ({ restam }: Folga, { porSegundo }: Bucket) => Math.max(1, Math.ceil((1 - restam) / porSegundo))

/** Limits concurrency and the queue; beyond them throws 429. */
export const criarVez = (aoMesmoTempo: number, esperam: number) =>
  criarVagas(aoMesmoTempo, (quantos) => {
    if (quantos >= esperam) throw new PedidosDemais(2)
  }).naSuaVez
