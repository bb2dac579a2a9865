import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { lugarAnotado } from '#server/db/identidade.ts'

/** Room on the disk of a folder, in bytes, as an ordinary user has it. */
export interface Disco {
  pasta: string
  livre: number
  total: number
  /** False when the system refuses to write there, however much room there is. */
  gravavel: boolean
}

const GIB = 2 ** 30
const POUCO_BYTES = 2 * GIB

/** Little is left: under a tenth, or 2 GiB of a large disk. Said while there is still time to do something. */
export const quaseCheio = ({ livre, total }: Disco): boolean => livre < Math.min(total / 10, POUCO_BYTES)

/** The disks of the company's folder, and of its conversations' files and embedded database where they lie elsewhere; each disk once. */
export async function lerDiscos(pastaDados: string): Promise<Disco[]> {
  const chegada = join(pastaDados, 'uploads')
  const discos = [await lerDisco(chegada, pastaDados)]
  const vistos = [await discoDe(chegada)]
  for (const onde of [join(pastaDados, 'midias'), lugarAnotado(pastaDados) ?? join(pastaDados, 'postgresql')]) {
    const qual = await discoDe(onde)
    if (qual === null || vistos.includes(qual)) continue
    vistos.push(qual)
    discos.push(await lerDisco(onde, onde))
  }
  return discos
}

/** The system's number of the disk that a folder is on; null where there is no such folder. */
const discoDe = (pasta: string): Promise<number | null> =>
  stat(pasta).then(
    ({ dev }) => dev,
    () => null,
  )

async function lerDisco(onde: string, pasta: string): Promise<Disco> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(onde).catch((erro: NodeJS.ErrnoException) => {
    if (erro.code !== 'ENOENT') throw erro
    throw new FalhaAoIniciar(`Falta a pasta ${onde}: confira DATA_DIR. O sistema a faz quando inicia.`)
  })
  const semArquivos = files > 0 && ffree === 0
  const gravavel = await access(onde, constants.W_OK).then(
    () => true,
    () => false,
  )
  return { pasta, livre: semArquivos ? 0 : bavail * bsize, total: blocks * bsize, gravavel }
}
