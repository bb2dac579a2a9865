import type { Dia } from '#domain/data.ts'
import { diasAtraso, type Taxas, valorAtualizado } from '#domain/encargos.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** An open account as messages speak of it. */
export interface ContaAberta {
  id: number
  numero: string
  parcela: string | null
  abertoCentavos: number
  atualizadoCentavos: number
  vencimento: Dia
  diasAtraso: number
  /** The agreement it is an instalment of. */
  acordoId: number | null
  /** Of its boleto, while nothing of it is paid. */
  linhaDigitavel: string | null
}

/** A customer's open accounts with what they are worth on a day, oldest first. */
export async function contasAbertasDe(db: Db | Trx, clienteId: number, dia: Dia, taxas: Taxas): Promise<ContaAberta[]> {
  const contas = await db
    .selectFrom('conta')
    .select([
      'id',
      'numero',
      'parcela',
      'valor_centavos',
      'pago_centavos',
      'vencimento',
      'vencimento_util',
      'acordo_id',
      'linha_digitavel',
    ])
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('vencimento_util')
    .orderBy('id')
    .execute()
  return contas.map((conta) => {
    const abertoCentavos = conta.valor_centavos - conta.pago_centavos
    return {
      id: conta.id,
      numero: conta.numero,
      parcela: conta.parcela,
      abertoCentavos,
      atualizadoCentavos: valorAtualizado(abertoCentavos, conta.vencimento_util, dia, taxas),
      vencimento: conta.vencimento,
      diasAtraso: diasAtraso(conta.vencimento_util, dia),
      acordoId: conta.acordo_id,
      linhaDigitavel: conta.pago_centavos === 0 ? conta.linha_digitavel : null,
    }
  })
}
