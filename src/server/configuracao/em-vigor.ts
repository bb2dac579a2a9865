import type { FastifyBaseLogger } from 'fastify'

/** Other nodes hear of a change within this time. */
const VALIDADE_MS = 1_000

/** Settings that every call needs: read once a second, and again after a reading that failed. */
export class LeituraEmVigor<T> {
  readonly #ler: () => Promise<T>
  #lida: { valor: Promise<T>; ate: number } | undefined

  constructor(ler: () => Promise<T>) {
    this.#ler = ler
  }

  valor(): Promise<T> {
    const agora = performance.now()
    if (!this.#lida || this.#lida.ate <= agora) {
      const valor = this.#ler()
      this.#lida = { valor, ate: agora + VALIDADE_MS }
      valor.catch(() => {
        if (this.#lida?.valor === valor) this.#lida = undefined
      })
    }
    return this.#lida.valor
  }

  /** The settings changed: the next call reads them again. */
  esquecer() {
    this.#lida = undefined
  }
}

/** One client as long as its settings stay the same; the previous one is closed. */
export class ClienteEmVigor<A, C extends { fechar(): Promise<void> }> {
  readonly #criar: (acesso: A) => C
  readonly #log: FastifyBaseLogger
  #atual: { chave: string; cliente: C } | undefined

  constructor(criar: (acesso: A) => C, log: FastifyBaseLogger) {
    this.#criar = criar
    this.#log = log
  }

  de(acesso: A): C {
    const chave = JSON.stringify(acesso)
    if (this.#atual?.chave !== chave) {
      const antigo = this.#atual?.cliente
      this.#atual = { chave, cliente: this.#criar(acesso) }
      antigo?.fechar().catch((erro: unknown) => this.#log.warn({ err: erro }, 'a conexão anterior não fechou bem'))
    }
    return this.#atual.cliente
  }

  async fechar() {
    await this.#atual?.cliente.fechar()
  }
}
