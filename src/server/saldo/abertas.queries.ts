import { SO_CONTAS_ABERTAS } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import type { Taxas } from '#domain/encargos.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { ContaDoModelo } from '#domain/preenchimento.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { COLUNAS_DO_MODELO, contaDoModelo, contestacaoDaConta } from './conta-no-dia.ts'

/** These accounts of a customer, by id; 422 when one of them is another's, or no longer open. */
export async function exigirAbertas(db: Db | Trx, clienteId: number, pedidas: readonly number[]) {
  const ids = [...new Set(pedidas)]
  const contas = await db
    .selectFrom('conta')
    .select(['id', 'situacao', 'valor_centavos', 'pago_centavos', 'vencimento_util'])
    .where('id', 'in', ids)
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('id')
    .execute()
  if (contas.length < ids.length) throw new CamposInvalidos({ contas: [SO_CONTAS_ABERTAS] })
  return contas
}

/** An open account as messages speak of it. */
export interface ContaAberta extends ContaDoModelo {
  id: number
  /** The agreement it is an instalment of. */
  acordoId: number | null
}

/** A customer's open accounts with what they are worth on a day, oldest first. */
export async function contasAbertasDe(db: Db | Trx, clienteId: number, dia: Dia, taxas: Taxas): Promise<ContaAberta[]> {
  const contas = await db
    .selectFrom('conta')
    .leftJoin('contestacao_conta as disputa', (join) =>
      join.onRef('disputa.conta_id', '=', 'conta.id').on('disputa.aberta', '=', true),
    )
    .leftJoin('contestacao', 'contestacao.id', 'disputa.contestacao_id')
    .select(['conta.id', ...COLUNAS_DO_MODELO])
    .select(['contestacao.criada_em as contestada_em', 'disputa.devido_centavos as devido_ao_contestar'])
    .where('conta.cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('vencimento_util')
    .orderBy('conta.id')
    .execute()
  return contas.map((conta) => ({
    id: conta.id,
    acordoId: conta.acordo_id,
    ...contaDoModelo(conta, dia, taxas, contestacaoDaConta(conta)),
  }))
}
