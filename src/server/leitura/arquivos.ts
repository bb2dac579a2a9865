import { open, readFile } from 'node:fs/promises'
import { ArquivoGrande } from '#server/http/envio.ts'
import { ArquivoIlegivel } from './erros.ts'
import { type ArquivoLido, lerZip, type RegrasDoZip } from './zip.ts'

const GZIP = Buffer.from([0x1f, 0x8b]).toString('latin1')

export interface Upload {
  caminho: string
  tamanho: number
  /** The name it came under. */
  arquivo: string
}

/** What is taken, in a zip or alone, with its own sentences. */
export interface RegrasDoEnvio extends RegrasDoZip {
  /** The sentence for an archive that is not a zip. */
  compactado: string
  /** The sentence for a file that is too large. */
  grande: string
}

/** The one file, or those of a zip, which is known by its first bytes, whatever its name. */
export async function* abrirArquivos(
  { caminho, tamanho, arquivo }: Upload,
  regras: RegrasDoEnvio,
): AsyncGenerator<ArquivoLido> {
  const inicio = await lerInicio(caminho)
  if (inicio.startsWith('PK')) return yield* lerZip(caminho, regras)
  if (/^(Rar!|7z)/.test(inicio) || inicio.startsWith(GZIP)) throw new ArquivoIlegivel(regras.compactado)
  if (tamanho > regras.bytesPorArquivo) throw new ArquivoGrande(regras.grande)
  yield { arquivo, bytes: await readFile(caminho) }
}

async function lerInicio(caminho: string): Promise<string> {
  const arquivo = await open(caminho)
  try {
    const { buffer, bytesRead } = await arquivo.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await arquivo.close()
  }
}
