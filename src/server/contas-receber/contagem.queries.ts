import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { type Donos, deDonos } from '#server/clientes/contagem.queries.ts'
import { preparada } from '#server/db/preparada.ts'
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

/** What an account counts for in a sum, charges apart: an open one what is open of it, as on the card; another its value. */
export const VALE = sql`case when conta.situacao = 'aberta' then conta.valor_centavos - conta.pago_centavos else conta.valor_centavos end`

/** How many accounts some filters find, what those that are summed add up to, and where one page of them lies. */
export interface LugarNaLista {
  total: number
  soma: Centavos
  /** The due days that the page is of; null past the end. */
  de: Dia | null
  ate: Dia | null
  /** How many of those days' accounts come before it. */
  pular: number
}

interface PedidoDeLugar {
  /** `filtro` and `somada` name only `conta`'s situation and due days. */
  filtro: RawBuilder<boolean>
  somada: RawBuilder<boolean>
  sentido: RawBuilder<unknown>
  pular: number
  limite: number
}

/** The same by due days, out of what is kept: what comes before a page is passed over by its counts. */
export async function lugarPorVencimento(
  db: Db | Trx,
  donos: Donos,
  { filtro, somada, sentido, pular, limite }: PedidoDeLugar,
): Promise<LugarNaLista> {
  const daPagina = sql`filter (where fim > ${pular}::bigint and fim - linhas < ${pular}::bigint + ${limite}::bigint)`
  const consulta = sql<LugarNaLista>`
    with dias as (
      select vencimento as dia, sum(contas) as linhas, coalesce(sum(${VALE}) filter (where ${somada}), 0) as soma
      from contagem_conta conta where ${deDonos('operador_id', donos)} and ${filtro} group by 1 having sum(contas) <> 0
    ), lugares as (select *, sum(linhas) over (order by dia ${sentido}) as fim from dias)
    select coalesce(sum(linhas), 0)::bigint as total, coalesce(sum(soma), 0)::bigint as soma,
      min(dia) ${daPagina} as de, max(dia) ${daPagina} as ate,
      coalesce(${pular}::bigint - min(fim - linhas) ${daPagina}, 0)::bigint as pular from lugares`
  return (await preparada(db, consulta.compile(db))).rows[0]!
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
