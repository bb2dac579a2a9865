import type { World } from './world.ts'

/** A node's own copy of the key, as in a process of its own. */
export const no = (chave: Buffer) => Buffer.from(chave)
/** Any column that the key encrypts. */
export const gravar = (world: World, cifrado: Buffer) =>
  world.db.updateTable('configuracao').set({ whatsapp_token_cifrado: cifrado }).execute()
export const gravado = async (world: World) =>
  (await world.db.selectFrom('configuracao').select('whatsapp_token_cifrado').executeTakeFirstOrThrow())
    .whatsapp_token_cifrado!
