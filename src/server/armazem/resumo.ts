import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The SHA-256 of a file, by which an identical one is recognised. */
export async function resumoDoArquivo(caminho: string): Promise<Buffer> {
  const resumo = createHash('sha256')
  await pipeline(createReadStream(caminho), resumo)
  return resumo.digest()
}
