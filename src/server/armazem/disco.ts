import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pausa } from 'node:timers/promises'
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
  const vistos = [(await stat(chegada)).dev]
  for (const onde of [join(pastaDados, 'midias'), lugarAnotado(pastaDados) ?? join(pastaDados, 'postgresql')]) {
    const lido = await lerDeFora(onde)
    if (lido === null || vistos.includes(lido.qual)) continue
    vistos.push(lido.qual)
    discos.push(lido.disco)
  }
  return discos
}

/** With the system's number of the disk; null where there is no such folder. */
type Lido = { qual: number; disco: Disco } | null

const PRAZO_MS = 2_000
const perguntas = new Map<string, Promise<Lido>>()

/**
 * A network's disk that is away never answers, and keeps one of the process's few threads waiting: it is asked once, and meanwhile counts
 * as one that may not be written to.
 */
async function lerDeFora(onde: string): Promise<Lido> {
  const ler = async (): Promise<Lido> => {
    const ficha = await stat(onde).catch(() => null)
    return ficha && { qual: ficha.dev, disco: await lerDisco(onde, onde) }
  }
  const pergunta = perguntas.get(onde) ?? ler().finally(() => perguntas.delete(onde))
  perguntas.set(onde, pergunta)
  const calado = { qual: Number.NaN, disco: { pasta: onde, livre: 0, total: 0, gravavel: false } }
  return Promise.race([pergunta, pausa(PRAZO_MS, calado, { ref: false })])
}

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
