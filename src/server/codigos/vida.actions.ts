import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Marks a code as paid, whatever its state: a payment of a removed one counts too. False if it was already paid. */
export async function pagarCodigo(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('codigo')
    .set({ situacao: 'pago' })
    .where('id', '=', id)
    .where('situacao', '<>', 'pago')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A person assigns to these customers a Pix that names one of their codes: the code is paid, whatever the amount, and no longer open. */
export async function pagarCodigoDe(trx: Trx, txid: string | null, clientes: readonly number[]): Promise<void> {
  if (txid === null) return
  await sql`update codigo set situacao = 'pago' where txid = ${txid} and cliente_id = any(${[...clientes]}::bigint[])
    and situacao <> 'pago'`.execute(trx)
}

/** What these accounts owe changes by something that is not theirs: a dispute, an agreement. Their customers are locked. */
export async function cancelarCodigosDasContas(trx: Trx, contas: readonly number[]): Promise<void> {
  await sql`
    update codigo set situacao = 'cancelado' where situacao = 'emitido' and id in (
      select codigo_id from codigo_conta where situacao = 'emitido' and conta_id = any(${contas}::bigint[]))`.execute(
    trx,
  )
}

export async function cancelarCodigosDoCliente(trx: Trx, clienteId: number): Promise<void> {
  await sql`update codigo set situacao = 'cancelado' where situacao = 'emitido' and cliente_id = ${clienteId}`.execute(
    trx,
  )
}

/** The day is over, and nobody paid. At the PSP they end by themselves. */
export async function expirarCodigos(db: Db, hoje: Dia): Promise<void> {
  await sql`update codigo set situacao = 'expirado' where situacao = 'emitido' and vale_ate < ${hoje}`.execute(db)
}

/** They name a Pix key that is not in force any more. */
export async function cancelarTodosOsCodigos(trx: Trx): Promise<void> {
  await sql`update codigo set situacao = 'cancelado' where situacao = 'emitido'`.execute(trx)
}

/** The PSP changed: the former one's charges can no longer be removed there. */
export async function esquecerCodigos(trx: Trx): Promise<void> {
  await sql`update codigo set no_psp = false where no_psp`.execute(trx)
  await cancelarTodosOsCodigos(trx)
}

/** Its text, while it asks for what is owed; 404 when it is not this customer's. */
export async function codigoParaEnviar(trx: Trx, id: number, clienteId: number): Promise<string> {
  const codigo = await trx
    .selectFrom('codigo')
    .select(['situacao', 'copia_e_cola'])
    .where('id', '=', id)
    .where('cliente_id', '=', clienteId)
    .executeTakeFirst()
  if (!codigo) throw new NaoEncontrado('Este código Pix não existe ou é de outro cliente.')
  if (codigo.situacao === 'emitido' && codigo.copia_e_cola !== null) return codigo.copia_e_cola
  throw new RegraViolada(
    'codigo_encerrado',
    'Este código Pix não vale mais: a conta mudou, foi paga ou o dia acabou. Emita outro.',
  )
}

/** The message that brings it, the last of them. */
export const anotarMensagemDoCodigo = (trx: Trx, id: number, mensagemId: number) =>
  trx.updateTable('codigo').set({ mensagem_id: mensagemId }).where('id', '=', id).execute()
