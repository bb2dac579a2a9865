import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { firmarPasta, porNoLugar } from '#server/db/arquivo-inteiro.ts'

export interface Guardado {
  nome: string
  /** By the storage's clock. */
  alteradoEm: Date
  /** In bytes, where the storage reports it. */
  tamanho?: number
  /** Changes with what it holds, where the storage reports it: `alteradoEm` may tell whole seconds only. */
  versao?: string
}

export const GUARDAR = 'guardar um arquivo'

/** The bucket does not answer, or refuses; the request itself was right. `cause` is the bucket's own error, for the log. */
export class ArmazemFora extends Error {
  /** Something that is not in it yet was being put there. */
  readonly guardava: boolean
  constructor(fazer: string, causa: unknown) {
    super(`O armazenamento de arquivos não respondeu ao ${fazer}: ${causa instanceof Error ? causa.message : causa}`, {
      cause: causa,
    })
    this.name = 'ArmazemFora'
    this.guardava = fazer === GUARDAR
  }
}

/** Where files of conversations are kept: a folder of this machine, or a bucket that every node reaches. */
export interface Armazem {
  /** Takes the file at this path in, under this name: whole or not at all, whatever becomes of the machine. */
  guardar(nome: string, caminho: string): Promise<void>
  /** Where the file itself lies on this machine, to be read there; null when it is not here. Absent of a bucket. */
  lugar?(nome: string): Promise<string | null>
  /** Null when it is not here. The caller consumes or destroys what it gets. */
  abrir(nome: string): Promise<{ corpo: Readable; tamanho: number } | null>
  apagar(nome: string): Promise<void>
  /** Each name once: a copy of the company is a list of names. */
  listar(): AsyncIterable<Guardado>
  fechar(): Promise<void>
}

/** Is this the name of one file, and no way to another folder? */
export const ehNomeSimples = (nome: string): boolean => nome !== '' && !/^\.{1,2}$|[/\\\0]/.test(nome)

export function exigirNomeSimples(nome: string): string {
  if (!ehNomeSimples(nome)) throw new Error(`${JSON.stringify(nome)} is no name of a file`)
  return nome
}

/** A folder. With several nodes it must be one they share, or each serves only what it received. */
export function armazemEmPasta(pasta: string): Armazem {
  const lugarDe = (nome: string) => join(pasta, exigirNomeSimples(nome))
  return {
    async guardar(nome, caminho) {
      const lugar = lugarDe(nome)
      const primeira = await mkdir(resolve(pasta), { recursive: true, mode: 0o700 })
      for (let nova = resolve(pasta); primeira && nova.length >= primeira.length; nova = dirname(nova))
        await firmarPasta(nova)
      await porNoLugar(caminho, lugar).catch((erro) => levar(erro, caminho, lugar))
    },
    async lugar(nome) {
      const caminho = lugarDe(nome)
      return (await stat(caminho).catch(semEle)) && caminho
    },
    async abrir(nome) {
      const caminho = lugarDe(nome)
      const ficha = await stat(caminho).catch(semEle)
      return ficha && { corpo: createReadStream(caminho), tamanho: ficha.size }
    },
    apagar: async (nome) => rm(lugarDe(nome), { force: true }),
    async *listar() {
      for (const nome of (await readdir(pasta).catch(semEle)) ?? []) {
        const ficha = await stat(join(pasta, nome)).catch(semEle)
        // A folder that is a disk of its own has `lost+found`, or its snapshots, beside the files.
        if (ficha?.isFile()) yield { nome, alteradoEm: ficha.mtime }
      }
    },
    fechar: async () => undefined,
  }
}

/** A bucket that replaced a folder: files that are not in it yet are still read from the folder. */
export function comReserva(principal: Armazem, antiga: Armazem): Armazem {
  return {
    guardar: principal.guardar,
    abrir: async (nome) => (await principal.abrir(nome)) ?? antiga.abrir(nome),
    async apagar(nome) {
      await principal.apagar(nome)
      await antiga.apagar(nome)
    },
    async *listar() {
      // A file in both, after a migration or restore, is listed once, as it would be served.
      const soNaAntiga = new Map<string, Guardado>()
      for await (const um of antiga.listar()) soNaAntiga.set(um.nome, um)
      for await (const um of principal.listar()) {
        soNaAntiga.delete(um.nome)
        yield um
      }
      yield* soNaAntiga.values()
    },
    async fechar() {
      await principal.fechar()
      await antiga.fechar()
    },
  }
}

/** The folder may be on another file system: then the file is copied, and renamed once it is complete. */
async function levar(erro: NodeJS.ErrnoException, caminho: string, lugar: string) {
  if (erro.code !== 'EXDEV') throw erro
  const parcial = `${lugar}.parcial`
  await copyFile(caminho, parcial)
  await porNoLugar(parcial, lugar)
  await rm(caminho, { force: true })
}

function semEle(erro: NodeJS.ErrnoException): null {
  if (erro.code === 'ENOENT') return null
  throw erro
}
