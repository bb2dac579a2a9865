import { type RawBuilder, sql } from 'kysely'
import type { Pagador } from '#domain/pagador.ts'
import { sinaisDe } from '#domain/repeticao.ts'
import { APAGADO } from '#domain/titular.ts'
import { listaDeIds } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * Erases the payer of movements that belong, or surely belong, to an anonymised customer, and of their refunds: later reports of
 * a bank, new or repeated, would name them again. The money and the accounts it pays stay. Movements stored before were erased with
 * the person (`ficha/dados-pessoais.ts`).
 */
export async function esquecerQuemPagou(trx: Trx, movimentoIds: readonly number[]): Promise<void> {
  if (movimentoIds.length === 0) return
  const { rows } = await sql<Pagou>`
    with deles as materialized (
      select ${PAGOU} from movimento m
      where m.id = any(${listaDeIds(movimentoIds)})
        and (m.pagador_nome is not null or m.pagador_documento is not null or m.descricao <> ${APAGADO})
        and (exists (select from movimento c where c.id = m.credito_id and c.descricao = ${APAGADO})
          or exists (select from cliente c where c.anonimizado_em is not null and c.id in (
            select m.cliente_id
            union all select p.cliente_id from pagamento p where p.movimento_id in (m.id, m.credito_id)
            union all select s.cliente_id from sugestao s where s.movimento_id = m.id and s.certeza = 'alta')))
      order by m.id for update
    ), apagados as (
      update movimento m set descricao = ${APAGADO}, pagador_nome = null, pagador_documento = null from deles where m.id = deles.id
    )
    select * from deles`.execute(trx)
  await anotarSinais(trx, rows)
}

/** Keeps the signs of who paid these movements (a condition), which are about to be erased. Gives their ids. */
export async function guardarSinais(trx: Trx, quais: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<Pagou>`select ${PAGOU} from movimento m where ${quais} order by m.id for update`.execute(
    trx,
  )
  await anotarSinais(trx, rows)
  return rows.map(({ id }) => id)
}

type Pagou = Pagador & { id: number }

const PAGOU = sql`m.id, m.pagador_nome as nome, m.pagador_documento as documento`

async function anotarSinais(trx: Trx, pagaram: readonly Pagou[]): Promise<void> {
  const sinais = pagaram.flatMap(({ id, ...pagador }) =>
    pagador.nome === null && pagador.documento === null ? [] : [{ id, ...sinaisDe(pagador) }],
  )
  if (sinais.length === 0) return
  await sql`
    update movimento m set pagador_sinal_nome = s.nome, pagador_sinal_documento = s.documento
    from jsonb_to_recordset(${JSON.stringify(sinais)}::jsonb) as s(id bigint, nome smallint, documento smallint)
    where m.id = s.id`.execute(trx)
}
