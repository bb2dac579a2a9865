import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { type Donos, deDonos } from '#server/clientes/contagem.queries.ts'
import { type LugarNaLista, lugarPorDia } from '#server/db/lugar-na-lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** The kept counts of an owner's accounts due on one day: reads no accounts. */
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

/** An account's contribution to a sum, without charges: for an open one what is left to pay, as on the card; for any other its value. */
export const VALE = sql`case when conta.situacao = 'aberta' then conta.valor_centavos - conta.pago_centavos else conta.valor_centavos end`

interface PedidoDeLugar {
  /** `filtro` and `somada` name only `conta`'s situation and due days. */
  filtro: RawBuilder<boolean>
  somada: RawBuilder<boolean>
  sentido: 'asc' | 'desc'
  pular: number
  limite: number
}

/** How many accounts match, their sum, and the due days between which a page lies, from the stored counts. */
export async function lugarPorVencimento(
  db: Db | Trx,
  donos: Donos,
  { filtro, somada, ...pagina }: PedidoDeLugar,
): Promise<LugarNaLista> {
  const dias = sql`
    select vencimento as dia, sum(contas) as linhas, coalesce(sum(${VALE}) filter (where ${somada}), 0) as soma
    from contagem_conta conta where ${deDonos('operador_id', donos)} and ${filtro} group by 1 having sum(contas) <> 0`
  return (await preparada(db, lugarPorDia(dias, pagina).compile(db))).rows[0]!
}

/** Folds the writers' rows into one per owner, situation and due day, while they keep adding. */
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
