import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { z } from 'zod'
import { renomear } from '#server/db/arquivo-inteiro.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { abrir, type Destino, fechar } from './cofre.ts'
import { cabecalho, fimDoTar, type Membro, membros, padding } from './tar.ts'

/** First member: what is needed before anything of it can be put anywhere. */
export const Manifesto = z.object({
  formato: z.literal(1),
  feita_em: z.iso.datetime(),
  postgres: z.string(),
  identidade: z.string().nullable(),
  /** Tells SECRET_KEY from others (`idDaChave`), and nothing of it. */
  chave: z.string(),
  migracoes: z.array(z.object({ numero: z.number(), nome: z.string(), impressao: z.string() })),
  tabelas: z.array(z.object({ nome: z.string(), colunas: z.array(z.string()) })),
})
export type Manifesto = z.infer<typeof Manifesto>

/** The last member: the count of everything. `somas`: SHA-256 of all checksum lists, one after another. */
const Conferencia = z.object({
  linhas: z.record(z.string(), z.number()),
  sequencias: z.array(z.object({ nome: z.string(), valor: z.string(), usada: z.boolean() })),
  arquivos: z.number(),
  membros: z.number(),
  somas: z.string(),
})
export type Conferencia = z.infer<typeof Conferencia>
type Contas = Omit<Conferencia, 'membros' | 'somas'>

const MANIFESTO = 'manifesto.json'
const CONFERENCIA = 'conferencia.json'
/** SHA-256 checksums of members in `sha256sum` format; a list each 5,000, so that memory does not grow with the files. */
const LISTA_A_CADA = 5_000
const LISTA = /^somas\/\d{6}\.sha256$/

const INCOMPLETA = 'A cópia está incompleta: foi cortada antes do fim. Use outra cópia. Nada foi alterado.'
const estragada = (nome: string) =>
  new FalhaAoIniciar(`A cópia está estragada: ${nome} não é o que foi gravado. Use outra cópia. Nada foi alterado.`)

/** Writes the archive as `.parcial`, renamed once it is complete and synced; a failure deletes it. */
export async function gravarArquivo(
  caminho: string,
  senha: string | null,
  em: Date,
  encher: (arquivo: Escritor) => Promise<Contas>,
): Promise<Contas> {
  const parcial = `${caminho}.parcial`
  const arquivo = await open(parcial, 'w', 0o600)
  try {
    const noDisco: Destino = {
      escrever: async (bytes) => {
        // One call may take a part of the bytes, as on a disk that fills up.
        for (let i = 0; i < bytes.length; ) i += (await arquivo.write(bytes, i)).bytesWritten
      },
      fim: () => arquivo.sync(),
    }
    const destino = senha === null ? noDisco : await fechar(noDisco, senha)
    const escritor = new Escritor(destino, em)
    const contas = await encher(escritor)
    await escritor.terminar(contas)
    await arquivo.close()
    await renomear(parcial, caminho)
    return contas
  } catch (erro) {
    await arquivo.close().catch(() => undefined)
    await rm(parcial, { force: true })
    throw erro
  }
}

/** Members one after the other, each with its sum. */
export class Escritor {
  readonly #destino: Destino
  readonly #em: Date
  #somas: string[] = []
  #listas = 0
  #membros = 0
  readonly #dasSomas = createHash('sha256')

  constructor(destino: Destino, em: Date) {
    this.#destino = destino
    this.#em = em
  }

