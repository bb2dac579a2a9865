import { sql } from 'kysely'
import type { z } from 'zod'
import type { preverRegua } from '#contract/cobranca.ts'
import { criarCalendario, diaPermitido, horasDoDia } from '#domain/calendario.ts'
import { type Dia, localDe, somarDias } from '#domain/data.ts'
import { type ContaPrevista, type GrupoPrevisto, preverEnvios } from '#domain/previsao.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { contasRetidas, type QuandoRetem } from '#server/regua/retencao.queries.ts'

const DIAS = 30

/** The forecast of a cadence that may not be saved yet: everybody the engine bills, through the next days. */
export async function prever(
  db: Db,
  rascunho: z.output<typeof preverRegua.schema.body>,
  agora: Date,
): Promise<z.input<(typeof preverRegua.schema.response)[200]>> {
  const { inicio, fim, sabado_inicio, sabado_fim } = rascunho.horario
  const horario = { inicio, fim, sabadoInicio: sabado_inicio, sabadoFim: sabado_fim }
  const calendario = criarCalendario(rascunho.feriados, horario)
  const { regua: salva, carenciaDiasUteis } = await lerConfiguracao(db)
  const regua = {
    passos: rascunho.passos,
    diasUteis: rascunho.dias_uteis,
    maxTentativas: rascunho.max_tentativas ?? salva.maxTentativas,
    intervaloMinimoDias: rascunho.intervalo_minimo_dias ?? salva.intervaloMinimoDias,
  }
  const { dia: hoje, hora } = localDe(agora)
  // What goes out today is not foreseen, but it counts: whoever gets it is not due tomorrow.
  const aindaHoje = diaPermitido(hoje, calendario) && hora < horasDoDia(hoje, horario).fim && !(await rodou(db, hoje))
  const de = aindaHoje ? hoje : somarDias(hoje, 1)
  const grupos = await lerGrupos(db, { dia: hoje, calendario, carenciaDiasUteis })
  const dias = preverEnvios(grupos, regua, calendario, de, aindaHoje ? DIAS + 1 : DIAS).slice(-DIAS)
  return {
    total: dias.reduce((soma, { mensagens }) => soma + mensagens, 0),
    por_passo: somarPassos(dias.map(({ porPasso }) => porPasso)),
    dias: dias.map(({ porPasso, ...dia }) => ({ ...dia, por_passo: porPasso })),
  }
}

const rodou = async (db: Db, dia: Dia) =>
  Boolean(
    await db
      .selectFrom('execucao')
      .select('id')
      .where('dia', '=', dia)
      .where('simulada', '=', false)
      .limit(1)
      .executeTakeFirst(),
  )

/** Customers who are alike come as one row: many owe one account that falls due on one of a few hundred days. */
async function lerGrupos(db: Db, quando: QuandoRetem): Promise<GrupoPrevisto[]> {
  const { rows } = await sql<{ contas: string; ultima: Dia | null; chamadas: number; clientes: number }>`
    with retidas as materialized (${contasRetidas(quando)}), coberto as (
      select conta_id, vencimento, max(dias) as dias from cobranca_passo group by conta_id, vencimento
    ), por_cliente as (
      select string_agg(concat_ws(' ', a.vencimento, coalesce(p.dias::text, '-'), (a.acordo_id is not null)::int,
            case when r.conta_id is not null then coalesce(r.ate::text, '-') end), ','
          order by a.vencimento, p.dias, a.acordo_id is not null, r.conta_id is not null, r.ate) as contas,
        case when t.ultima_cobranca_dia > ${quando.dia}::date - 61 then t.ultima_cobranca_dia end as ultima,
        c.numero_chamadas as chamadas
      from cliente c
        join contato t on t.id = c.contato_id and t.invalido_em is null and t.aceita_mensagens
        join conta a on a.cliente_id = c.id and a.situacao = 'aberta'
        left join coberto p on p.conta_id = a.id and p.vencimento = a.vencimento
        left join retidas r on r.conta_id = a.id
      where c.status in ('ativo', 'negociado') and c.telefone is not null
      group by c.id, t.ultima_cobranca_dia
    )
    select contas, ultima, chamadas, count(*)::int as clientes from por_cliente group by contas, ultima, chamadas`.execute(
    db,
  )
  return rows.map(({ contas, ultima, chamadas, clientes }) => ({
    clientes,
    contas: contas.split(',').map(lerConta),
    ultimaCobranca: ultima,
    numeroChamadas: chamadas,
  }))
}

function lerConta(texto: string): ContaPrevista {
  const [vencimento, coberto, parcela, retida] = texto.split(' ')
  return {
    vencimento: vencimento!,
    coberto: coberto === '-' ? null : Number(coberto),
    parcelaDeAcordo: parcela === '1',
    ...(retida && { retidaAte: retida === '-' ? null : retida }),
  }
}

function somarPassos(partes: Record<string, number>[]): Record<string, number> {
  const soma: Record<string, number> = {}
  for (const parte of partes) for (const [passo, n] of Object.entries(parte)) soma[passo] = (soma[passo] ?? 0) + n
  return soma
}
