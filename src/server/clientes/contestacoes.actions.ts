import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import type { Situacao } from '#domain/conta.ts'
import {
  type CONTESTACAO_EM_ABERTO,
  fimDaContestacao,
  type MotivoDaContestacao,
  numeroDaContestacao,
  ROTULOS_DA_CONTESTACAO,
  type StatusContestacao,
} from '#domain/contestacao.ts'
import { diaDe } from '#domain/data.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrarNoCliente } from '#server/logs/logs.actions.ts'

export interface ContestacaoTravada {
  id: number
  cliente_id: number
  criada_em: string
}

/**
 * After a write to accounts of these customers, under their locks: ends the disputes without any open account. One
 * statement when there are none.
 */
export async function conferirContestacoes(trx: Trx, clienteIds: readonly number[], causa: Causa): Promise<void> {
  const { rows } = await sql<ContestacaoTravada & { motivo: MotivoDaContestacao; contas: Situacao[] }>`
    select c.id, c.cliente_id, c.criada_em, c.motivo, jsonb_agg(a.situacao) as contas
    from contestacao c join contestacao_conta cc on cc.contestacao_id = c.id join conta a on a.id = cc.conta_id
    where c.cliente_id = any(${[...clienteIds]}::bigint[]) and c.encerrada_em is null
    group by c.id having not bool_or(a.situacao = 'aberta') order by c.id`.execute(trx)
  for (const contestacao of rows) {
    const fim = fimDaContestacao(contestacao.motivo, contestacao.contas)
    if (fim) await encerrarContestacao(trx, contestacao, fim, SOZINHA, causa)
  }
}

const SOZINHA = 'Encerrada automaticamente: nenhuma conta dela está mais em aberto.'

/** Ends a dispute with an answer: its open accounts are billed again. */
export async function encerrarContestacao(
  trx: Trx,
  contestacao: ContestacaoTravada,
  status: Exclude<StatusContestacao, (typeof CONTESTACAO_EM_ABERTO)[number]>,
  resposta: string,
  causa: Causa,
): Promise<void> {
  const { id } = contestacao
  await trx
    .updateTable('contestacao')
    .set({ status, resposta, encerrada_em: causa.agora })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('contestacao_conta').set({ aberta: false }).where('contestacao_id', '=', id).execute()
  const descricao = frase`${nomeDa(contestacao)} encerrada: ${ROTULOS_DA_CONTESTACAO[status].toLowerCase()}.`
  await registrarNoCliente(trx, 'contestacao', contestacao, 'encerrar', descricao, causa, { motivo: resposta })
}

/** "Contestação 2026-000012 de …": what the log calls one. */
export const nomeDa = ({ id, cliente_id, criada_em }: ContestacaoTravada): Frase =>
  frase`Contestação ${numeroDaContestacao(id, diaDe(criada_em))} de ${oCliente(cliente_id)}`