  /** A member of exactly so many bytes; throws when `corpo` brings others. */
  async membro(nome: string, tamanho: number, corpo: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const soma = createHash('sha256')
    await this.#destino.escrever(cabecalho(nome, tamanho, this.#em))
    let escritos = 0
    for await (const parte of corpo) {
      soma.update(parte)
      escritos += parte.length
      if (escritos > tamanho) break
      await this.#destino.escrever(parte)
    }
    if (escritos !== tamanho) throw new Error(`${nome}: ${escritos} bytes came where ${tamanho} were said`)
    await this.#destino.escrever(padding(tamanho))
    this.#membros += 1
    this.#somas.push(`${soma.digest('hex')}  ${nome}\n`)
    if (this.#somas.length >= LISTA_A_CADA) await this.#listar()
  }

  manifesto(manifesto: Manifesto): Promise<void> {
    return this.#json(MANIFESTO, manifesto)
  }

  async terminar(contas: Contas): Promise<void> {
    if (this.#somas.length > 0) await this.#listar()
    await this.#json(CONFERENCIA, { ...contas, membros: this.#membros, somas: this.#dasSomas.digest('hex') })
    await this.#destino.escrever(fimDoTar())
    await this.#destino.fim()
  }

  async #listar() {
    this.#listas += 1
    const lista = Buffer.from(this.#somas.join(''))
    this.#somas = []
    this.#dasSomas.update(lista)
    await this.#solto(`somas/${String(this.#listas).padStart(6, '0')}.sha256`, lista)
  }

  #json(nome: string, dados: object) {
    const bytes = Buffer.from(JSON.stringify(dados, null, 1))
    return nome === CONFERENCIA ? this.#solto(nome, bytes) : this.membro(nome, bytes.length, [bytes])
  }

  /** A member outside the checksum lists. */
  async #solto(nome: string, bytes: Buffer) {
    await this.#destino.escrever(Buffer.concat([cabecalho(nome, bytes.length, this.#em), bytes]))
    await this.#destino.escrever(padding(bytes.length))
  }
}

/**
 * Reads a whole archive, passing each member to `visitar` (which must read all of its body, or nothing), and returns its own
 * description. Throws a sentence when a member differs from what was written, or the end is missing: the caller must then discard
 * what it did so far.
 */
export async function lerArquivo(
  caminho: string,
  senha: string | null,
  visitar: (membro: Membro, manifesto: Manifesto) => Promise<void>,
): Promise<{ manifesto: Manifesto; conferencia: Conferencia }> {
  const bytes = abrir(createReadStream(caminho, { highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>, senha)
  const dasListas = createHash('sha256')
  const esperadas = new Map<string, string>()
  let manifesto: Manifesto | undefined
  let conferencia: Conferencia | undefined
  let vistos = 0
  for await (const membro of membros(bytes)) {
    if (conferencia) throw estragada(membro.nome)
    if (LISTA.test(membro.nome)) {
      const lista = await inteiro(membro)
      dasListas.update(lista)
      conferirLista(lista.toString(), esperadas)
      continue
    }
    if (membro.nome === CONFERENCIA) {
      conferencia = interpretar(Conferencia, await inteiro(membro), membro.nome)
      continue
    }
    const soma = createHash('sha256')
    const contado = { ...membro, corpo: somando(membro.corpo, soma) }
    if (manifesto) await visitar(contado, manifesto)
    else if (membro.nome === MANIFESTO) manifesto = interpretar(Manifesto, await inteiro(contado), membro.nome)
    else throw estragada(membro.nome)
    for await (const _ of contado.corpo); // what the visitor left
    vistos += 1
    esperadas.set(membro.nome, soma.digest('hex'))
  }
  if (!manifesto || !conferencia) throw new FalhaAoIniciar(INCOMPLETA)
  if (esperadas.size > 0 || vistos !== conferencia.membros || dasListas.digest('hex') !== conferencia.somas)
    throw estragada(CONFERENCIA)
  return { manifesto, conferencia }
}

function conferirLista(lista: string, esperadas: Map<string, string>) {
  for (const linha of lista.trimEnd().split('\n')) {
    const [, soma, nome] = /^([0-9a-f]{64}) {2}(.+)$/.exec(linha) ?? []
    if (!nome || esperadas.get(nome) !== soma) throw estragada(nome ?? 'uma lista de somas')
    esperadas.delete(nome)
  }
}

async function* somando(corpo: AsyncIterable<Buffer>, soma: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const parte of corpo) {
    soma.update(parte)
    yield parte
  }
}

function interpretar<T>(forma: z.ZodType<T>, bytes: Buffer, nome: string): T {
  try {
    return forma.parse(JSON.parse(bytes.toString()))
  } catch {
    throw estragada(nome)
  }
}

/** All of a member that is small. */
export async function inteiro({ corpo }: Pick<Membro, 'corpo'>): Promise<Buffer> {
  const partes: Buffer[] = []
  for await (const parte of corpo) partes.push(parte)
  return Buffer.concat(partes)
}
