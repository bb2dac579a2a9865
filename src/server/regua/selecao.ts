import { type RawBuilder, sql } from 'kysely'
import { diaPermitido, instanteDe } from '#domain/calendario.ts'
import { STATUS_COBRAVEIS } from '#domain/cliente.ts'
import { DIA_MS } from '#domain/data.ts'
import type { ModeloDoMotor, MotivoDecisao, MotivoFilaDoMotor } from '#domain/decisao.ts'
import { fraseDaDecisao } from '#domain/explicacao.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { type Passo, passosAtivos } from '#domain/regua.ts'
import { MOTIVOS_DA_RETENCAO } from '#domain/retencao.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { contasJulgadas } from './contas-julgadas.queries.ts'
import { type Faixa, sqlNaFaixa, UMA_VEZ } from './faixa.ts'
import { fontesDaDecisao } from './fontes.queries.ts'
import { juntaLugares } from './lugares.ts'
import { juntaPerguntas, juntaSabida, sqlAntes } from './pessoa.queries.ts'
import type { Olhar, Rodada } from './rodada.ts'

export interface LinhaDecisao {
  cliente_id: number
  contato_id: number | null
  motivo: MotivoDecisao
  /**
   * The sentence of the law's row, or that the message is the question whose the phone is; null when `motivo` says it
   * all.
   */
  detalhe: string | null
  passo: number | null
  modelo: ModeloDoMotor | null
  /** What a message would cover, the most overdue first, and the step of each. */
  contas: number[] | null
  passos: number[] | null
  fila: MotivoFilaDoMotor | null
  /** The order of those who may get a message: longest without contact first, then owing longest. Null for the others. */
  ordem: number | null
}

/** Runs the statement below; for a set of customers small enough to be held. */
export async function decidir(db: Db | Trx, rodada: Rodada): Promise<LinhaDecisao[]> {
  return (await sqlDecisao(rodada).execute(db)).rows
}

/**
 * Who is billed and why the others are not, for everyone at once: `avaliarTodos` of domain/decisao.ts as one statement
 * (a property test over random worlds holds the two together). For a large company `selecionar` runs its parts in slices.
 */
export function sqlDecisao(rodada: Rodada): RawBuilder<LinhaDecisao> {
  const fontes = fontesDaDecisao(rodada).map(([nome, fonte]) => sql`${sql.table(nome)} as materialized (${fonte})`)
  return sql<LinhaDecisao>`
    with ${sql.join(fontes)}, conta_julgada as (${contasJulgadas(rodada)}), avaliado as materialized (${avaliacoes(rodada)}),
    rateio as (${rateio('avaliado', rodada.momento.limite)})
    select cliente_id, contato_id, coalesce(r.motivo, a.motivo) as motivo, case when r.motivo is null or r.motivo = a.motivo then detalhe end as detalhe,
      passo, modelo, contas, passos, fila, r.ordem
    from avaliado a left join rateio r using (cliente_id)`
}

/**
 * `avaliar` for each customer, before the limits shared by several are applied. Reads tables with the names in `fontesDaDecisao`,
 * and `conta_julgada`. Long: one statement, in the order of the rule.
 */
