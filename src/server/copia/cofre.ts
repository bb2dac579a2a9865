import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'

/**
 * An encrypted file: this line, 16 bytes of salt, then chunks of 1 MiB by AES-256-GCM, each followed by its tag of 16
 * bytes; the last one is shorter or empty. The key is scrypt(BACKUP_KEY, salt, N=2^15, r=8, p=1), a new one for each
 * file; a chunk's nonce is four zero bytes, its number (seven bytes, big-endian) and a byte that is 1 in the last: a
 * file with chunks changed, moved, left out or cut off at the end does not decrypt. Line and salt are bound to every
 * chunk (AAD). Also described in `docs/operacao.md`.
 */
const MARCA = Buffer.from('COBRANCA-COPIA-CIFRADA-1\n')
const SAL = 16
const TAG = 16
const PEDACO = 2 ** 20
const CUSTO = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }

const derivar = promisify<string, Buffer, number, typeof CUSTO, Buffer>(scrypt)

const chaveDe = (senha: string, sal: Buffer) => derivar(senha.normalize('NFKC'), sal, 32, CUSTO)

function nonce(numero: number, ultimo: boolean): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeBigUInt64BE(BigInt(numero) << 8n, 4)
  iv[11] = ultimo ? 1 : 0
  return iv
}

/** The destination of the bytes, one piece after another; `fim` when there are no more. */
export interface Destino {
  escrever(bytes: Buffer): Promise<void>
  fim(): Promise<void>
}

/** Encrypts what is written with the password, into `destino`; holds one chunk in memory. */
export async function fechar(destino: Destino, senha: string): Promise<Destino> {
  const sal = randomBytes(SAL)
  const cabeca = Buffer.concat([MARCA, sal])
  const chave = await chaveDe(senha, sal)
  let numero = 0
  let espera: Buffer[] = []
  let tamanho = 0
  async function selar(pedaco: Buffer, ultimo: boolean) {
    const cifra = createCipheriv('aes-256-gcm', chave, nonce(numero, ultimo)).setAAD(cabeca)
    numero += 1
    await destino.escrever(Buffer.concat([cifra.update(pedaco), cifra.final(), cifra.getAuthTag()]))
  }
  await destino.escrever(cabeca)
  return {
    async escrever(bytes) {
      espera.push(bytes)
      tamanho += bytes.length
      if (tamanho < PEDACO) return
      const tudo = Buffer.concat(espera)
      const inteiros = tudo.length - (tudo.length % PEDACO)
      for (let i = 0; i < inteiros; i += PEDACO) await selar(tudo.subarray(i, i + PEDACO), false)
      espera = [tudo.subarray(inteiros)]
      tamanho = tudo.length - inteiros
    },
    async fim() {
      await selar(Buffer.concat(espera), true)
      await destino.fim()
    },
  }
}

/**
 * The file's bytes, decrypted if they are encrypted. Throws a sentence when the password is missing or wrong, or a byte
 * was changed.
 */
export async function* abrir(bytes: AsyncIterable<Buffer>, senha: string | null): AsyncGenerator<Buffer> {
  const fonte = bytes[Symbol.asyncIterator]()
  let lido = await ler(fonte, Buffer.alloc(0), MARCA.length + SAL)
  if (!lido.subarray(0, MARCA.length).equals(MARCA)) return yield* resto(lido, fonte)
  if (senha === null) throw new FalhaAoIniciar('A cópia está cifrada: defina BACKUP_KEY com a chave com que foi feita.')
  const cabeca = lido.subarray(0, MARCA.length + SAL)
  const chave = await chaveDe(senha, cabeca.subarray(MARCA.length))
  lido = lido.subarray(cabeca.length)
  for (let numero = 0; ; numero += 1) {
    lido = await ler(fonte, lido, PEDACO + TAG)
    // Only the last chunk is shorter, and its nonce must confirm that it is the last.
    const ultimo = lido.length < PEDACO + TAG
    const pedaco = lido.subarray(0, PEDACO + TAG)
    yield abrirPedaco(chave, cabeca, nonce(numero, ultimo), pedaco, numero === 0)
    if (ultimo) return
    lido = lido.subarray(pedaco.length)
  }
}

function abrirPedaco(chave: Buffer, cabeca: Buffer, iv: Buffer, pedaco: Buffer, primeiro: boolean): Buffer {
  const fim = pedaco.length - TAG
  try {
    const decifra = createDecipheriv('aes-256-gcm', chave, iv, { authTagLength: TAG }).setAAD(cabeca)
    decifra.setAuthTag(pedaco.subarray(fim))
    return Buffer.concat([decifra.update(pedaco.subarray(0, fim)), decifra.final()])
  } catch {
    throw new FalhaAoIniciar(
      primeiro
        ? 'A cópia não abre com esta BACKUP_KEY: use a chave com que foi feita. Se é ela, o arquivo foi estragado: use outra cópia.'
        : 'A cópia está estragada ou incompleta: um pedaço dela não é o que foi gravado. Use outra cópia.',
    )
  }
}

/** At least so many bytes, or all that there are. */
async function ler(fonte: AsyncIterator<Buffer>, tem: Buffer, quantos: number): Promise<Buffer> {
  const partes = [tem]
  for (let tamanho = tem.length; tamanho < quantos; ) {
    const { value, done } = await fonte.next()
    if (done) break
    partes.push(value)
    tamanho += value.length
  }
  return partes.length === 1 ? tem : Buffer.concat(partes)
}

async function* resto(lido: Buffer, fonte: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield lido
  for (let vez = await fonte.next(); !vez.done; vez = await fonte.next()) yield vez.value
}
