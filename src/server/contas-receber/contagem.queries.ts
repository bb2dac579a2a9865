import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { type Donos, deDonos } from '#server/clientes/contagem.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** What is kept of the accounts of an owner that fell due on one day: never counts accounts. */
export interface DiaContado {
  vencimentoUtil: Dia
  contas: number
  abertoCentavos: Centavos
}

/** Open accounts by the day that lateness counts from. */
export async function abertasPorDia(db: Db | Trx, donos: Donos): Promise<DiaContado[]> {
  const { rows } = await sql<DiaContado>`
    select vencimento_util as "vencimentoUtil", sum(contas)::bigint as contas,
      sum(valor_centavos - pago_centavos)::bigint as "abertoCentavos"
    from contagem_conta where ${deDonos('operador_id', donos)} and situacao = 'aberta' group by 1`.execute(db)
  return rows
}

/** How many accounts fall due on a day, and what those that are summed add up to. */
export interface Vencimento {
  dia: Dia
  linhas: number
  soma: Centavos
}

/** What an account counts for in a sum, charges apart: an open one what is open of it, as on the card; another its value. */
export const VALE = sql`case when conta.situacao = 'aberta' then conta.valor_centavos - conta.pago_centavos else conta.valor_centavos end`

/** The due days, in order, with what falls due on each, where `filtro` and `somada` name only `conta`'s situation and due days. */
export async function contarPorVencimento(
  db: Db | Trx,
  donos: Donos,
  filtro: RawBuilder<boolean>,
  somada: RawBuilder<boolean>,
): Promise<Vencimento[]> {
  const { rows } = await sql<Vencimento>`
    select vencimento as dia, sum(contas)::bigint as linhas,
      coalesce(sum(${VALE}) filter (where ${somada}), 0)::bigint as soma
    from contagem_conta conta where ${deDonos('operador_id', donos)} and ${filtro}
    group by 1 having sum(contas) <> 0 order by 1`.execute(db)
  return rows
}

/** Folds what writers added into one row of each owner, situation and due day, while they go on adding. */
export async function compactarContas(db: Db): Promise<void> {
  await emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('contagem_conta'))`.execute(trx)
    await sql`
      with soltas as (delete from contagem_conta where id in (
        select id from (select id, count(*) over (partition by operador_id, situacao, vencimento, vencimento_util) as linhas
          from contagem_conta) grupo where linhas > 1) returning *)
      insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select operador_id, situacao, vencimento, vencimento_util, sum(contas), sum(valor_centavos), sum(pago_centavos)
      from soltas group by 1, 2, 3, 4
      having sum(contas) <> 0 or sum(valor_centavos) <> 0 or sum(pago_centavos) <> 0`.execute(trx)
  })
}
