import { sql } from 'kysely'
import { type Dia, FUSO } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import type { Db } from '#server/db/schema.ts'
import { dentroDe, dozeMeses, type Mes } from './periodo.ts'

type PorMes = Map<string, number>

/** The last twelve months, oldest first. The current one says what `percentual_cobrancas_mes` is made of. */
export async function buscarGrafico(db: Db, hoje: Dia) {
  const meses = dozeMeses(hoje)
  const [abertos, recebidos, enviadas, recebidas] = await Promise.all([
    abertoNoFimDeCadaMes(db, meses),
    recebidoPorMes(db, meses),
    mensagensPorMes(db, 'aceita_em', meses),
    mensagensPorMes(db, 'created_at', meses),
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
 * What had fallen due by the end of each month and was then still open, whatever became of it since: an account comes
 * in with its due day, goes out with each payment, and with the agreement that replaced it.
 */
async function abertoNoFimDeCadaMes(db: Db, { de, ate }: Mes): Promise<PorMes> {
  const { rows } = await sql<{ mes: string; aberto: Centavos }>`
    with movimento as (
      select vencimento as dia, valor_centavos as valor
      from conta where situacao <> 'cancelada' and vencimento <= ${ate}::date
      union all
      select greatest(p.pago_em, c.vencimento), -a.principal_centavos
      from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id join conta c on c.id = a.conta_id
      where p.estornado_em is null and c.situacao <> 'cancelada' and c.vencimento <= ${ate}::date
      union all
      select greatest((n.criada_em at time zone ${sql.lit(FUSO)})::date, c.vencimento), c.pago_centavos - c.valor_centavos
      from conta c join negociacao n on n.id = c.substituida_por
      where c.situacao = 'negociada' and c.vencimento <= ${ate}::date
    ), por_mes as (
      select date_trunc('month', greatest(dia, ${de}::date))::date as mes, sum(valor) as valor from movimento group by 1
    )
    select to_char(m, 'YYYY-MM') as mes, coalesce(sum(p.valor) over (order by m), 0)::bigint as aberto
    from generate_series(${de}::date, ${ate}::date, interval '1 month') as m
    left join por_mes p on p.mes = m::date
    order by m`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.aberto]))
}

async function recebidoPorMes(db: Db, { de, ate }: Mes): Promise<PorMes> {
  const { rows } = await sql<{ mes: string; soma: Centavos }>`
    select to_char(pago_em, 'YYYY-MM') as mes, sum(valor_centavos)::bigint as soma from pagamento
    where estornado_em is null and pago_em between ${de} and ${ate} group by 1`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.soma]))
}

/** Sent ones by when WhatsApp accepted them, received ones by when they came. */
async function mensagensPorMes(db: Db, coluna: 'aceita_em' | 'created_at', meses: Mes): Promise<PorMes> {
  const quais = coluna === 'aceita_em' ? sql`true` : sql`direcao = 'recebida'`
  const { rows } = await sql<{ mes: string; n: number }>`
    select to_char(${sql.ref(coluna)} at time zone ${sql.lit(FUSO)}, 'YYYY-MM') as mes, count(*) as n from mensagem
    where ${quais} and ${dentroDe(coluna, meses)} group by 1`.execute(db)
  return new Map(rows.map((linha) => [linha.mes, linha.n]))
}
