import { isUtf8 } from 'node:buffer'
import { constants, type Stats } from 'node:fs'
import { access, copyFile, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { aindaChega, DESTINOS } from '#domain/pasta-vigiada.ts'
import { type Esperando, type Origem, PastaFora } from './origem.ts'

const NAO_COMUM = 'Isto não é um arquivo comum (é um atalho, ou outra coisa), e atalhos não são seguidos.'

/** Links are not followed, and opening a pipe that replaced a file does not block. */
const ABRIR = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Old programs name files in Latin 1; as text such a name would not be found again, so the bytes are kept. */
const emTexto = (nome: Buffer) => (isUtf8(nome) ? nome.toString() : nome.toString('latin1'))
const noLugar = (pasta: string, nome: Buffer) => Buffer.concat([Buffer.from(`${pasta}${sep}`), nome])

const marcaDe = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`

/**
 * A folder of this machine, or one that nodes share. A file is whole when two looks in a row find it the same, or when it was
 * renamed to a name that does not say it is still arriving; an empty one waits. Nothing in it is followed anywhere else. Long: its
 * four verbs share what the last look found.
 */
export function pastaEmDisco(configurada: string): Origem {
  /** What the last look found. */
  let vistos = new Map<string, string>()
  /** The names as the disk has them. */
  let nomes = new Map<string, Buffer>()
  const lugarDe = (nome: string) => noLugar(configurada, nomes.get(nome) ?? Buffer.from(nome))

  const comFrase = <T>(fazer: () => Promise<T>): Promise<T> =>
    fazer().catch((erro: unknown) => {
      throw erro instanceof PastaFora ? erro : (fora(erro, configurada) ?? erro)
    })

  return {
    onde: configurada,
    olhar: () =>
      comFrase(async () => {
        const pasta = await preparar(configurada)
        const agora = new Map<string, string>()
        nomes = new Map()
        const inteiros: (Esperando & { em: number })[] = []
        for (const entrada of await readdir(pasta, { withFileTypes: true, encoding: 'buffer' })) {
          const nome = emTexto(entrada.name)
          if (entrada.isDirectory() || aindaChega(nome)) continue
          const ficha = await lstat(noLugar(pasta, entrada.name)).catch(semEle)
          if (!ficha) continue
          nomes.set(nome, entrada.name)
          const comum = ficha.isFile()
          const marca = marcaDe(ficha)
          agora.set(nome, marca)
          if (vistos.get(nome) !== marca || (comum && ficha.size === 0)) continue
          const impedimento = comum ? null : NAO_COMUM
          inteiros.push({ nome, tamanho: ficha.size, impedimento, marca, em: ficha.mtimeMs })
        }
        vistos = agora
        return inteiros.sort((a, b) => a.em - b.em || a.nome.localeCompare(b.nome))
      }),
    trazer: ({ nome, marca, tamanho }, destino) =>
      comFrase(async () => {
        const arquivo = await open(lugarDe(nome), ABRIR).catch(semEle)
        if (!arquivo) return false
        const mesmo = async () => marcaDe(await arquivo.stat()) === marca
        try {
          if (!(await mesmo())) return false
          const saida = await open(destino, 'wx', 0o600)
          // If the file is growing, no more than the size seen.
          await pipeline(
            arquivo.createReadStream({ autoClose: false, end: tamanho! - 1 }),
            saida.createWriteStream(),
          ).catch(semLugarAqui)
          return await mesmo()
        } finally {
          await arquivo.close()
        }
      }),
    relatar: (desfecho, nome, caminho) =>
      comFrase(() => copiarComoNovo(caminho, join(configurada, DESTINOS[desfecho], nome))),
    levar: ({ nome, marca }, desfecho, novo) =>
      comFrase(async () => {
        const [de, para] = [lugarDe(nome), join(configurada, DESTINOS[desfecho], novo)]
        const ficha = await lstat(de).catch(semEle)
        // Another file has this name by now: it will be imported separately.
        if (!ficha || marcaDe(ficha) !== marca) return
        await rename(de, para).catch((erro) => aoutroDisco(erro, de, para))
      }),
  }
}

/** The folder's real path, with the subfolders for results. */
async function preparar(configurada: string): Promise<string> {
  const pasta = await realpath(configurada)
  for (const nome of ['', ...Object.values(DESTINOS)]) {
    const uma = join(pasta, nome)
    if (nome) await mkdir(uma).catch((erro) => ehJaExiste(erro) || Promise.reject(erro))
    if (!(await lstat(uma)).isDirectory()) throw new PastaFora(`${uma} não é uma pasta. Tire o que está no lugar dela.`)
    await access(uma, constants.R_OK | constants.W_OK | constants.X_OK)
  }
  return pasta
}

const codigo = (erro: unknown) => (erro as NodeJS.ErrnoException).code ?? ''
const ehJaExiste = (erro: unknown) => codigo(erro) === 'EEXIST'

/** What is full is our own disk, and not the folder's. */
function semLugarAqui(erro: unknown): never {
  throw SEM_LUGAR.includes(codigo(erro)) ? new Error('não há onde pôr o arquivo que chega', { cause: erro }) : erro
}
const SEM_LUGAR = ['ENOSPC', 'EDQUOT']

/** Taken away meanwhile, or turned into a link: there is nothing to read. */
function semEle(erro: unknown): null {
  if (['ENOENT', 'ELOOP'].includes(codigo(erro))) return null
  throw erro
}

async function aoutroDisco(erro: unknown, de: string | Buffer, para: string): Promise<void> {
  if (codigo(erro) !== 'EXDEV') throw erro
  await copiarComoNovo(de, para)
  await rm(de)
}

/** Replaces the file of that name: it does not write through a link that somebody put there. */
async function copiarComoNovo(de: string | Buffer, para: string): Promise<void> {
  await rm(para, { force: true })
  await copyFile(de, para, constants.COPYFILE_EXCL)
}

function fora(erro: unknown, pasta: string): PastaFora | null {
  const frase = {
    ENOENT: `A pasta ${pasta}, de onde os arquivos são tomados, não existe ou sumiu.`,
    ENOTDIR: `${pasta} não é uma pasta.`,
    EACCES: `O sistema não pode ler ou gravar em ${pasta}: confira de quem é a pasta e as permissões dela.`,
    EPERM: `O sistema não pode ler ou gravar em ${pasta}: confira de quem é a pasta e as permissões dela.`,
    EROFS: `O disco de ${pasta} não aceita gravações.`,
    ENOSPC: `O disco de ${pasta} está cheio.`,
    EDQUOT: `O disco de ${pasta} está cheio.`,
    EIO: `O disco de ${pasta} está com defeito.`,
    ESTALE: `A pasta ${pasta}, da rede, não responde.`,
    ETIMEDOUT: `A pasta ${pasta}, da rede, não responde.`,
  }[codigo(erro)]
  return frase ? new PastaFora(frase) : null
}
