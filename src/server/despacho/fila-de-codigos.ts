import type { Servicos } from '#server/servicos.ts'
import { type ComCodigo, porCodigos } from './codigos.actions.ts'
import { devolver } from './devolucao.actions.ts'
import type { Reivindicada } from './reivindicacao.actions.ts'

/** A PSP may take two seconds per code: messages for this many seconds of sending wait for it at most. */
const SEGUNDOS_DE_FOLGA = 3

interface Pronto {
  lote: Reivindicada[]
  vistas: number
  em: number
}

/** Messages whose code a PSP is making, beside those that go out meanwhile: nobody waits for another's. */
export class FilaDeCodigos {
  readonly #servicos: Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>
  readonly #pedindo = new Set<Promise<void>>()
  readonly #prontos: Pronto[] = []
  #quantas = 0

  constructor(servicos: Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>) {
    this.#servicos = servicos
  }

  get vazia(): boolean {
    return this.#pedindo.size === 0 && this.#prontos.length === 0
  }

  pronto = (): Pronto | undefined => this.#prontos.shift()

  /** `em`: when they were claimed, from which their age counts. */
  pedir(mensagens: readonly (Reivindicada & ComCodigo)[], em: number) {
    if (mensagens.length === 0) return
    this.#quantas += mensagens.length
    const pedido = this.#fazer(mensagens, em).finally(() => {
      this.#quantas -= mensagens.length
      this.#pedindo.delete(pedido)
    })
    this.#pedindo.add(pedido)
  }

  /** Waits before more is claimed than codes can be made for in time. */
  async haLugar(porSegundo: number) {
    while (this.#quantas > Math.max(1, porSegundo * SEGUNDOS_DE_FOLGA)) await Promise.race(this.#pedindo)
  }

  /** Returns the claimed messages that will not be sent. */
  async desistir(): Promise<number[]> {
    await Promise.all(this.#pedindo)
    return this.#prontos.splice(0).flatMap(({ lote }) => lote.map(({ id }) => id))
  }

  async #fazer(mensagens: readonly (Reivindicada & ComCodigo)[], em: number) {
    try {
      const lote = await porCodigos(this.#servicos, mensagens)
      this.#prontos.push({ lote, vistas: lote.length, em })
    } catch (erro) {
      this.#servicos.log.error(
        { err: erro },
        'os códigos de um lote não foram gravados; as mensagens voltam para a fila',
      )
      const ids = mensagens.map(({ id }) => id)
      // The database is away: the next lock holder puts them back.
      await devolver(this.#servicos.db, ids).catch(() => undefined)
    }
  }
}
