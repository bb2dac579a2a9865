import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { RegraViolada } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Until when an account is promised, while that is awaited. */
export const PROMETIDA_ATE =
  sql<Dia | null>`(select p.ate from promessa_conta pc join promessa p on p.id = pc.promessa_id
  where pc.conta_id = conta.id and pc.pendente)`.as('prometida_ate')

/** Whether an account is disputed, while nobody has answered. */
export const CONTESTADA =
  sql<boolean>`exists (select from contestacao_conta cc where cc.conta_id = conta.id and cc.aberta)`.as('contestada')

/** What is disputed is neither promised, agreed on nor disputed again: 409 `conta_contestada`. */
export async function recusarContestadas(trx: Db | Trx, contas: readonly number[]): Promise<void> {
  const contestada = await trx
    .selectFrom('contestacao_conta')
    .select('contestacao_id')
    .where('conta_id', '=', sql<number>`any(${[...contas]}::bigint[])`)
    .where('aberta', '=', true)
    .executeTakeFirst()
  if (contestada) {
    throw new RegraViolada(
      'conta_contestada',
      'Uma destas contas está contestada. Responda a contestação antes, ou escolha outras contas.',
    )
  }
}
