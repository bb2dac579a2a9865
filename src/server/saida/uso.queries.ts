import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** How many of these customers (a query of their ids) have a message of any kind that was not cancelled. */
export async function clientesComMensagem(trx: Trx, clientes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct cliente_id) as total from mensagem
    where cliente_id in (${clientes}) and status <> 'cancelada'`.execute(trx)
  return rows[0]!.total
}

/** How many of these accounts (a query of their ids) a message, queued or sent, speaks of. */
export async function contasCobradas(trx: Trx, contas: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct conta_id) as total from cobranca_passo where conta_id in (${contas})`.execute(trx)
  return rows[0]!.total
}

/** Takes away the cancelled messages of customers that are about to go: nobody ever got them. */
export async function apagarCanceladas(trx: Trx, clientes: RawBuilder<unknown>): Promise<void> {
  await sql`delete from mensagem where cliente_id in (${clientes}) and status = 'cancelada'`.execute(trx)
}
