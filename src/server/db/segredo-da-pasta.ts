import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { firmarPasta, gravarAoLado } from './arquivo-inteiro.ts'
import { porqueFalhou } from './falha-ao-iniciar.ts'

/**
 * A secret created once and stored in DATA_DIR, readable only by its owner. The file is complete on disk before it gets its name,
 * so a power cut never leaves half a key. If several programs start together on one folder, the first creates it and the others
 * use that one.
 */
export async function segredoDaPasta(pastaDados: string, nome: string, fazer: () => string): Promise<string> {
  const arquivo = join(pastaDados, nome)
  try {
    return (await ler(arquivo)) ?? (await guardar(arquivo, fazer()))
  } catch (erro) {
    throw porqueFalhou(erro, pastaDados)
  }
}

async function ler(arquivo: string): Promise<string | undefined> {
  try {
    return (await readFile(arquivo, 'utf8')).trim()
  } catch (erro) {
    if ((erro as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw erro
  }
}

async function guardar(arquivo: string, segredo: string): Promise<string> {
  const novo = await gravarAoLado(arquivo, segredo)
  try {
    await link(novo, arquivo)
  } catch (erro) {
    if ((erro as NodeJS.ErrnoException).code === 'EEXIST') return (await ler(arquivo)) ?? segredo
    await rename(novo, arquivo) // a disk without links
  } finally {
    await rm(novo, { force: true })
  }
  await firmarPasta(arquivo)
  return segredo
}
