import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** How many of these customers have a message of any kind that was not cancelled. */
export async function clientesComMensagem(trx: Trx, clienteIds: readonly number[]): Promise<number> {
  const { total } = await trx
    .selectFrom('mensagem')
    .select(({ fn }) => fn.count<number>('cliente_id').distinct().as('total'))
    .where('cliente_id', '=', sql<number>`any(${clienteIds}::bigint[])`)
    .where('status', '<>', 'cancelada')
    .executeTakeFirstOrThrow()
  return total
}

/** How many of these accounts a message, queued or sent, speaks of. */
export async function contasCobradas(trx: Trx, contaIds: readonly number[]): Promise<number> {
  const { total } = await trx
    .selectFrom('cobranca_passo')
    .select(({ fn }) => fn.count<number>('conta_id').distinct().as('total'))
    .where('conta_id', '=', sql<number>`any(${contaIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return total
}

/** Takes away the cancelled messages of customers that are about to go: nobody ever got them. */
export async function apagarCanceladas(trx: Trx, clienteIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('mensagem')
    .where('cliente_id', '=', sql<number>`any(${clienteIds}::bigint[])`)
    .where('status', '=', 'cancelada')
    .execute()
}
