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

/** Before a payment on an instalment is taken back, under the customer's lock: a fulfilled agreement runs again. */
export async function reabrirCumprido(trx: Trx, id: number, causa: Causa): Promise<void> {
  const acordo = await acordoDe(trx, id)
  if (acordo?.status !== 'cumprida') return
  // One that waits too: a customer has one under way.
  if (await emAndamento(trx, acordo.cliente_id)) {
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
    { id, cliente_id: acordo.cliente_id },
    'reabrir',
    frase`Acordo ${id} de ${oCliente(acordo.cliente_id)} voltou a correr.`,
    causa,
  )
}
