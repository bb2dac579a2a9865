import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const VERSAO = 1
const IV = 12
const SELO = 16

/** AES-256-GCM: one byte of version, the nonce, the seal, the text. `uso` binds it to its column. */
export function cifrar(chave: Buffer, texto: string, uso: string): Buffer {
  const iv = randomBytes(IV)
  const cifra = createCipheriv('aes-256-gcm', chave, iv).setAAD(Buffer.from(uso))
  const corpo = Buffer.concat([cifra.update(texto, 'utf8'), cifra.final()])
  return Buffer.concat([Buffer.of(VERSAO), iv, cifra.getAuthTag(), corpo])
}

/** Throws when the key is another, or when a byte was changed. */
export function decifrar(chave: Buffer, cifrado: Buffer, uso: string): string {
  if (cifrado[0] !== VERSAO) throw new Error('cifra de versão desconhecida')
  const iv = cifrado.subarray(1, 1 + IV)
  const selo = cifrado.subarray(1 + IV, 1 + IV + SELO)
  const decifra = createDecipheriv('aes-256-gcm', chave, iv).setAAD(Buffer.from(uso)).setAuthTag(selo)
  return Buffer.concat([decifra.update(cifrado.subarray(1 + IV + SELO)), decifra.final()]).toString('utf8')
}
