import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { preverRegua } from '#contract/cobranca.ts'
import { criarCalendario, diaPermitido, horasDoDia } from '#domain/calendario.ts'
import { STATUS_COBRAVEIS } from '#domain/cliente.ts'
import type { Contato } from '#domain/contato-legal.ts'
import { type Dia, localDe, somarDias } from '#domain/data.ts'
import type { Agenda } from '#domain/decisao.ts'
import type { PessoaDoTelefone } from '#domain/pessoa.ts'
import {
  type ClientePrevisto,
  type ContaPrevista,
  diasDoLugar,
  type GrupoPrevisto,
  preverEnvios,
} from '#domain/previsao.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { AUTORIZOU } from '#server/regua/bloqueado.queries.ts'
import { juntaLugares, linhasDosLugares } from '#server/regua/lugares.ts'
import { juntaPessoa, ouvidaDesde, perguntasFeitas, seDeve } from '#server/regua/pessoa.queries.ts'
import { contasRetidas, type QuandoRetem } from '#server/regua/retencao.queries.ts'

const DIAS = 30

/** The forecast of a cadence that may not be saved yet: everybody the engine bills, or will after a pause, through the next days. */
export async function prever(
  db: Db,
  rascunho: z.output<typeof preverRegua.schema.body>,
  agora: Date,
): Promise<z.input<(typeof preverRegua.schema.response)[200]>> {
  const { inicio, fim, sabado_inicio, sabado_fim } = rascunho.horario
  const horario = { inicio, fim, sabadoInicio: sabado_inicio, sabadoFim: sabado_fim }
  const calendario = criarCalendario(rascunho.feriados, horario)
  const { regua: salva, carenciaDiasUteis, confirmarPessoa, lei } = await lerConfiguracao(db)
  const regua = {
    passos: rascunho.passos,
    diasUteis: rascunho.dias_uteis,
    maxTentativas: rascunho.max_tentativas ?? salva.maxTentativas,
    intervaloMinimoDias: rascunho.intervalo_minimo_dias ?? salva.intervaloMinimoDias,
  }
  const { dia: hoje, hora } = localDe(agora)
  // Today's run is simulated but not shown: whoever gets a message today is not due tomorrow.
  const aindaHoje = diaPermitido(hoje, calendario) && hora < horasDoDia(hoje, horario).fim && !(await rodou(db, hoje))
  const de = aindaHoje ? hoje : somarDias(hoje, 1)
  const quantos = aindaHoje ? DIAS + 1 : DIAS
  const grupos = await lerGrupos(
    db,
    { dia: hoje, calendario, carenciaDiasUteis, confirmarPessoa },
    { calendario, horario, lei },
    de,
    quantos,
  )
  const dias = preverEnvios(grupos, regua, calendario, de, quantos).slice(-DIAS)
  return {
    total: dias.reduce((soma, { mensagens }) => soma + mensagens, 0),
    adiadas_pela_lei: dias.reduce((soma, { adiadasPelaLei }) => soma + adiadasPelaLei, 0),
    por_passo: somarPassos(dias.map(({ porPasso }) => porPasso)),
    perguntas: dias.reduce((soma, { perguntas }) => soma + perguntas, 0),
    dias: dias.map(({ porPasso, adiadasPelaLei, ...dia }) => ({
      ...dia,
      adiadas_pela_lei: adiadasPelaLei,
      por_passo: porPasso,
    })),
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

/** An agreement runs: of those who are paused, where the pause leads. */
const EM_ACORDO = sql`exists (select from negociacao n where n.cliente_id = c.id and n.status = 'ativa')`
/** The end of the pause counts the attempts anew; an agreement takes them as seen to. */
const VOLTA_DE_NOVO = sql`c.status = 'pausado' and not ${EM_ACORDO}`
/** Paused until a day, and not for the queue then. */
const VOLTA_A_COBRANCA = sql`(c.status = 'pausado' and c.pausado_ate is not null and not c.promessa_quebrada_pendente
  and (not c.acordo_quebrado_pendente or ${EM_ACORDO}))`

/** Phones whose customers are in the same situation form one row: many owe one account that falls due on one of a few hundred days. */
async function lerGrupos(
  db: Db,
  quando: QuandoRetem & Pick<Agenda, 'confirmarPessoa'>,
  contato: Contato,
  de: Dia,
  quantos: number,
): Promise<GrupoPrevisto[]> {
  // Places with the same days are one: they differ in hours alone.
  const calendarios = new Map<string, { dias: ClientePrevisto['dias']; n: number }>()
  const lugares = linhasDosLugares(contato.lei, (lugar) => {
    const dias = diasDoLugar(lugar, contato, de, quantos)
    const chave = JSON.stringify(dias)
    const igual = calendarios.get(chave) ?? { dias, n: calendarios.size }
    calendarios.set(chave, igual)
    return { n: igual.n }
  })
  const doNumero = [...calendarios.values()]
  const { rows } = await sql<{ clientes: string; ultima: Dia | null; telefones: number }>`
    with lugar as materialized (
      select * from unnest(${lugares.map(({ chave }) => chave)}::text[], ${lugares.map(({ uf }) => uf)}::text[],
        ${lugares.map(({ n }) => n)}::int[]) as l(chave, uf, n)
    ), retidas as materialized (${contasRetidas(quando)}), pergunta as materialized (${perguntasFeitas()}), coberto as (
      select conta_id, vencimento, max(dias) as dias from cobranca_passo group by conta_id, vencimento
    ), por_cliente as (
      select c.contato_id, c.id, c.ultimo_contato_em, c.vencimento_mais_antigo, string_agg(concat_ws(' ', a.vencimento, coalesce(p.dias::text, '-'), (a.acordo_id is not null)::int,
            case when r.conta_id is not null then coalesce(r.ate::text, '-') end), ','
          order by a.vencimento, p.dias, a.acordo_id is not null, r.conta_id is not null, r.ate) as contas,
        case when t.ultima_cobranca_dia > ${quando.dia}::date - 61 then t.ultima_cobranca_dia end as ultima,
        case when ${VOLTA_DE_NOVO} then 0 else c.numero_chamadas end as chamadas,
        case when ${VOLTA_DE_NOVO} then 0 when c.status = 'pausado' then c.numero_chamadas else c.tentativas_vistas end as vistas,
        case when c.status = 'pausado' then c.pausado_ate end as volta, coalesce(lm.n, l.n, 0) as lugar, ${pessoaDoGrupo(quando)} as pessoa
      from cliente c
        join contato t on t.id = c.contato_id and t.invalido_em is null and t.aceita_mensagens and not ${telefoneNegado('c')}
        join conta a on a.cliente_id = c.id and a.situacao = 'aberta'
        left join coberto p on p.conta_id = a.id and p.vencimento = a.vencimento
        left join retidas r on r.conta_id = a.id
        ${juntaPessoa(quando)}
        ${juntaLugares()}
      where (c.status in ${lista(STATUS_COBRAVEIS)} or ${VOLTA_A_COBRANCA}) and c.telefone is not null and (${AUTORIZOU}
          or not exists (select from bloqueio b where b.canonico = t.canonico and b.vale_de <= ${quando.dia}::date))
      group by c.id, t.ultima_cobranca_dia, coalesce(lm.n, l.n, 0), pessoa
    ), por_telefone as (
      select ultima, string_agg(concat_ws(';', contas, chamadas, vistas, coalesce(volta::text, '-'), lugar, pessoa), '|'
          order by ultimo_contato_em nulls first, vencimento_mais_antigo, id) as clientes
      from por_cliente group by contato_id, ultima
    )
    select clientes, ultima, count(*)::int as telefones from por_telefone group by clientes, ultima`.execute(db)
  return rows.map(({ clientes, ultima, telefones }) => ({
    telefones,
    ultimaCobranca: ultima,
    clientes: clientes.split('|').map((cliente) => lerCliente(cliente, doNumero)),
  }))
}

function lerCliente(texto: string, doNumero: readonly { dias: ClientePrevisto['dias'] }[]): ClientePrevisto {
  const [contas, chamadas, vistas, volta, lugar, pessoa] = texto.split(';')
  return {
    dias: doNumero[Number(lugar)]!.dias,
    contas: contas!.split(',').map(lerConta),
    numeroChamadas: Number(chamadas),
    tentativasVistas: Number(vistas),
    voltaEm: volta === '-' ? null : volta!,
    pessoa: pessoa === undefined ? null : lerPessoa(pessoa),
  }
}

/**
 * What is known of the phone, for customers who need the question during the forecast; one who stays confirmed needs none.
 */
function pessoaDoGrupo(quando: { dia: Dia } & Pick<Agenda, 'confirmarPessoa'>): RawBuilder<string | null> {
  if (quando.confirmarPessoa === 'nunca') return sql`null::text`
  return sql`case when ${seDeve(quando)} and (sabida.ouvida_em >= ${ouvidaDesde(somarDias(quando.dia, DIAS))}::timestamptz) is not true
    then concat_ws(' ', coalesce((sabida.ouvida_em at time zone 'America/Sao_Paulo')::date::text, '-'), coalesce(feitas.perguntas, 0), coalesce(feitas.ultima::text, '-')) end`
}

function lerPessoa(texto: string): PessoaDoTelefone {
  const [ouvida, perguntas, ultima] = texto.split(' ')
  const dia = (dito: string | undefined) => (dito === '-' ? null : dito!)
  return { ouvidaEm: dia(ouvida), perguntas: Number(perguntas), perguntadaEm: dia(ultima) }
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
