import { createHash, randomBytes } from 'node:crypto'
import type { Agendador } from './agendador.ts'
import { RecusaGraph } from './erros.ts'
import { type MidiaEmulada, novoId } from './mundo.ts'

interface Guardada extends MidiaEmulada {
  bytes: Buffer
  sha256: Buffer
  /** Id of the company's number that it belongs to. */
  numero: string
  /** Until when it can be had; scheduler's clock. */
  ate: number
}

const VALIDADE_DO_ENDERECO_MS = 5 * 60_000
const TRINTA_DIAS_MS = 30 * 86_400_000
const MEGA = 2 ** 20
const KILO = 2 ** 10
/** What may be uploaded, up to which size. */
const ACEITOS: [RegExp, number][] = [
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, 16 * MEGA],
  [/^image\/(jpeg|png)$/, 5 * MEGA],
  [/^image\/webp$/, 500 * KILO],
  [/^video\/(mp4|3gpp)$/, 16 * MEGA],
  [
    /^(text\/plain|application\/(pdf|msword|vnd\.(ms-(excel|powerpoint)|openxmlformats-officedocument\..+)))$/,
    100 * MEGA,
  ],
]

/** Refuses a kind of file that Meta does not take, or one too large of its kind. */
export function conferirArquivo(mime: string, tamanho: number): void {
  const tipo = mime.split(';')[0]!.trim()
  const maximo = ACEITOS.find(([padrao]) => padrao.test(tipo))?.[1]
  if (maximo === undefined) {
    const detalhe = `Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, audio/amr, audio/ogg, application/pdf, text/plain, image/jpeg, image/png, image/webp, video/mp4, video/3gpp. Received file of type '${tipo || 'application/octet-stream'}'.`
    throw new RecusaGraph(100, { detalhe })
  }
  if (tamanho > maximo)
    throw new RecusaGraph(131053, { detalhe: `File of type ${tipo} is larger than ${maximo} bytes.` })
}
const MAIOR_ACERVO = 64 * 1024 * 1024

/** Files sent and received: kept in memory up to a size, each address good for five minutes. */
export class Midias {
  readonly #guardadas = new Map<string, Guardada>()
  readonly #enderecos = new Map<string, { id: string; ate: number }>()
  readonly #agendador: Agendador
  readonly #numero: () => string
  #tamanho = 0

  /** `numero`: id of the number in use. */
  constructor(agendador: Agendador, numero: () => string) {
    this.#agendador = agendador
    this.#numero = numero
  }

  guardar(mime: string, nome: string | null, bytes: Buffer, numero = this.#numero()): Guardada {
    const ate = this.#agendador.agoraMs() + TRINTA_DIAS_MS
    const sha256 = createHash('sha256').update(bytes).digest()
    const midia = { id: novoId(6000), mime, nome, bytes, sha256, numero, ate }
    this.#guardadas.set(midia.id, midia)
    this.#tamanho += bytes.length
    for (const antiga of this.#guardadas.values()) {
      if (this.#tamanho <= MAIOR_ACERVO || antiga === midia) break
      this.apagar(antiga.id)
    }
    return midia
  }

  obter(id: string): Guardada | undefined {
    const midia = this.#guardadas.get(id)
    return midia && midia.ate > this.#agendador.agoraMs() ? midia : undefined
  }

  /** As it may be sent: only from the number that it belongs to. */
  ficha(id: string): MidiaEmulada | undefined {
    const midia = this.obter(id)
    if (midia?.numero !== this.#numero()) return undefined
    return { id: midia.id, mime: midia.mime, nome: midia.nome }
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
