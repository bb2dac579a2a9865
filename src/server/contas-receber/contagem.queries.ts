import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { type Donos, deDonos } from '#server/clientes/contagem.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'

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

interface Contadas {
  total: number
  soma: Centavos
  de: Dia | null
  ate: Dia | null
}

/**
 * How many accounts there are, what they add up to, and between which due days they lie, where `filtro` names only
 * `conta`'s situation and due days.
 */
export async function contarContas(db: Db | Trx, donos: Donos, filtro: RawBuilder<boolean>): Promise<Contadas> {
  const { rows } = await sql<Contadas>`
    select coalesce(sum(contas), 0)::bigint as total, coalesce(sum(valor_centavos), 0)::bigint as soma,
      min(vencimento) as de, max(vencimento) as ate
    from contagem_conta conta where ${deDonos('operador_id', donos)} and ${filtro}`.execute(db)
  return rows[0]!
}

/** Folds what writers added into one row of each owner, situation and due day, while they go on adding. */
export async function compactarContas(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
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
