import { sql } from 'kysely'
import { APAGADO } from '#domain/titular.ts'
import { listaDeIds } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * Forgets who paid, of movements that are, or surely are, somebody's who was made anonymous, and of what went back of them: what a bank tells afterwards, for the
 * first time or again, would say who they were. The money stays, and whose accounts it pays. Those of before were erased with the
 * person (`ficha/dados-pessoais.ts`).
 */
export async function esquecerQuemPagou(trx: Trx, movimentoIds: readonly number[]): Promise<void> {
  if (movimentoIds.length === 0) return
  await sql`
    update movimento m set descricao = ${APAGADO}, pagador_nome = null, pagador_documento = null
    where m.id = any(${listaDeIds(movimentoIds)})
      and (m.pagador_nome is not null or m.pagador_documento is not null or m.descricao <> ${APAGADO})
      and exists (select from cliente c where c.anonimizado_em is not null and c.id in (
        select m.cliente_id
        union all select p.cliente_id from pagamento p where p.movimento_id in (m.id, m.credito_id)
        union all select s.cliente_id from sugestao s where s.movimento_id = m.id and s.certeza = 'alta'))`.execute(trx)
}
