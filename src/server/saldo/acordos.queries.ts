import { sql } from 'kysely'
import { RegraViolada } from '#domain/erros.ts'
import { EM_ANDAMENTO } from '#domain/negociacao.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Which of these customers have an agreement running. */
export async function comAcordoAtivo(db: Db | Trx, clienteIds: readonly number[]): Promise<Set<number>> {
  const linhas = await db
    .selectFrom('negociacao')
    .select('cliente_id')
    .where('cliente_id', '=', sql<number>`any(${clienteIds}::bigint[])`)
    .where('status', '=', 'ativa')
    .execute()
  return new Set(linhas.map((linha) => linha.cliente_id))
}

/**
 * Throws 409 `acordo_em_andamento` while an agreement runs, is proposed or awaits approval. Call it under the
 * customer's lock.
 */
export async function recusarOutroAcordo(db: Db | Trx, clienteId: number): Promise<void> {
  const outro = await emAndamento(db, clienteId)
  if (outro) throw new RegraViolada('acordo_em_andamento', OUTRO_ACORDO[outro.status])
}

const OUTRO_ACORDO: Record<(typeof EM_ANDAMENTO)[number], string> = {
  ativa: 'Este cliente já tem um acordo em andamento. Cancele-o antes de fazer outro.',
  proposta:
    'Este cliente aceitou uma proposta e ainda pode fazer o primeiro pagamento. Cancele-a antes de fazer outro acordo.',
  aguarda_aprovacao: 'Um acordo deste cliente aguarda aprovação. Cancele-o antes de fazer outro.',
}

export const emAndamento = (db: Db | Trx, clienteId: number) =>
  db
    .selectFrom('negociacao')
    .select('id')
    .select(sql<(typeof EM_ANDAMENTO)[number]>`status`.as('status'))
    .where('cliente_id', '=', clienteId)
    .where('status', 'in', EM_ANDAMENTO)
    .executeTakeFirst()

/** The instalments of the agreement that runs, paid or not, and what was agreed on in all. */
export const parcelasDoAcordo = (db: Db | Trx, clienteId: number) =>
  db
    .selectFrom('conta')
    .innerJoin('negociacao', 'negociacao.id', 'conta.acordo_id')
    .select([
      'conta.parcela_numero as numero',
      'conta.valor_centavos as valorCentavos',
      'conta.vencimento',
      'conta.situacao',
      'negociacao.valor_negociado_centavos as totalCentavos',
    ])
    .where('negociacao.cliente_id', '=', clienteId)
    .where('negociacao.status', '=', 'ativa')
    .orderBy('conta.parcela_numero')
    .execute()

/** One agreement; under its customer's lock nobody changes it. */
export const acordoDe = (trx: Trx, id: number) =>
  trx.selectFrom('negociacao').selectAll().where('id', '=', id).executeTakeFirst()

/** An agreement of theirs broke before: the next asks for more at once. */
export async function quebrouAntes(db: Db | Trx, clienteId: number): Promise<boolean> {
  const quebrada = await db
    .selectFrom('negociacao')
    .select('id')
    .where('cliente_id', '=', clienteId)
    .where('status', '=', 'quebrada')
    .limit(1)
    .executeTakeFirst()
  return quebrada !== undefined
}

/**
 * Whether the accounts of a proposal `n` changed since it was accepted (paid, corrected, agreed on, cancelled,
 * disputed), or its code was cancelled for any reason.
 */
export const PROPOSTA_MUDOU = sql<boolean>`(
  exists (select from negociacao_conta nc join conta c on c.id = nc.conta_id where nc.negociacao_id = n.id
    and (c.situacao <> 'aberta' or c.valor_centavos - c.pago_centavos <> nc.aberto_centavos or c.vencimento <> nc.vencimento
      or exists (select from contestacao_conta cc where cc.conta_id = c.id and cc.aberta)))
  or (exists (select from codigo k where k.negociacao_id = n.id)
    and not exists (select from codigo k where k.negociacao_id = n.id and k.situacao <> 'cancelado')))`
