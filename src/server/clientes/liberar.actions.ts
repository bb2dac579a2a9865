import type { Trx } from '#server/db/schema.ts'
import { type Causa, gravar, travarClientes } from './status.actions.ts'

/**
 * Everyone of a blocked operator's becomes nobody's; who was in service goes into the queue. The caller has locked the
 * operator, so nobody is handed to them meanwhile. Gives the customers that were theirs.
 */
export async function liberarClientesDoOperador(trx: Trx, operadorId: number, causa: Causa): Promise<number[]> {
  const deles = await trx.selectFrom('cliente').select('id').where('operador_id', '=', operadorId).execute()
  const travados = await travarClientes(
    trx,
    deles.map((cliente) => cliente.id),
  )
  // Read again under the lock: an administrator may have moved one away in between.
  const clientes = travados.filter((cliente) => cliente.operador_id === operadorId)
  const mudancas = clientes.map((cliente) =>
    cliente.status === 'em_atendimento'
      ? { cliente, operadorId: null, para: 'aguardando_atendimento' as const, motivo: 'sem_operador' as const }
      : { cliente, operadorId: null, para: cliente.status },
  )
  await gravar(trx, mudancas, causa, 'liberar')
  return clientes.map((cliente) => cliente.id)
}
