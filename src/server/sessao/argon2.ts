import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default) as OWASP recommends: 19 MiB, 2 passes; some 30 ms on a server's core. */
const CUSTO = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashDaSenha = (senha: string): Promise<string> => hash(senha, CUSTO)

/** Verified when the e-mail is unknown, so that it takes as long as for a known one. */
const HASH_DE_NINGUEM = hashDaSenha(crypto.randomUUID())

/**
 * Does the password match the hash? Without a hash, or with a value that is none (a user who cannot sign in), false
 * after the same work.
 */
export async function conferirSenha(senha: string, hashGuardado: string | undefined): Promise<boolean> {
  const guardado = hashGuardado?.startsWith('$argon2') ? hashGuardado : undefined
  const confere = await verify(guardado ?? (await HASH_DE_NINGUEM), senha)
  return confere && guardado !== undefined
}
