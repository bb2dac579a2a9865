import { hkdfSync } from 'node:crypto'

/** What SECRET_KEY serves for; each use has a key of its own, from which no other can be found. */
type Uso = 'credenciais' | 'identificação da chave' | 'hash de telefones' | 'página do cliente'

/** The key of one use: HKDF-SHA256 of SECRET_KEY, 32 bytes, labelled with the use. */
export const derivar = (chaveSecreta: Buffer, uso: Uso): Buffer =>
  Buffer.from(hkdfSync('sha256', chaveSecreta, '', `cobranca: ${uso}`, 32))

const BYTES_DO_ID = 4

/** Identifies the key beside what it encrypted, and reveals nothing of it. */
export const idDaChave = (chaveSecreta: Buffer): Buffer =>
  derivar(chaveSecreta, 'identificação da chave').subarray(0, BYTES_DO_ID)
