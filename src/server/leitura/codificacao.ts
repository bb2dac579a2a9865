import { BalancaDeBytes, type Codificacao, type CodificacaoAchada, decodificar850 } from '#domain/codificacao.ts'
import { ArquivoIlegivel } from './erros.ts'

/**
 * The bytes of an XML as text: a BOM decides, else the declared encoding; what claims to be UTF-8
 * and is not was saved by an old editor as windows-1252.
 */
export function decodificarXml(bytes: Buffer): string {
  if (bytes.length >= 2 && (bytes.readUInt16BE(0) === 0xfffe || bytes.readUInt16BE(0) === 0xfeff))
    return decodificar(bytes, bytes[0] === 0xff ? 'utf-16le' : 'utf-16be')
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf) return decodificarUtf8(bytes)
  const declarada = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1]
  if (!declarada || /^utf-?8$/i.test(declarada)) return decodificarUtf8(bytes)
  // UTF-16 declared in a file of single bytes is left over from an editor, and wrong.
  return /^utf-?16/i.test(declarada) ? decodificarUtf8(bytes) : decodificar(bytes, declarada)
}

function decodificarUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decodificar(bytes: Buffer, rotulo: string): string {
  try {
    return new TextDecoder(rotulo, { fatal: true }).decode(bytes)
  } catch {
    throw new ArquivoIlegivel(`Não é possível ler o arquivo na codificação "${rotulo}".`)
  }
}

/** Finds the encoding of a text file as its bytes go by: BOM, else strict UTF-8, else what its accents say. */
export class DetectorDeCodificacao {
  #bom: Codificacao | null = null
  #inicio = true
  #utf8: InstanceType<typeof TextDecoder> | null = new TextDecoder('utf-8', { fatal: true })
  readonly #balanca = new BalancaDeBytes()

  ver(pedaco: Buffer) {
    if (this.#inicio) this.#bom = deBom(pedaco)
    this.#inicio = false
    if (this.#bom) return
    this.#balanca.ver(pedaco)
    this.#conferir(() => this.#utf8?.decode(pedaco, { stream: true }))
  }

  fim(): CodificacaoAchada {
    if (this.#bom) return { codificacao: this.#bom, certa: true }
    this.#conferir(() => this.#utf8?.decode())
    return this.#utf8 ? { codificacao: 'utf-8', certa: true } : this.#balanca.fim()
  }

  #conferir(decodificar: () => unknown) {
    try {
      decodificar()
    } catch {
      this.#utf8 = null
    }
  }
}

function deBom(pedaco: Buffer): Codificacao | null {
  if (pedaco.length >= 3 && pedaco.readUIntBE(0, 3) === 0xefbbbf) return 'utf-8'
  if (pedaco.length < 2) return null
  const marca = pedaco.readUInt16BE(0)
  return marca === 0xfffe ? 'utf-16le' : marca === 0xfeff ? 'utf-16be' : null
}

/** Decodes a text piece by piece; code page 850 is none that the platform knows. */
export const criarDecodificador = (codificacao: Codificacao): { decode(pedaco?: Buffer, opcoes?: object): string } =>
  codificacao === 'ibm850'
    ? { decode: (pedaco) => (pedaco ? decodificar850(pedaco) : '') }
    : new TextDecoder(codificacao)
