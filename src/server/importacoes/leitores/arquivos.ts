import { open, readFile } from 'node:fs/promises'
import { ArquivoGrande } from '#server/http/envio.ts'
import { ArquivoIlegivel } from './erros.ts'
import { type ArquivoLido, LIMITES_ZIP, lerZip } from './zip.ts'

const GZIP = Buffer.from([0x1f, 0x8b]).toString('latin1')

export interface Upload {
  caminho: string
  tamanho: number
  /** The name it came under. */
  arquivo: string
}

/** The one file, or those of a zip, which is known by its first bytes, whatever its name. */
export async function* abrirArquivos({ caminho, tamanho, arquivo }: Upload): AsyncGenerator<ArquivoLido> {
  const inicio = await lerInicio(caminho)
  if (inicio.startsWith('PK')) return yield* lerZip(caminho)
  if (/^(Rar!|7z)/.test(inicio) || inicio.startsWith(GZIP))
    throw new ArquivoIlegivel('Este tipo de arquivo compactado não é aberto. Envie um .zip ou o próprio XML.')
  if (tamanho > LIMITES_ZIP.bytesPorArquivo)
    throw new ArquivoGrande(
      `Um XML de nota não passa de ${LIMITES_ZIP.bytesPorArquivo / 1_048_576} MiB. Para enviar muitos, use um .zip.`,
    )
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
