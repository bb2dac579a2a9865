import { CamposInvalidos, Proibido } from '#domain/erros.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * Must come first in every write that an operator may make, before any other lock: a user blocked meanwhile gets 403,
 * and an active one cannot be blocked until this transaction ends (lock order: usuario → cliente → contato → conta →
 * mensagem). Writes that only administrators make may omit it: a running write of one just blocked completes, and no
 * other begins.
 */
export async function exigirUsuarioAtivo(trx: Trx, usuarioId: number): Promise<void> {
  if (!(await estaAtivo(trx, usuarioId))) throw new Proibido('Seu usuário está bloqueado. Fale com um administrador.')
}

/** Is this user active, and so until the transaction ends? */
export async function estaAtivo(trx: Trx, usuarioId: number): Promise<boolean> {
  const usuario = await trx
    .selectFrom('usuario')
    .select('status')
    .where('id', '=', usuarioId)
    .forShare()
    .executeTakeFirst()
  return usuario?.status === 'Ativo'
}

/** The operators who receive customers: each must exist, be an operator and stay active until the transaction ends. */
export async function exigirOperadoresAtivos(trx: Trx, ids: number[], campo: string): Promise<void> {
  const unicos = [...new Set(ids)]
  const ativos = await trx
    .selectFrom('usuario')
    .select('id')
    .where('id', 'in', unicos)
    .where('role', '=', 'operador')
    .where('status', '=', 'Ativo')
    .orderBy('id')
    .forShare()
    .execute()
  if (ativos.length !== unicos.length) {
    throw new CamposInvalidos({ [campo]: ['Escolha só operadores ativos.'] })
  }
}
