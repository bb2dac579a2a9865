import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/** Whole on the disk before it has its name; readable by its owner only. */
export async function gravarInteiro(arquivo: string, texto: string): Promise<void> {
  await renomear(await gravarAoLado(arquivo, texto), arquivo)
}

/** The name is on the disk too: after a power cut the file is not under its old one, or under none. */
export async function renomear(de: string, para: string): Promise<void> {
  await rename(de, para)
  await firmarPasta(para)
}

async function firmarPasta(arquivo: string) {
  if (process.platform === 'win32') return // where no folder is opened
  let pasta: FileHandle | undefined
  try {
    pasta = await open(dirname(arquivo), 'r')
    await pasta.sync()
  } catch (erro) {
    if (!SEM_FIRMAR.includes((erro as NodeJS.ErrnoException).code ?? '')) throw erro
  } finally {
    await pasta?.close()
  }
}

/** Some disks, as those of a network, take it of files only; and a folder that may be written to need not be one to be read. */
const SEM_FIRMAR = ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'ENOSYS']

/** Under a name that no other program on the same folder uses. */
async function gravarAoLado(arquivo: string, texto: string): Promise<string> {
  const caminho = `${arquivo}.${randomUUID()}.novo`
  const novo = await open(caminho, 'wx', 0o600)
  try {
    await novo.writeFile(`${texto}\n`)
    await novo.sync()
  } finally {
    await novo.close()
  }
  return caminho
}
