import { sql } from 'kysely'
import { type Dia, FUSO } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import type { Db } from '#server/db/schema.ts'
import { dozeMeses, ehEscrita, type Mes } from './periodo.ts'

type PorMes = Map<string, number>

/** The last twelve months, oldest first. The current one contains the parts of `percentual_cobrancas_mes`. */
export async function buscarGrafico(db: Db, hoje: Dia) {
  const periodo = dozeMeses(hoje)
  const [abertos, recebidos, enviadas, recebidas] = await Promise.all([
    abertoNoFimDeCadaMes(db, periodo),
    recebidoPorMes(db, periodo),
    mensagensPorMes(db, 'enviadas', periodo),
    mensagensPorMes(db, 'recebidas', periodo),
  ])
  return [...abertos].map(([mes, aberto]) => {
    const recebido = recebidos.get(mes) ?? 0
    return {
      mes,
      cobrado: emReais(recebido + aberto),
      recebido: emReais(recebido),
      enviadas: enviadas.get(mes) ?? 0,
      recebidas: recebidas.get(mes) ?? 0,
    }
  })
}

/**
 * The amount due by the end of each month and still open then, whatever happened later: an account enters on its due day, and
 * leaves with each payment and with the agreement that replaced it.
 */
async function abertoNoFimDeCadaMes(db: Db, { de, ate }: Mes): Promise<PorMes> {
  const { rows } = await sql<{ mes: string; aberto: Centavos }>`
    with movimento as (
      select vencimento as dia, valor_centavos as valor
      from contagem_conta where situacao <> 'cancelada' and vencimento <= ${ate}::date
      union all
      select greatest(p.pago_em, c.vencimento), -a.principal_centavos
      from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id join conta c on c.id = a.conta_id
      where p.estornado_em is null and c.situacao <> 'cancelada' and c.vencimento <= ${ate}::date
      union all
      -- Not as it was agreed on: it may have waited for an approval, or for its first payment.
      select greatest(coalesce((select min(p.emissao) from conta p where p.acordo_id = n.id),
        (n.criada_em at time zone ${sql.lit(FUSO)})::date), c.vencimento), c.pago_centavos - c.valor_centavos
      from conta c join negociacao n on n.id = c.substituida_por
      where c.situacao = 'negociada' and c.vencimento <= ${ate}::date
    ), por_mes as (
      -- What came before the chart counts in its first month.
      select greatest(width_bucket(dia, (select array_agg(m.dia order by m.dia) from ${meses(de)} m)), 1) as n, sum(valor) as valor
      from movimento group by 1
    )
    select m.mes, coalesce(sum(p.valor) over (order by m.n), 0)::bigint as aberto
    from ${meses(de)} m left join por_mes p on p.n = m.n
    order by m.n`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.aberto]))
}

async function recebidoPorMes(db: Db, { de }: Mes): Promise<PorMes> {
  const { rows } = await sql<{ mes: string; soma: Centavos }>`
    select m.mes, (select coalesce(sum(valor_centavos), 0)::bigint from pagamento p
      where p.estornado_em is null and p.pago_em >= m.dia and p.pago_em < m.seguinte) as soma
    from ${meses(de)} m`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.soma]))
}

/** Sent ones by when WhatsApp accepted them, received ones by when they came: a range of an index for each month. */
async function mensagensPorMes(db: Db, quais: 'enviadas' | 'recebidas', { de }: Mes): Promise<PorMes> {
  const coluna = sql.ref(quais === 'enviadas' ? 'aceita_em' : 'created_at')
  const direcao = quais === 'enviadas' ? sql`aceita_em is not null` : ehEscrita('mensagem')
  const instante = (dia: string) => sql`(${sql.ref(dia)}::timestamp at time zone ${sql.lit(FUSO)})`
  const { rows } = await sql<{ mes: string; n: number }>`
    select m.mes, (select count(*) from mensagem
      where ${direcao} and ${coluna} >= ${instante('m.dia')} and ${coluna} < ${instante('m.seguinte')}) as n
    from ${meses(de)} m`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.n]))
}

/** The twelve months, numbered from 1, each with its first day and the first of the next. */
const meses = (de: Dia) => sql`(
  select n, to_char(d, 'YYYY-MM') as mes, d::date as dia, (d + interval '1 month')::date as seguinte
  from generate_series(1, 12) n, lateral (select ${de}::date::timestamp + (n - 1) * interval '1 month') as inicio(d))`
