import { type RawBuilder, sql } from 'kysely'
import { diaPermitido, instanteDe } from '#domain/calendario.ts'
import type { ModeloDoMotor, Momento, MotivoDecisao, MotivoFila } from '#domain/decisao.ts'
import { fraseDaDecisao } from '#domain/explicacao.ts'
import { A_SAIR, DA_REGUA, DE_COBRANCA, DO_DIA } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { corteDoPasso, type Passo, passosAtivos } from '#domain/regua.ts'
import { MOTIVOS_DA_RETENCAO } from '#domain/retencao.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { sqlBloqueados } from './bloqueado.queries.ts'
import { JUNTA_LUGARES, sqlLugares } from './lugares.ts'
import { juntaPessoa, perguntasFeitas, sqlAntes } from './pessoa.queries.ts'
import { contasRetidas } from './retencao.queries.ts'

export interface Rodada {
  momento: Momento
  agora: Date
  /** Only these customers; without it, everyone not `concluido`. */
  clientes?: readonly number[]
  /** Messages to be judged as if they did not exist: those whose own sending is being decided. */
  exceto?: readonly number[]
}

export interface LinhaDecisao {
  cliente_id: number
  contato_id: number | null
  motivo: MotivoDecisao
  /** Which row of the law spoke, or that what goes is the question whose the phone is; null where the reason says it all. */
  detalhe: string | null
  passo: number | null
  modelo: ModeloDoMotor | null
  /** What a message would cover, the most overdue first, and the step of each. */
  contas: number[] | null
  passos: number[] | null
  fila: MotivoFila | null
  /** Who goes first: who waited longest, then who owes longest. */
  ordem: number
}

/** Runs the statement below; for a set of customers small enough to be held. */
export async function decidir(db: Db | Trx, rodada: Rodada): Promise<LinhaDecisao[]> {
  return (await sqlDecisao(rodada).execute(db)).rows
}

/**
 * Who is billed and why the others are not, for everyone at once: `avaliarTodos` of domain/decisao.ts as one statement
 * (a property test over random worlds holds the two together). The calendar comes in as one cut a step, so that no
 * account walks it: a step has come when the due day is not after its cut.
 */
