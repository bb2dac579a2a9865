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
  // UTF-16 declared in single-byte characters is a lie that editors leave behind.
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

export type Codificacao = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Finds the encoding of a text file as its bytes go by: BOM, else strict UTF-8, else windows-1252. */
export class DetectorDeCodificacao {
  #bom: Codificacao | null = null
  #inicio = true
  #utf8: InstanceType<typeof TextDecoder> | null = new TextDecoder('utf-8', { fatal: true })

  ver(pedaco: Buffer) {
    if (this.#inicio) this.#bom = deBom(pedaco)
    this.#inicio = false
    if (!this.#bom) this.#conferir(() => this.#utf8?.decode(pedaco, { stream: true }))
  }

  fim(): Codificacao {
    if (this.#bom) return this.#bom
    this.#conferir(() => this.#utf8?.decode())
    return this.#utf8 ? 'utf-8' : 'windows-1252'
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
