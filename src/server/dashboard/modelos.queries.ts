import { sql } from 'kysely'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import { instanteDe } from '#domain/calendario.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { TIPOS_MODELO, type TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import type { Db } from '#server/db/schema.ts'
import { ehEscrita } from './periodo.ts'

type Contagem = Omit<DesempenhoModelo, 'titulo' | 'falhas' | 'custo'>
interface Custo {
  tipo: TipoModelo
  categoria: string | null
  gratuita: boolean | null
  total: number
}

/** What became of the messages of each template, accepted from one day to another. */
export async function buscarDesempenho(db: Db, de: Dia, ate: Dia): Promise<DesempenhoModelo[]> {
  const periodo = [instanteDe(de), instanteDe(somarDias(ate, 1))] as const
  const [contagens, falhas, custos] = await Promise.all([
    contar(db, periodo),
    contarFalhas(db, periodo),
    somarCustos(db, periodo),
  ])
  return TIPOS_MODELO.filter((tipo) => tipo !== 'fora_do_horario').map((tipo) => {
    const contagem = contagens.find((uma) => uma.tipo === tipo)
    return {
      ...(contagem ?? { tipo, enviadas: 0, entregues: 0, lidas: 0, respondidas: 0, pagas: 0 }),
      titulo: MODELOS_PADRAO[tipo].titulo,
      falhas: falhas.filter((uma) => uma.tipo === tipo).map(({ tipo: _, ...falha }) => falha),
      custo: custoDe(custos.filter((um) => um.tipo === tipo)),
    }
  })
}

type Periodo = readonly [string, string]

async function contar(db: Db, [de, ate]: Periodo): Promise<Contagem[]> {
  const { rows } = await sql<Contagem>`
    select m.modelo_tipo as tipo, count(*)::int as enviadas,
      count(*) filter (where m.status in ('entregue', 'lida'))::int as entregues,
      count(*) filter (where m.status = 'lida')::int as lidas,
      count(*) filter (where exists (select from mensagem r where r.contato_id = m.contato_id and ${ehEscrita('r')}
        and r.id > m.id and r.created_at between m.aceita_em and m.aceita_em + interval '7 days'))::int as respondidas,
      count(*) filter (where exists (select from pagamento p where p.cliente_id = m.cliente_id and p.estornado_em is null
        and p.pago_em between (m.aceita_em at time zone 'America/Sao_Paulo')::date
          and (m.aceita_em at time zone 'America/Sao_Paulo')::date + 3))::int as pagas
    from mensagem m
    where m.aceita_em >= ${de}::timestamptz and m.aceita_em < ${ate}::timestamptz and m.tipo = 'template'
    group by 1`.execute(db)
  return rows
}

async function contarFalhas(db: Db, [de, ate]: Periodo) {
  const { rows } = await sql<{ tipo: TipoModelo; codigo: string; mensagem: string; total: number }>`
    select modelo_tipo as tipo, erro_codigo as codigo, max(erro_mensagem) as mensagem, count(*)::int as total
    from mensagem
    where falhou_em >= ${de}::timestamptz and falhou_em < ${ate}::timestamptz and status = 'falha' and tipo = 'template'
      and erro_codigo is not null
    group by 1, 2 order by 4 desc, 2`.execute(db)
  return rows
}

/**
 * Free is what Meta calls free, charged what it calls regular, told by category, since the price depends on it; a word
 * that nobody knows yet is neither.
 */
async function somarCustos(db: Db, [de, ate]: Periodo): Promise<Custo[]> {
  const { rows } = await sql<Custo>`
    select modelo_tipo as tipo, preco_categoria as categoria,
      case when preco_tipo like 'free%' then true when preco_tipo = 'regular' then false end as gratuita, count(*)::int as total
    from mensagem
    where aceita_em >= ${de}::timestamptz and aceita_em < ${ate}::timestamptz and tipo = 'template'
    group by 1, 2, 3`.execute(db)
  return rows
}

function custoDe(custos: Custo[]): DesempenhoModelo['custo'] {
  const somar = (quais: Custo[]) => quais.reduce((soma, { total }) => soma + total, 0)
  const cobrados = custos.filter(({ gratuita }) => gratuita === false)
  return {
    cobradas: Object.fromEntries(
      [...Map.groupBy(cobrados, ({ categoria }) => categoria ?? 'outra')].map(([nome, quais]) => [nome, somar(quais)]),
    ),
    gratuitas: somar(custos.filter(({ gratuita }) => gratuita === true)),
    sem_informacao: somar(custos.filter(({ gratuita }) => gratuita === null)),
  }
}
