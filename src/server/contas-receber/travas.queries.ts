import type { Causa } from '#domain/causa.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import type { ClienteTravado } from '#server/clientes/status.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { acordoDe } from '#server/saldo/acordos.queries.ts'

export type LinhaConta = Linha<'conta'>

/** An account and its customer under their locks; 404 for an operator who may not see the customer. */
export async function travarConta(
  trx: Trx,
  id: number,
  causa: Causa,
): Promise<{ conta: LinhaConta; cliente: ClienteTravado }> {
  const dona = await trx.selectFrom('conta').select('cliente_id').where('id', '=', id).executeTakeFirst()
  if (!dona) throw naoHaConta()
  const cliente = await travarParaCausa(trx, dona.cliente_id, causa)
  const conta = await trx.selectFrom('conta').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!conta) throw naoHaConta() // its import was undone meanwhile
  return { conta, cliente }
}

export const naoHaConta = () => new NaoEncontrado('Esta conta não existe ou é de um cliente de outro operador.')

/**
 * Accounts replaced by an agreement, and instalments of a running one, change only with the agreement: throws 409
 * `conta_de_acordo`.
 */
export async function recusarDeAcordo(trx: Trx, conta: LinhaConta): Promise<void> {
  const acordo = conta.acordo_id === null ? undefined : await acordoDe(trx, conta.acordo_id)
  if (conta.situacao === 'negociada' || acordo?.status === 'ativa') throw deAcordo()
}

const deAcordo = () =>
  new RegraViolada('conta_de_acordo', 'Esta conta faz parte de um acordo. Para mudá-la, cancele o acordo antes.')

/** Only what is open and has no payment may be changed or cancelled by hand. */
export function recusarEncerradaOuPaga(conta: LinhaConta): void {
  recusarEncerrada(conta)
  if (conta.pago_centavos > 0) {
    throw new RegraViolada('conta_com_pagamento', 'Esta conta já tem pagamento. Estorne-o antes de mudar a conta.')
  }
}

/** What is paid, cancelled or replaced by an agreement is over. */
export function recusarEncerrada({ situacao }: LinhaConta): void {
  if (situacao === 'aberta') return
  if (situacao === 'negociada') throw deAcordo()
  const como = situacao === 'paga' ? 'já está paga' : 'foi cancelada'
  throw new RegraViolada('conta_encerrada', `Esta conta ${como} e não pode mais ser mudada.`)
}
