import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Guardado {
  nome: string
  /** By the clock of whoever keeps it. */
  alteradoEm: Date
}

/** The bucket does not answer, or refuses: nothing is wrong with what was asked. `cause` is its own word, for the log. */
export class ArmazemFora extends Error {
  constructor(fazer: string, causa: unknown) {
    super(`O armazenamento de arquivos não respondeu ao ${fazer}: ${causa instanceof Error ? causa.message : causa}`, {
      cause: causa,
    })
    this.name = 'ArmazemFora'
  }
}

/** Where files of conversations are kept: a folder of this machine, or a bucket that every node reaches. */
export interface Armazem {
  /** Takes the file at this path in, under this name: whole or not at all. */
  guardar(nome: string, caminho: string): Promise<void>
  /** Null when it is not here. The caller consumes or destroys what it gets. */
  abrir(nome: string): Promise<{ corpo: Readable; tamanho: number } | null>
  apagar(nome: string): Promise<void>
  listar(): AsyncIterable<Guardado>
  fechar(): Promise<void>
}

/** A folder. With several nodes it must be one they share, or each serves only what it received. */
export function armazemEmPasta(pasta: string): Armazem {
  return {
    async guardar(nome, caminho) {
      await mkdir(pasta, { recursive: true, mode: 0o700 })
      await rename(caminho, join(pasta, nome)).catch((erro) => levar(erro, caminho, pasta, nome))
    },
    async abrir(nome) {
      const caminho = join(pasta, nome)
      const ficha = await stat(caminho).catch(semEle)
      return ficha && { corpo: createReadStream(caminho), tamanho: ficha.size }
    },
    apagar: (nome) => rm(join(pasta, nome), { force: true }),
    async *listar() {
      for (const nome of (await readdir(pasta).catch(semEle)) ?? []) {
        const ficha = await stat(join(pasta, nome)).catch(semEle)
        if (ficha) yield { nome, alteradoEm: ficha.mtime }
      }
    },
    fechar: async () => undefined,
  }
}

/** A bucket set where a folder served before: what is not in it yet is still found where it was. */
export function comReserva(principal: Armazem, antiga: Armazem): Armazem {
  return {
    guardar: principal.guardar,
    abrir: async (nome) => (await principal.abrir(nome)) ?? antiga.abrir(nome),
    async apagar(nome) {
      await principal.apagar(nome)
      await antiga.apagar(nome)
    },
    async *listar() {
      yield* principal.listar()
      yield* antiga.listar()
    },
    async fechar() {
      await principal.fechar()
      await antiga.fechar()
    },
  }
}

/** The folder may be another disk, shared with other nodes: there a file is copied, and named when it is whole. */
async function levar(erro: NodeJS.ErrnoException, caminho: string, pasta: string, nome: string) {
  if (erro.code !== 'EXDEV') throw erro
  const parcial = join(pasta, `${nome}.parcial`)
  await copyFile(caminho, parcial)
  await rename(parcial, join(pasta, nome))
  await rm(caminho, { force: true })
}

function semEle(erro: NodeJS.ErrnoException): null {
  if (erro.code === 'ENOENT') return null
  throw erro
}
