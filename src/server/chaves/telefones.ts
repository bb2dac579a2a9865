import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Db, Trx } from '#server/db/schema.ts'
import { decifrar } from './cifra.ts'
import { derivar } from './derivadas.ts'

export const USO_DO_HASH = 'hash_de_telefones'

/** A key of phones' hashes; `id` stands beside each hash (`contato.hash_chave`). */
export interface ChaveDeHash {
  id: number
  chave: KeyObject
}

/** The key id of versions that hashed phones with SECRET_KEY itself. */
export const CHAVE_ANTIGA = 0
const CHAVE_DERIVADA = 1

/** The keys of a database that keeps none of its own yet. */
export const chavesIniciais = (chaveSecreta: Buffer): { id: number; bytes: Buffer }[] => [
  { id: CHAVE_DERIVADA, bytes: derivar(chaveSecreta, 'hash de telefones') },
  { id: CHAVE_ANTIGA, bytes: chaveSecreta },
]

const lidas = new WeakMap<Buffer, Promise<ChaveDeHash[]>>()

/**
 * The keys with which phones were hashed, the current one first. Stored in the database, encrypted with SECRET_KEY, and
 * kept when that changes, because an anonymised phone cannot be hashed again. Read once per process.
 */
export function chavesDeHash(db: Db | Trx, chaveSecreta: Buffer): Promise<ChaveDeHash[]> {
  const leitura = lidas.get(chaveSecreta) ?? ler(db, chaveSecreta)
  lidas.set(chaveSecreta, leitura)
  leitura.catch(() => lidas.delete(chaveSecreta))
  return leitura
}

async function ler(db: Db | Trx, chaveSecreta: Buffer): Promise<ChaveDeHash[]> {
  const linhas = await db.selectFrom('chave_de_hash').selectAll().orderBy('id', 'desc').execute()
  const chaves =
    linhas.length === 0
      ? chavesIniciais(chaveSecreta)
      : linhas.map(({ id, cifrada }) => ({
          id,
          bytes: Buffer.from(decifrar(chaveSecreta, cifrada, USO_DO_HASH), 'base64'),
        }))
  return chaves.map(({ id, bytes }) => ({ id, chave: createSecretKey(bytes) }))
}

/**
 * What is kept of an anonymised phone (canonical), or of a person known only by BSUID: an HMAC, so that nobody can try
 * all numbers.
 */
export const hashDe = ({ chave }: ChaveDeHash, quem: { canonico: string } | { bsuid: string }): Buffer =>
  createHmac('sha256', chave)
    .update('canonico' in quem ? quem.canonico : `bsuid:${quem.bsuid}`)
    .digest()
