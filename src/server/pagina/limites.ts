import { setTimeout as pausa } from 'node:timers/promises'
import { MuitasTentativas } from '#domain/erros.ts'

/** Of one address, and of all together: so many at once, and so many a second from then on. */
interface Balde {
  cabem: number
  porSegundo: number
}

/** A phone's network shows thousands by one address: what they do on the morning of a run is below, what a program does soon above. */
const DE_UM: Balde = { cabem: 300, porSegundo: 5 }
const DE_TODOS: Balde = { cabem: 600, porSegundo: 60 }
/** Public work that goes on at once: what is left of the processor and of the connections is the desk's. */
const AO_MESMO_TEMPO = 6
const ESPERAM = 60
/** Full again, an address is forgotten; with more than this known, the full ones go. */
const CONHECIDOS = 20_000

/** Who is refused waits for it, and longer the more do: programs that ask again as soon as they are answered are refused some 200 times a second. */
const RECUSA_MS = 1_000
const RECUSAS_POR_SEGUNDO = 200
const SEGUROS = 2_000

const MUITOS = 'Há pedidos demais neste momento. Espere um pouco e tente de novo.'

interface Folga {
  restam: number
  em: number
}

/** Limits of what anybody on the internet may ask: on this node, since it is its processor that is kept free. */
export class LimitesPublicos {
  readonly #deQuem = new Map<string, Folga>()
  readonly #agora: () => number
  readonly #pausar: (ms: number) => Promise<unknown>
  #deTodos: Folga
  #seguros = 0
  #fazendo = 0
  readonly #fila: (() => void)[] = []

  /** `agora`: milliseconds of a clock that only goes forward. `pausar`: lets so many of them go by, and holds no process up. */
  constructor(
    agora: () => number = () => performance.now(),
    pausar: (ms: number) => Promise<unknown> = (ms) => pausa(ms, undefined, { ref: false }),
  ) {
    this.#agora = agora
    this.#pausar = pausar
    this.#deTodos = { restam: DE_TODOS.cabem, em: agora() }
  }

  /** Throws 429 when this address, or everybody, asked too much. */
  contar(endereco: string): void {
    const em = this.#agora()
    const folga = this.#deQuem.get(endereco) ?? { restam: DE_UM.cabem, em }
    this.#deQuem.set(endereco, tomar(folga, DE_UM, em))
    if (this.#deQuem.size > CONHECIDOS) this.#esquecer(em)
    this.#deTodos = tomar(this.#deTodos, DE_TODOS, em)
  }

  /** The same, and the refusal comes late; at once when too many wait for theirs already. */
  async admitir(endereco: string): Promise<void> {
    try {
      this.contar(endereco)
    } catch (recusa) {
      if (this.#seguros < SEGUROS) {
        this.#seguros += 1
        await this.#pausar(RECUSA_MS + (this.#seguros * 1000) / RECUSAS_POR_SEGUNDO).finally(() => {
          this.#seguros -= 1
        })
      }
      throw recusa
    }
  }

  /** Runs it when it is its turn; a line that is too long already takes nobody more. */
  async fazer<T>(trabalho: () => Promise<T>): Promise<T> {
    if (this.#fazendo >= AO_MESMO_TEMPO) {
      if (this.#fila.length >= ESPERAM) throw new MuitasTentativas(2, MUITOS)
      await new Promise<void>((vez) => this.#fila.push(vez))
    } else this.#fazendo += 1
    try {
      return await trabalho()
    } finally {
      const seguinte = this.#fila.shift()
      if (seguinte) seguinte()
      else this.#fazendo -= 1
    }
  }

  #esquecer(em: number) {
    for (const [quem, { restam, em: desde }] of this.#deQuem)
      if (restam + ((em - desde) / 1000) * DE_UM.porSegundo >= DE_UM.cabem) this.#deQuem.delete(quem)
    // All of them asked just now: an attack with many addresses, for which the bound of all together is there.
    if (this.#deQuem.size > CONHECIDOS) this.#deQuem.clear()
  }
}

function tomar({ restam, em: desde }: Folga, { cabem, porSegundo }: Balde, em: number): Folga {
  const ha = Math.min(cabem, restam + ((em - desde) / 1000) * porSegundo)
  if (ha < 1) throw new MuitasTentativas(Math.ceil((1 - ha) / porSegundo), MUITOS)
  return { restam: ha - 1, em }
}
