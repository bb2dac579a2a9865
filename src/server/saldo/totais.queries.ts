import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import type { Trx } from '#server/db/schema.ts'

export interface Totais {
  abertoCentavos: Centavos
  contasAbertas: number
  /** The oldest due day of the open accounts, moved to a business day. */
  vencimentoMaisAntigo: Dia | null
}

export const SEM_CONTAS: Totais = { abertoCentavos: 0, contasAbertas: 0, vencimentoMaisAntigo: null }

/** The debt of each of these customers; those without debt are absent. */
export async function totaisAbertos(trx: Trx, clienteIds: readonly number[]): Promise<Map<number, Totais>> {
  const linhas = await trx
    .selectFrom('conta')
    .select(({ fn }) => [
      'cliente_id',
      sql<number>`sum(valor_centavos - pago_centavos)::bigint`.as('aberto'),
      fn.countAll<number>().as('contas'),
      fn.min('vencimento_util').as('maisAntigo'),
    ])
    .where('cliente_id', '=', sql<number>`any(${clienteIds}::bigint[])`)
    .where('situacao', '=', 'aberta')
    .groupBy('cliente_id')
    .execute()
  return new Map(
    linhas.map((linha) => [
      linha.cliente_id,
      { abertoCentavos: linha.aberto, contasAbertas: linha.contas, vencimentoMaisAntigo: linha.maisAntigo },
    ]),
  )
}
