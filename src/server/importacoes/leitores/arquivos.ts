import { open, readFile } from 'node:fs/promises'
import { CamposInvalidos } from '#domain/erros.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { type ArquivoLido, LIMITES_ZIP, lerZip } from './zip.ts'

const GZIP = Buffer.from([0x1f, 0x8b]).toString('latin1')

export interface Upload {
  caminho: string
  tamanho: number
  /** The name it came under. */
  arquivo: string
}

export interface Abertos {
  arquivos: AsyncIterable<ArquivoLido>
  fechar(): Promise<unknown>
}

/** A zip is known by its first bytes, whatever its name. Reads as far as proves that it can be opened. */
export async function abrirArquivos({ caminho, tamanho, arquivo }: Upload): Promise<Abertos> {
  const inicio = await lerInicio(caminho)
  if (inicio.startsWith('PK')) return comPrimeiro(lerZip(caminho))
  if (/^(Rar!|7z)/.test(inicio) || inicio.startsWith(GZIP))
    throw new CamposInvalidos({
      arquivo_xml: ['Este tipo de arquivo compactado não é aberto. Envie um .zip ou o próprio XML.'],
    })
  if (tamanho > LIMITES_ZIP.bytesPorArquivo)
    throw new ArquivoGrande(
      `Um XML de nota não passa de ${LIMITES_ZIP.bytesPorArquivo / 1_048_576} MiB. Para enviar muitos, use um .zip.`,
    )
  const bytes = await readFile(caminho)
  const unico = async function* () {
    yield { arquivo, bytes }
  }
  return { arquivos: unico(), fechar: async () => undefined }
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

/** Pulls the first file now, so that a zip which cannot be opened is refused before anything begins. */
async function comPrimeiro(zip: AsyncGenerator<ArquivoLido>): Promise<Abertos> {
  const primeiro = await zip.next()
  const todos = async function* () {
    if (primeiro.done) return
    yield primeiro.value
    yield* zip
  }
  return { arquivos: todos(), fechar: () => zip.return(undefined) }
}
