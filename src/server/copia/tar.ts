import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'

/** POSIX ustar: what every machine's `tar` opens. A member's header, its bytes, zeros up to the next 512. */
const BLOCO = 512
const NOME = 100
const ESTRAGADA = 'O arquivo não é uma cópia deste sistema, ou está estragado. Nada foi alterado.'

/** Header of a file of so many bytes, readable by its owner only. Names of up to 100 bytes. */
export function cabecalho(nome: string, tamanho: number, em: Date): Buffer {
  if (Buffer.byteLength(nome) > NOME) throw new Error(`${nome}: longer than a member of the archive may be called`)
  const bloco = Buffer.alloc(BLOCO)
  bloco.write(nome, 0, 'utf8')
  bloco.write('0000600\x000000000\x000000000\x00', 100, 'latin1')
  bloco.write(`${tamanho.toString(8).padStart(11, '0')}\x00`, 124, 'latin1')
  bloco.write(
    `${Math.floor(em.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\x00`,
    136,
    'latin1',
  )
  bloco.write('        0', 148, 'latin1')
  bloco.write('ustar\x0000', 257, 'latin1')
  bloco.write(`${soma(bloco).toString(8).padStart(6, '0')}\x00 `, 148, 'latin1')
  return bloco
}

/** Zeros after a member's bytes. */
export const padding = (tamanho: number): Buffer => Buffer.alloc((BLOCO - (tamanho % BLOCO)) % BLOCO)

/** Two empty blocks: nothing follows. */
export const fimDoTar = (): Buffer => Buffer.alloc(2 * BLOCO)

/** One file of the archive. The unread rest of `corpo` is skipped when the next file is requested. */
export interface Membro {
  nome: string
  tamanho: number
  corpo: AsyncIterable<Buffer>
}

/** The members one after another; holds only one piece in memory. Throws a sentence if it is no archive, or truncated. */
export async function* membros(bytes: AsyncIterable<Buffer>): AsyncGenerator<Membro> {
  const leitor = new Leitor(bytes)
  for (;;) {
    const bloco = await leitor.exatamente(BLOCO)
    if (bloco.every((byte) => byte === 0)) return
    const { nome, tamanho } = lerCabecalho(bloco)
    const corpo = leitor.ate(tamanho)
    yield { nome, tamanho, corpo }
    await leitor.pular()
    await leitor.exatamente(padding(tamanho).length)
  }
}

function lerCabecalho(bloco: Buffer): { nome: string; tamanho: number } {
  const dita = Number.parseInt(bloco.toString('latin1', 148, 156), 8)
  const fim = bloco.indexOf(0)
  const tamanho = Number.parseInt(bloco.toString('latin1', 124, 136), 8)
  if (soma(bloco) !== dita || !Number.isInteger(tamanho)) throw new FalhaAoIniciar(ESTRAGADA)
  return { nome: bloco.toString('utf8', 0, fim < 0 || fim > NOME ? NOME : fim), tamanho }
}

/** The header's checksum: the sum of its bytes, with blanks in the checksum's own field. */
const soma = (bloco: Buffer) => bloco.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)

class Leitor {
  readonly #fonte: AsyncIterator<Buffer>
  #tem: Buffer = Buffer.alloc(0)
  /** Of the current member. */
  #faltam = 0

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#fonte = bytes[Symbol.asyncIterator]()
  }

  async exatamente(quantos: number): Promise<Buffer> {
    const partes: Buffer[] = []
    for await (const parte of this.ate(quantos)) partes.push(parte)
    return Buffer.concat(partes)
  }

  async *ate(quantos: number): AsyncGenerator<Buffer> {
    for (this.#faltam = quantos; this.#faltam > 0; ) yield await this.#parte()
  }

  async pular(): Promise<void> {
    while (this.#faltam > 0) await this.#parte()
  }

  async #parte(): Promise<Buffer> {
    while (this.#tem.length === 0) {
      const { value, done } = await this.#fonte.next()
      if (done) throw new FalhaAoIniciar(ESTRAGADA)
      this.#tem = value
    }
    const parte = this.#tem.subarray(0, this.#faltam)
    this.#tem = this.#tem.subarray(parte.length)
    this.#faltam -= parte.length
    return parte
  }
}
