import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { porqueFalhou } from './falha-ao-iniciar.ts'

/**
 * A secret that is made once and kept in DATA_DIR, readable only by its owner. It is whole on the disk before it
 * has its name: a power cut never leaves half a key behind.
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
  await gravarInteiro(arquivo, segredo)
  return segredo
}

/** Whole on the disk before it has its name; readable by its owner only. */
export async function gravarInteiro(arquivo: string, texto: string): Promise<void> {
  const novo = await open(`${arquivo}.novo`, 'w', 0o600)
  try {
    await novo.writeFile(`${texto}\n`)
    await novo.sync()
  } finally {
    await novo.close()
  }
  await rename(`${arquivo}.novo`, arquivo)
}
