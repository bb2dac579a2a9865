import { type RawBuilder, sql } from 'kysely'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import { instanteDe } from '#domain/calendario.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { CHEGADAS } from '#domain/mensagem.ts'
import { TIPOS_MODELO, type TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { ehEscrita } from './periodo.ts'

type Contagem = Omit<DesempenhoModelo, 'titulo' | 'falhas' | 'custo'>
/** How many messages of one template at one price were accepted, delivered and read. */
interface Grupo extends Pick<Contagem, 'tipo' | 'enviadas' | 'entregues' | 'lidas'> {
  categoria: string | null
  gratuita: boolean | null
}

/** What became of the messages of each template, accepted from one day to another. */
export async function buscarDesempenho(db: Db, de: Dia, ate: Dia): Promise<DesempenhoModelo[]> {
  const periodo = [instanteDe(de), instanteDe(somarDias(ate, 1))] as const
  const [grupos, falhas, respondidas, pagas] = await Promise.all([
    contar(db, periodo),
    contarFalhas(db, periodo),
    contarQueTiveram(db, periodo, RESPOSTA(periodo)),
    contarQueTiveram(db, periodo, PAGAMENTO(periodo)),
  ])
  return TIPOS_MODELO.filter((tipo) => tipo !== 'fora_do_horario').map((tipo) => {
    const deles = grupos.filter((um) => um.tipo === tipo)
    const somar = (campo: 'enviadas' | 'entregues' | 'lidas') => deles.reduce((soma, um) => soma + um[campo], 0)
    return {
      tipo,
      enviadas: somar('enviadas'),
      entregues: somar('entregues'),
      lidas: somar('lidas'),
      respondidas: respondidas.get(tipo) ?? 0,
      pagas: pagas.get(tipo) ?? 0,
      titulo: MODELOS_PADRAO[tipo].titulo,
      falhas: falhas.filter((uma) => uma.tipo === tipo).map(({ tipo: _, ...falha }) => falha),
      custo: custoDe(deles),
    }
  })
}

type Periodo = readonly [string, string]

const aceitas = ([de, ate]: Periodo) =>
  sql<boolean>`m.aceita_em >= ${de}::timestamptz and m.aceita_em < ${ate}::timestamptz and m.tipo = 'template'`

/**
 * Free and charged as Meta classifies them (charged: "regular"), by category, which determines the price; an unknown word is
 * neither.
 */
async function contar(db: Db, periodo: Periodo): Promise<Grupo[]> {
  const { rows } = await sql<Grupo>`
    select m.modelo_tipo as tipo, m.preco_categoria as categoria,
      case when m.preco_tipo like 'free%' then true when m.preco_tipo = 'regular' then false end as gratuita,
      count(*)::int as enviadas, count(*) filter (where m.status in ${lista(CHEGADAS)})::int as entregues,
      count(*) filter (where m.status = 'lida')::int as lidas
    from mensagem m where ${aceitas(periodo)} group by 1, 2, 3`.execute(db)
  return rows
}

/**
 * Counts the messages that were followed by `depois`, joined for all messages at once: a subquery per message took too
 * long over seven million of them.
 */
async function contarQueTiveram(
  db: Db,
  periodo: Periodo,
  depois: RawBuilder<unknown>,
): Promise<Map<TipoModelo, number>> {
  const { rows } = await sql<{ tipo: TipoModelo; total: number }>`
    select m.modelo_tipo as tipo, count(*)::int as total from mensagem m
    where ${aceitas(periodo)} and exists (select from ${depois}) group by 1`.execute(db)
  return new Map(rows.map(({ tipo, total }) => [tipo, total]))
}

/** The customer wrote within seven days. The condition on `id` lets an index narrow the search. */
const RESPOSTA = ([
  de,
  ate,
]: Periodo) => sql`mensagem r where r.contato_id = m.contato_id and ${ehEscrita('r')} and r.id > m.id
  and r.created_at between m.aceita_em and m.aceita_em + interval '7 days'
  and r.created_at >= ${de}::timestamptz and r.created_at < ${ate}::timestamptz + interval '7 days'`

/** The customer paid within three days, and after it: what a message thanks for is not its doing. */
const PAGAMENTO = ([de, ate]: Periodo) => sql`pagamento p where p.cliente_id = m.cliente_id and p.estornado_em is null
  and p.criado_em > m.aceita_em
  and p.pago_em between (m.aceita_em at time zone 'America/Sao_Paulo')::date and (m.aceita_em at time zone 'America/Sao_Paulo')::date + 3
  and p.pago_em between (${de}::timestamptz at time zone 'America/Sao_Paulo')::date
    and (${ate}::timestamptz at time zone 'America/Sao_Paulo')::date + 3`

async function contarFalhas(db: Db, [de, ate]: Periodo) {
  const { rows } = await sql<{ tipo: TipoModelo; codigo: string; mensagem: string; total: number }>`
    select modelo_tipo as tipo, erro_codigo as codigo, max(erro_mensagem) as mensagem, count(*)::int as total
    from mensagem
    where falhou_em >= ${de}::timestamptz and falhou_em < ${ate}::timestamptz and status = 'falha' and tipo = 'template'
      and erro_codigo is not null
    group by 1, 2 order by 4 desc, 2`.execute(db)
  return rows
}

function custoDe(custos: Grupo[]): DesempenhoModelo['custo'] {
  const somar = (quais: Grupo[]) => quais.reduce((soma, { enviadas }) => soma + enviadas, 0)
  const cobrados = custos.filter(({ gratuita }) => gratuita === false)
  return {
    cobradas: Object.fromEntries(
      [...Map.groupBy(cobrados, ({ categoria }) => categoria ?? 'outra')].map(([nome, quais]) => [nome, somar(quais)]),
    ),
    gratuitas: somar(custos.filter(({ gratuita }) => gratuita === true)),
    sem_informacao: somar(custos.filter(({ gratuita }) => gratuita === null)),
  }
}
