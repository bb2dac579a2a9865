import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whole on the disk before it has its name; readable by its owner only. */
export async function gravarInteiro(arquivo: string, texto: string): Promise<void> {
  await renomear(await gravarAoLado(arquivo, texto), arquivo)
}

/** The name is on the disk too: after a power cut the file is not under its old one, or under none. */
export async function renomear(de: string, para: string): Promise<void> {
  await rename(de, para)
  await firmarPasta(para)
}

/** As `renomear`, of a file that others wrote: its bytes are on the disk before its name. */
export async function porNoLugar(de: string, para: string): Promise<void> {
  const arquivo = await open(de, 'r+') // some systems sync nothing that is open only to be read
  try {
    await arquivo.sync()
  } finally {
    await arquivo.close()
  }
  await renomear(de, para)
}

export async function firmarPasta(arquivo: string) {
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
export async function gravarAoLado(arquivo: string, texto: string): Promise<string> {
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
