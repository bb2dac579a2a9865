import type { Trx } from '#server/db/schema.ts'
import { moverParaFila } from './automaticas.actions.ts'
import { travarClientes } from './status.actions.ts'

/**
 * This phone cannot be on WhatsApp: whoever still has it, and is with the engine, waits for a person. A new phone, or
 * a message from this one, clears it. Locks the customers of the phone, then the phone.
 */
export async function invalidarContato(trx: Trx, contatoId: number, agora: Date): Promise<void> {
  const clientes = await trx
    .selectFrom('cliente')
    .select('id')
    .where('contato_id', '=', contatoId)
    .orderBy('id')
    .execute()
  const ids = clientes.map(({ id }) => id)
  await travarClientes(trx, ids)
  await trx.updateTable('contato').set({ invalido_em: agora }).where('id', '=', contatoId).execute()
  await moverParaFila(trx, ids, 'contato_invalido', agora)
}