export function sqlDecisao({ momento, agora, clientes, exceto = [] }: Rodada): RawBuilder<LinhaDecisao> {
  const { dia, regua, calendario, forcado, confirmarPessoa } = momento
  const permitido = forcado || diaPermitido(dia, calendario)
  const passos = passosAtivos(regua)
  const ultimo = passos.at(-1)?.dias ?? null
  const umDiaAntes = new Date(agora.getTime() - 86_400_000)
  const dosClientes = (coluna: string) => (clientes ? sql`and ${sql.ref(coluna)} = any(${clientes}::bigint[])` : sql``)
  const dosTelefones = clientes
    ? sql`and contato_id = any(array(select contato_id from cliente where id = any(${clientes}::bigint[])))`
    : sql``
  const espera = sql`ultimo_contato_em nulls first, vencimento_mais_antigo, cliente_id`
  return sql<LinhaDecisao>`
    with lugar as materialized (${sqlLugares(momento)}), retida as materialized (${contasRetidas(momento, clientes)}), conta_no_passo as (
      select a.id, a.cliente_id, a.vencimento, a.vencimento_util, a.acordo_id is not null as parcela,
        ${passoQueChegou(passos, momento)} as chegou
      from conta a
      where a.situacao = 'aberta' ${dosClientes('a.cliente_id')}
    ), conta_com_passo as (
      select a.*, r.motivo as retencao, a.chegou is not null and (p.dias is null or p.dias < a.chegou) as com_passo
      from conta_no_passo a left join retida r on r.conta_id = a.id ${passoCoberto(clientes !== undefined, exceto)}
    ), conta_julgada as (
      select a.*, com_passo and retencao is null as devida from conta_com_passo a
    ), por_cliente as (
      select cliente_id,
        bool_or(not devida and retencao is null) as esgotada,
        min(array_position(${[...MOTIVOS_DA_RETENCAO]}::text[], retencao)) as retencao,
        array_agg(id order by vencimento, id) filter (where devida) as contas,
        array_agg(chegou order by vencimento, id) filter (where devida) as passos,
        (array_agg(parcela order by vencimento, id) filter (where devida))[1] as parcela,
        max(vencimento) filter (where devida and vencimento <= ${dia}::date) as vencido_em
      from conta_julgada
      where com_passo or retencao = 'acordo' or (retencao is null and not parcela and vencimento_util < ${dia}::date
        and chegou is not distinct from ${ultimo}::int)
      group by cliente_id
    ), na_lista as materialized (${sqlBloqueados(dia, agora)}), autorizado as materialized (
      select distinct cliente_id, contato_id from autorizacao ${clientes ? sql`where cliente_id = any(${clientes}::bigint[])` : sql``}
    ), ${confirmarPessoa === 'nunca' ? sql`` : sql`pergunta as materialized (${perguntasFeitas(clientes, exceto)}), `}em_voo as (
      select contato_id, bool_or(finalidade in ${lista(DE_COBRANCA)}) as cobranca
      from mensagem
      where envio in ${lista(A_SAIR)} and tipo = 'template'
        and finalidade in ${lista(DO_DIA)} and id <> all(${exceto}::bigint[])
        ${dosTelefones}
      group by contato_id
    ), cobrado as (
      select distinct cliente_id from mensagem
      where dia = ${dia}::date and finalidade in ${lista(DA_REGUA)} and not liberada and id <> all(${exceto}::bigint[])
        ${dosClientes('cliente_id')}
    ), visto as (
      select c.id as cliente_id, c.contato_id, c.status, c.ultimo_contato_em, c.vencimento_mais_antigo,
        c.telefone is not null and t.id is not null and t.invalido_em is null and not ${telefoneNegado('c')} as numero_valido,
        coalesce(t.aceita_mensagens, true) as aceita_mensagens, coalesce(t.aceita_marketing, true) as aceita_marketing,
        n.contato_id is not null and x.cliente_id is null as bloqueado,
        c.numero_chamadas >= ${regua.maxTentativas}::int
          and coalesce(c.ultimo_contato_em < ${instanteDe(dia)}::timestamptz, true) as tentativas_no_fim,
        greatest(t.ultimo_modelo_dia, case when v.contato_id is not null then ${dia}::date end) as modelo_dia,
        greatest(t.ultima_cobranca_dia, case when v.cobranca then ${dia}::date end) as cobranca_dia,
        coalesce(t.ultimo_contato_em > ${umDiaAntes.toISOString()}::timestamptz, false) as alcancado,
        h.cliente_id is not null as cobrado_hoje,
        p.contas, p.passos, p.passos[1] as passo, (${[...MOTIVOS_DA_RETENCAO]}::text[])[p.retencao] as retencao, coalesce(p.esgotada, false) as esgotada,
        coalesce(p.vencido_em >= case when lm.chave is null then l.espera_desde else lm.espera_desde end, false) as no_vencimento,
        case when lm.chave is null then l.impedido else lm.impedido end as impedido,
        case when lm.chave is null then l.detalhe else lm.detalhe end as detalhe,
        case when p.parcela then 'parcela' else ${tipoDoPasso(passos)} end as modelo_do_passo,
        ${sqlAntes(momento, sql`p.contas is not null`)} as antes
      from cliente c
        left join contato t on t.id = c.contato_id
        left join por_cliente p on p.cliente_id = c.id
        left join em_voo v on v.contato_id = c.contato_id
        left join cobrado h on h.cliente_id = c.id
        left join na_lista n on n.contato_id = c.contato_id
        left join autorizado x on x.cliente_id = c.id and x.contato_id = c.contato_id
        ${juntaPessoa(momento)}
        ${JUNTA_LUGARES}
      where ${clientes ? sql`c.id = any(${clientes}::bigint[])` : sql`c.status <> 'concluido'`}
    ), com_modelo as (
      select visto.*, case when antes = 'nada' then modelo_do_passo else ${MODELO_DA_PERGUNTA} end as modelo from visto
    ), ouvido as (
      select com_modelo.*, aceita_mensagens
        and (aceita_marketing or modelo is null or not modelo = any(${[...momento.marketing]}::text[])) as aceita
      from com_modelo
    ), com_fila as (
      select ouvido.*, case
        when status not in ('ativo', 'negociado') then null
        when not numero_valido then 'contato_invalido'
        when not ${permitido}::boolean then null
        when not aceita and contas is not null then 'nao_aceita_mensagens'
        when bloqueado and contas is not null then 'bloqueio_legal'
        when tentativas_no_fim or (esgotada and not cobrado_hoje) then 'sem_resposta'
        when antes = 'chamar' and not cobrado_hoje then 'pessoa_nao_confirmada'
      end as fila
      from ouvido
    ), avaliado as (
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
      from com_fila
    ), com_vez as (
      select avaliado.*, row_number() over (partition by motivo, contato_id order by ${espera}) as vez
      from avaliado
    ), com_limite as (
      select com_vez.*, row_number() over (partition by motivo order by ${espera}) as ordem, count(*) filter (where vez = 1 and not alcancado)
        over (partition by motivo order by ${espera}) as gasto
      from com_vez
    )
    select cliente_id, contato_id, motivo_final as motivo, case
        when motivo_final in ('feriado', 'fora_do_horario') then detalhe
        when motivo_final = 'prevista' and modelo = ${MODELO_DA_PERGUNTA} then ${PERGUNTA_PREVISTA}
      end as detalhe, passo, modelo, contas, passos, fila, ordem
    from (
      select com_limite.*, case
        when motivo <> 'prevista' then motivo
        when vez > 1 then 'ja_contatado_hoje'
        when not alcancado and gasto > ${momento.limite}::bigint then 'limite_do_numero'
        else 'prevista'
      end as motivo_final
      from com_limite) as final`
}

