import { createHash, randomBytes } from 'node:crypto'
import type { Agendador } from './agendador.ts'
import { type MidiaEmulada, novoId } from './mundo.ts'

interface Guardada extends MidiaEmulada {
  bytes: Buffer
  sha256: Buffer
}

const VALIDADE_DO_ENDERECO_MS = 5 * 60_000
const MAIOR_ACERVO = 64 * 1024 * 1024

/** Files sent and received: kept in memory up to a size, each address good for five minutes. */
export class Midias {
  readonly #guardadas = new Map<string, Guardada>()
  readonly #enderecos = new Map<string, { id: string; ate: number }>()
  readonly #agendador: Agendador
  #tamanho = 0

  constructor(agendador: Agendador) {
    this.#agendador = agendador
  }

  guardar(mime: string, nome: string | null, bytes: Buffer): Guardada {
    const midia = { id: novoId(6000), mime, nome, bytes, sha256: createHash('sha256').update(bytes).digest() }
    this.#guardadas.set(midia.id, midia)
    this.#tamanho += bytes.length
    for (const antiga of this.#guardadas.values()) {
      if (this.#tamanho <= MAIOR_ACERVO || antiga === midia) break
      this.apagar(antiga.id)
    }
    return midia
  }

  obter(id: string): Guardada | undefined {
    return this.#guardadas.get(id)
  }

  ficha(id: string): MidiaEmulada | undefined {
    const midia = this.#guardadas.get(id)
    return midia && { id: midia.id, mime: midia.mime, nome: midia.nome }
  }

  apagar(id: string): boolean {
    const midia = this.#guardadas.get(id)
    if (midia) this.#tamanho -= midia.bytes.length
    return this.#guardadas.delete(id)
  }

  /** A fresh address's secret part. */
  enderecar(id: string): string {
    const agora = this.#agendador.agoraMs()
    for (const [chave, { ate }] of this.#enderecos) {
      if (ate > agora) break
      this.#enderecos.delete(chave)
    }
    const chave = randomBytes(12).toString('base64url')
    this.#enderecos.set(chave, { id, ate: agora + VALIDADE_DO_ENDERECO_MS })
    return chave
  }

  porEndereco(chave: string): Guardada | undefined {
    const endereco = this.#enderecos.get(chave)
    if (!endereco || endereco.ate <= this.#agendador.agoraMs()) return undefined
    return this.#guardadas.get(endereco.id)
  }
}
