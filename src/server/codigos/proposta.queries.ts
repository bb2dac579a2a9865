import { type Dia, formatarDia } from '#domain/data.ts'
import { RegraViolada } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/**
 * Another code for accounts in an accepted offer would replace the one that starts the agreement, and paying it would
 * not give what was accepted. Only the customers themselves may do that, on their page. Throws 409
 * `acordo_em_andamento`.
 */
export async function pouparProposta(db: Db | Trx, contas: readonly number[]): Promise<void> {
  const recusa = await recusaPelaProposta(db, contas)
  if (recusa) throw new RegraViolada(recusa.codigo, recusa.mensagem)
}

/** Why nobody makes another code of these accounts, whose customer is locked; null: anybody may. */
export async function recusaPelaProposta(
  db: Db | Trx,
  contas: readonly number[],
): Promise<{ codigo: string; mensagem: string } | null> {
  if (contas.length === 0) return null
  const proposta = await db
    .selectFrom('negociacao as n')
    .innerJoin('negociacao_conta as nc', 'nc.negociacao_id', 'n.id')
    .select('n.vence_em')
    .where('n.status', '=', 'proposta')
    .where('nc.conta_id', 'in', contas)
    .executeTakeFirst()
  return proposta ? { codigo: 'acordo_em_andamento', mensagem: fraseDaProposta(proposta.vence_em!) } : null
}

const fraseDaProposta = (ate: Dia): string =>
  `O cliente aceitou um acordo destas contas e pode fazer o primeiro pagamento até ${formatarDia(ate)}: outro código o deixaria sem ele. Envie o código do acordo, ou cancele o acordo antes.`
