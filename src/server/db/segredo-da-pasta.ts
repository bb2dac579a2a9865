import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { firmarPasta, gravarAoLado } from './arquivo-inteiro.ts'
import { porqueFalhou } from './falha-ao-iniciar.ts'

/**
 * A secret that is made once and kept in DATA_DIR, readable only by its owner. It is whole on the disk before it
 * has its name: a power cut never leaves half a key behind. Of programs that start together on one folder the first
 * makes it, and the others take what it made.
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
