import { type RawBuilder, sql } from 'kysely'
import type { Momento } from '#domain/decisao.ts'
import { corteDoPasso, type Passo, passosAtivos } from '#domain/regua.ts'
import { sqlNaFaixa, UMA_VEZ } from './faixa.ts'
import type { Olhar } from './rodada.ts'

/**
 * The open accounts that matter for their customer, as rows of (id, cliente_id, vencimento, parcela, chegou, devida,
 * retencao): with a step due, held when one would be due, or with no step ahead. The calendar enters as one cut per
 * step: a step has come when the due day is not after its cut. Holds come from a table `retida`. Accounts and the steps
 * that cover them are merge-joined in key order; an account covered by several steps appears as often, never as due,
 * which does not change the result.
 */
export function contasJulgadas({ momento, clientes, exceto = [], faixa }: Olhar): RawBuilder<unknown> {
  const passos = passosAtivos(momento.regua)
  const ultimo = passos.at(-1)?.dias ?? null
  const deQuem = clientes ? sql`and a.cliente_id = any(${[...clientes]}::bigint[])` : sqlNaFaixa('a.id', faixa)
  const foraEstas = exceto.length > 0 ? sql`and p.mensagem_id <> all(${[...exceto]}::bigint[])` : sql``
  return sql`
    select id, cliente_id, vencimento, parcela, chegou, retencao, com_passo and retencao is null as devida
    from (
      select a.*, r.motivo as retencao, chegou is not null and p.conta_id is null as com_passo
      from (
        select a.id, a.cliente_id, a.vencimento, a.vencimento_util, a.acordo_id is not null as parcela, ${passoQueChegou(passos, momento)} as chegou
        from conta a
        where a.situacao = 'aberta' ${deQuem}
        order by a.id
      ) as a left join retida r on r.conta_id = a.id ${sqlNaFaixa('r.conta_id', faixa)}
        left join cobranca_passo p on p.conta_id = a.id and p.dias >= a.chegou and p.vencimento = a.vencimento
          ${sqlNaFaixa('p.conta_id', faixa)} ${foraEstas}
      ${UMA_VEZ}
    ) as julgada
    where com_passo or retencao = 'acordo' or (retencao is null and not parcela and vencimento_util < ${momento.dia}::date
      and chegou is not distinct from ${ultimo}::int)`
}

/** The latest step that has come for an account; steps after the due day count from it moved to a business day. */
function passoQueChegou(passos: Passo[], { dia, regua, calendario }: Momento): RawBuilder<number | null> {
  if (passos.length === 0) return sql`null::int`
  const casos = passos.toReversed().map(({ dias }) => {
    const coluna = sql.ref(dias > 0 ? 'a.vencimento_util' : 'a.vencimento')
    return sql`when ${coluna} <= ${corteDoPasso(dias, dia, regua, calendario)}::date then ${dias}::int`
  })
  return sql`case ${sql.join(casos, sql` `)} end`
}