const PERGUNTA_PREVISTA = fraseDaDecisao('prevista', null, true)

/** The latest step that has come for an account; steps after the due day count from it moved to a business day. */
function passoQueChegou(passos: Passo[], { dia, regua, calendario }: Momento): RawBuilder<number | null> {
  if (passos.length === 0) return sql`null::int`
  const casos = passos.toReversed().map(({ dias }) => {
    const coluna = sql.ref(dias > 0 ? 'a.vencimento_util' : 'a.vencimento')
    return sql`when ${coluna} <= ${corteDoPasso(dias, dia, regua, calendario)}::date then ${dias}::int`
  })
  return sql`case ${sql.join(casos, sql` `)} end`
}

function tipoDoPasso(passos: Passo[]): RawBuilder<string | null> {
  if (passos.length === 0) return sql`null`
  const casos = passos.map(({ dias, tipo }) => sql`when ${dias}::int then ${tipo}::text`)
  return sql`case p.passos[1] ${sql.join(casos, sql` `)} end`
}

/** The latest step covered of an account's due day: by index for a few customers, by one pass for everybody. */
function passoCoberto(poucos: boolean, exceto: readonly number[]) {
  const foraEstas = exceto.length > 0 ? sql`and p.mensagem_id <> all(${exceto}::bigint[])` : sql``
  if (poucos) {
    return sql`left join lateral (
      select max(p.dias) as dias from cobranca_passo p
      where p.conta_id = a.id and p.vencimento = a.vencimento ${foraEstas}) p on true`
  }
  return sql`left join (
      select p.conta_id, p.vencimento, max(p.dias) as dias from cobranca_passo p
      where true ${foraEstas} group by p.conta_id, p.vencimento) p on p.conta_id = a.id and p.vencimento = a.vencimento`
}