export function avaliacoes({ momento, agora, clientes, faixa, telefones }: Olhar): RawBuilder<unknown> {
  const { dia, regua, calendario, forcado } = momento
  const permitido = forcado || diaPermitido(dia, calendario)
  const passos = passosAtivos(regua)
  const umDiaAntes = new Date(agora.getTime() - DIA_MS)
  return sql`
    with por_cliente as (
      select cliente_id,
        bool_or(not devida and retencao is null) as esgotada,
        min(array_position(${[...MOTIVOS_DA_RETENCAO]}::text[], retencao)) as retencao,
        array_agg(id order by vencimento, id) filter (where devida) as contas,
        array_agg(chegou order by vencimento, id) filter (where devida) as passos,
        (array_agg(parcela order by vencimento, id) filter (where devida))[1] as parcela,
        max(vencimento) filter (where devida and vencimento <= ${dia}::date) as vencido_em
      from conta_julgada
      where true ${sqlNaFaixa('cliente_id', faixa)}
      group by cliente_id
    ), visto as (
      select c.id as cliente_id, c.contato_id, c.status, c.ultimo_contato_em, c.vencimento_mais_antigo,
        c.telefone is not null and t.id is not null and t.invalido_em is null and sabida.negada_em is null as numero_valido,
        coalesce(t.aceita_mensagens, true) as aceita_mensagens, coalesce(t.aceita_marketing, true) as aceita_marketing,
        n.contato_id is not null and x.cliente_id is null as bloqueado,
        c.numero_chamadas >= ${regua.maxTentativas}::int
          and coalesce(c.ultimo_contato_em < ${instanteDe(dia)}::timestamptz, true)
          and c.numero_chamadas > c.tentativas_vistas as tentativas_no_fim,
        greatest(t.ultimo_modelo_dia, case when v.contato_id is not null then ${dia}::date end) as modelo_dia,
        greatest(t.ultima_cobranca_dia, case when v.cobranca then ${dia}::date end) as cobranca_dia,
        coalesce(t.ultimo_contato_em > ${umDiaAntes.toISOString()}::timestamptz, false) as alcancado,
        h.cliente_id is not null as cobrado_hoje,
        p.contas, p.passos, p.passos[1] as passo, (${[...MOTIVOS_DA_RETENCAO]}::text[])[p.retencao] as retencao, coalesce(p.esgotada, false) as esgotada,
        coalesce(p.vencido_em >= case when lm.chave is null then l.espera_desde else lm.espera_desde end, false) as no_vencimento,
        case when lm.chave is null then l.impedido else lm.impedido end as impedido,
        case when lm.chave is null then l.detalhe else lm.detalhe end as da_lei,
        case when p.parcela then 'parcela' else ${tipoDoPasso(passos)} end as modelo_do_passo,
        ${sqlAntes(momento, sql`p.contas is not null`)} as antes
      from cliente c
        left join ${telefonesDa(faixa, telefones)} t on t.id = c.contato_id
        left join por_cliente p on p.cliente_id = c.id
        left join em_voo v on v.contato_id = c.contato_id
        left join cobrado h on h.cliente_id = c.id
        left join na_lista n on n.contato_id = c.contato_id
        left join autorizado x on x.cliente_id = c.id and x.contato_id = c.contato_id
        ${juntaSabida(faixa)}
        ${juntaPerguntas(momento)}
        ${juntaLugares(sql`p.contas is not null and c.status in ${lista(STATUS_COBRAVEIS)}`)}
      where ${clientes ? sql`c.id = any(${clientes}::bigint[])` : sql`c.status <> 'concluido'`} ${sqlNaFaixa('c.id', faixa)} ${UMA_VEZ}
    ), com_modelo as (
      select visto.*, case when antes = 'nada' then modelo_do_passo else ${MODELO_DA_PERGUNTA} end as modelo from visto
    ), ouvido as (
      select com_modelo.*, aceita_mensagens
        and (aceita_marketing or modelo is null or not modelo = any(${[...momento.marketing]}::text[])) as aceita
      from com_modelo ${UMA_VEZ}
    ), com_fila as (
      select ouvido.*, case
        when status not in ${lista(STATUS_COBRAVEIS)} then null
        when not numero_valido then 'contato_invalido'
        when not ${permitido}::boolean then null
        when not aceita and contas is not null then 'nao_aceita_mensagens'
        when bloqueado and contas is not null then 'bloqueio_legal'
        when tentativas_no_fim or (esgotada and not cobrado_hoje) then 'sem_resposta'
        when antes = 'chamar' and not cobrado_hoje then 'pessoa_nao_confirmada'
      end as fila
      from ouvido ${UMA_VEZ}
    ), com_motivo as (
      select com_fila.*, case
        when not numero_valido then 'contato_invalido'
        when not aceita then 'nao_aceita_mensagens'
        when bloqueado then 'bloqueio_legal'
        when status = 'pausado' then 'pausado'
        when status = 'em_atendimento' then 'em_atendimento'
        when status = 'aguardando_atendimento' then 'aguardando'
        when status = 'concluido' then 'sem_conta_no_passo'
        when fila is not null then 'aguardando'
        when cobrado_hoje then 'ja_contatado_hoje'
        when modelo is null then coalesce(retencao, case status when 'negociado' then 'acordo' else 'sem_conta_no_passo' end)
        when modelo_dia = ${dia}::date then 'ja_contatado_hoje'
        when ${dia}::date - cobranca_dia < ${regua.intervaloMinimoDias}::int and not no_vencimento then 'ja_contatado_hoje'
        when antes in ('esperar', 'chamar') then 'pessoa_nao_confirmada'
        when not modelo = any(${[...momento.aprovados]}::text[]) then 'modelo_nao_aprovado'
        else coalesce(impedido, 'prevista')
      end as motivo
      from com_fila ${UMA_VEZ}
    )
    select cliente_id, contato_id, motivo, case
        when motivo in ('feriado', 'fora_do_horario') then da_lei
        when motivo = 'prevista' and modelo = ${MODELO_DA_PERGUNTA} then ${PERGUNTA_PREVISTA}
      end as detalhe, passo, modelo, contas, passos, fila, alcancado, ultimo_contato_em, vencimento_mais_antigo
    from com_motivo`
}

/**
 * One message a day to each phone, and the number's limit, shared out among those of a table of `avaliacoes` who would be written to, as
 * rows of (cliente_id, motivo, ordem).
 */
export function rateio(tabela: string, limite: number | null): RawBuilder<unknown> {
  const espera = sql`ultimo_contato_em nulls first, vencimento_mais_antigo, cliente_id`
  return sql`
    select cliente_id, ordem, case
      when vez > 1 then 'ja_contatado_hoje'
      when not alcancado and gasto > ${limite}::bigint then 'limite_do_numero'
      else 'prevista'
    end as motivo
    from (
      select cliente_id, vez, alcancado, row_number() over (order by ${espera}) as ordem,
        count(*) filter (where vez = 1 and not alcancado) over (order by ${espera}) as gasto
      from (
        select cliente_id, alcancado, ultimo_contato_em, vencimento_mais_antigo,
          row_number() over (partition by contato_id order by ${espera}) as vez
        from ${sql.table(tabela)} where motivo = 'prevista'
      ) as com_vez
    ) as com_gasto`
}

/** A slice scans its own range of phones and fetches the others one by one, instead of scanning all of the company's. */
const telefonesDa = (faixa: Faixa | undefined, telefones: Faixa | undefined): RawBuilder<unknown> =>
  telefones
    ? sql`(
        select * from contato where true ${sqlNaFaixa('id', telefones)} union all
        select * from contato where id = any(array(
          select contato_id from cliente
          where status <> 'concluido' ${sqlNaFaixa('id', faixa)} and (contato_id < ${telefones.de} or contato_id >= ${telefones.ate}))))`
    : sql`contato`

const PERGUNTA_PREVISTA = fraseDaDecisao('prevista', null, true)

function tipoDoPasso(passos: Passo[]): RawBuilder<string | null> {
  if (passos.length === 0) return sql`null`
  const casos = passos.map(({ dias, tipo }) => sql`when ${dias}::int then ${tipo}::text`)
  return sql`case p.passos[1] ${sql.join(casos, sql` `)} end`
}
