import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'
import { acordoDe, emAndamento } from '#server/saldo/acordos.queries.ts'

/** After a payment on an instalment, under the customer's lock: all of them paid fulfils the agreement. */
export async function conferirCumprimento(trx: Trx, id: number, causa: Causa): Promise<void> {
  const acordo = await acordoDe(trx, id)
  if (acordo?.status !== 'ativa') return
  const falta = await trx
    .selectFrom('conta')
    .select('id')
    .where('acordo_id', '=', id)
    .where('situacao', '<>', 'paga')
    .limit(1)
    .executeTakeFirst()
  if (falta) return
  await trx
    .updateTable('negociacao')
    .set({ status: 'cumprida', encerrada_em: causa.agora })
    .where('id', '=', id)
    .execute()
  await registrarNoCliente(
    trx,
    'negociacao',
    { id, cliente_id: acordo.cliente_id },
    'cumprir',
    frase`Acordo ${id} de ${oCliente(acordo.cliente_id)} cumprido.`,
    causa,
  )
}

/** Before payments on instalments are taken back, under their customers' locks: fulfilled agreements run again. */
export async function reabrirCumpridos(trx: Trx, ids: readonly number[], causa: Causa): Promise<void> {
  if (ids.length === 0) return
  const cumpridos = await trx
    .selectFrom('negociacao')
    .select(['id', 'cliente_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('status', '=', 'cumprida')
    .orderBy('id')
    .execute()
  for (const acordo of cumpridos) await reabrir(trx, acordo, causa)
}

async function reabrir(trx: Trx, { id, cliente_id }: { id: number; cliente_id: number }, causa: Causa) {
  // One that waits too: a customer has one under way.
  if (await emAndamento(trx, cliente_id)) {
    throw new RegraViolada(
      'acordo_em_andamento',
      'Este pagamento cumpriu um acordo anterior, e o cliente já tem outro em andamento. Cancele o novo acordo antes.',
    )
  }
  await trx
    .updateTable('negociacao')
    .set({ status: 'ativa', encerrada_em: null, mudada_em: causa.agora })
    .where('id', '=', id)
    .execute()
  await registrarNoCliente(
    trx,
    'negociacao',
    { id, cliente_id },
    'reabrir',
    frase`Acordo ${id} de ${oCliente(cliente_id)} voltou a correr.`,
    causa,
  )
}
