import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chaveEmUso, chavesConhecidas, conhecidaPor } from './chaveiro.ts'
import { derivar, idDaChave } from './derivadas.ts'

/**
 * 1: encrypted with SECRET_KEY itself, as earlier versions did; 2: with the derived key of the use, whose id is
 * included.
 */
const ANTIGA = 1
const VERSAO = 2
const ID = 4
const IV = 12
const TAG = 16

/** AES-256-GCM: version byte, key id, nonce, authentication tag, ciphertext. `uso` binds it to its column. */
export function cifrar(chaveSecreta: Buffer, texto: string, uso: string): Buffer {
  const iv = randomBytes(IV)
  const minha = chaveEmUso(chaveSecreta)
  const cabeca = Buffer.concat([Buffer.of(VERSAO), idDaChave(minha)])
  const cifra = createCipheriv('aes-256-gcm', derivar(minha, 'credenciais'), iv)
  cifra.setAAD(Buffer.concat([cabeca, Buffer.from(uso)]))
  const corpo = Buffer.concat([cifra.update(texto, 'utf8'), cifra.final()])
  return Buffer.concat([cabeca, iv, cifra.getAuthTag(), corpo])
}

/** What the secret of one person's second factor is bound to: it decrypts in no other row. */
export const usoDoSegundoFator = (usuarioId: number) => `segundo fator de ${usuarioId}`

/** What a webhook's secret is bound to. */
export const SEGREDO_DO_WEBHOOK = 'webhook_segredo'

/** Throws when the key is another, or when a byte was changed. */
export function decifrar(chaveSecreta: Buffer, cifrado: Buffer, uso: string): string {
  if (cifrado[0] === ANTIGA) return abrirAntigo(chavesConhecidas(chaveSecreta), cifrado.subarray(1), Buffer.from(uso))
  if (cifrado[0] !== VERSAO) throw new Error('cifra de versão desconhecida')
  const cabeca = cifrado.subarray(0, 1 + ID)
  const dele = conhecidaPor(chaveSecreta, cabeca.subarray(1))
  if (!dele) throw new Error('cifrado com outra SECRET_KEY')
  const chave = derivar(dele, 'credenciais')
  return abrir(chave, cifrado.subarray(1 + ID), Buffer.concat([cabeca, Buffer.from(uso)]))
}

/** Encrypted with the derived key, rather than with SECRET_KEY itself. */
export const ehDeAgora = (cifrado: Buffer): boolean => cifrado[0] === VERSAO

/** Version 1 does not name its key: each known one is tried, and the last failure is thrown. */
function abrirAntigo(chaves: readonly Buffer[], cifrado: Buffer, ligado: Buffer): string {
  for (const chave of chaves.slice(0, -1)) {
    try {
      return abrir(chave, cifrado, ligado)
    } catch {
      // encrypted with another key: the next is tried
    }
  }
  return abrir(chaves.at(-1)!, cifrado, ligado)
}

function abrir(chave: Buffer, cifrado: Buffer, ligado: Buffer): string {
  const iv = cifrado.subarray(0, IV)
  const decifra = createDecipheriv('aes-256-gcm', chave, iv)
    .setAAD(ligado)
    .setAuthTag(cifrado.subarray(IV, IV + TAG))
  return Buffer.concat([decifra.update(cifrado.subarray(IV + TAG)), decifra.final()]).toString('utf8')
}
