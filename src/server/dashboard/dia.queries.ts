import { sql } from 'kysely'
import type { z } from 'zod'
import type { FatoDoDia } from '#contract/dashboard.ts'
import { diaPermitido, horasDoDia, instanteDe, proximoInstantePermitido } from '#domain/calendario.ts'
import { STATUS_COM_PESSOAS } from '#domain/cliente.ts'
import { type Dia, diaDe, formatarDia, localDe, somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { plural } from '#domain/plural.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { lista } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import { ehEscrita } from './periodo.ts'

type Fato = z.infer<typeof FatoDoDia>
interface DeQuem {
  operadorId: number
  hoje: Dia
  agora: Date
}

const POR_ASSUNTO = 4
const NOMES = 3

/** Past and coming events of an operator's day, in order; events without an hour come after now. */
export async function buscarDia(db: Db, operadorId: number, agora: Date, regua: Promise<ReguaDoDia>): Promise<Fato[]> {
  const quem = { operadorId, hoje: diaDe(agora), agora }
  const grupos = await Promise.all([
    acontecidos(db, quem),
    pagamentos(db, quem),
    regua.then((todas) => fatoDaRegua(todas.get(operadorId))),
    janelas(db, quem),
    parcelas(db, quem),
    envio(db, quem),
  ])
  const ordem = (fato: Fato) => fato.em ?? agora.toISOString()
  return grupos.flat().sort((a, b) => (ordem(a) < ordem(b) ? -1 : ordem(a) > ordem(b) ? 1 : 0))
}

const ACONTECIDO = {
  'cliente.terminar_pausa': { tipo: 'fim_da_pausa', titulo: (nome: string) => `Fim da pausa: ${nome}` },
  'negociacao.fechar': { tipo: 'acordo', titulo: (nome: string) => `Acordo com ${nome}` },
  'negociacao.aprovar': { tipo: 'acordo', titulo: (nome: string) => `Acordo com ${nome} aprovado` },
  'negociacao.iniciar': { tipo: 'acordo', titulo: (nome: string) => `Acordo com ${nome} começou` },
  'negociacao.recusar': { tipo: 'acordo_desfeito', titulo: (nome: string) => `Acordo com ${nome} recusado` },
  'negociacao.expirar': { tipo: 'acordo_desfeito', titulo: (nome: string) => `Acordo com ${nome} expirou` },
  'cliente.concluir': { tipo: 'conclusao', titulo: (nome: string) => `${nome}: concluído` },
} as const satisfies Partial<Record<AcaoDoLog, unknown>>
const VOLTOU: Record<string, string> = {
  ativo: 'voltou à cobrança',
  negociado: 'voltou ao acordo',
  aguardando_atendimento: 'espera atendimento',
}

/** The latest of each kind that the log tells of the day, as it was written when it happened. */
async function acontecidos(db: Db, { operadorId, hoje }: DeQuem): Promise<Fato[]> {
  const consulta = sql<{
    acao: keyof typeof ACONTECIDO
    em: string
    id: number
    nome: string
    para: string | null
    valor: number | null
  }>`
    select l.acao, l.created_at as em, l.cliente_id as id, l.nome, l.dados->>'para' as para, n.valor_negociado_centavos as valor
    from unnest(${Object.keys(ACONTECIDO)}::text[]) as a(acao) cross join lateral (
      select l.id, l.acao, l.created_at, l.dados, c.id as cliente_id, c.nome
      from log l join cliente c on c.id = l.entidade_id
      where l.acao = a.acao and l.created_at >= ${inicioDoDia(hoje)} and c.operador_id = ${operadorId}
      order by l.created_at desc, l.id desc limit ${sql.lit(POR_ASSUNTO)}
    ) l left join negociacao n on n.id = (l.dados->>'negociacao')::bigint`
  const { rows } = await preparada(db, consulta.compile(db))
  return rows.map(({ acao, em, id, nome, para, valor }) => ({
    tipo: ACONTECIDO[acao].tipo,
    em,
    titulo: ACONTECIDO[acao].titulo(nome),
    detalhe:
      acao === 'cliente.concluir'
        ? 'nada mais em aberto'
        : valor === null
          ? (VOLTOU[para ?? ''] ?? '')
          : formatarReais(valor),
    cliente_id: id,
  }))
}

const FORMA: Record<string, string> = {
  pix: 'Pix',
  boleto: 'boleto',
  transferencia: 'transferência',
  dinheiro: 'dinheiro',
  cartao: 'cartão',
}

async function pagamentos(db: Db, { operadorId, hoje, agora }: DeQuem): Promise<Fato[]> {
  const consulta = sql<{ em: string; id: number; nome: string; valor: number; forma: string }>`
    select p.criado_em as em, c.id, c.nome, p.valor_centavos as valor, p.forma
    from pagamento p join cliente c on c.id = p.cliente_id
    where p.estornado_em is null and p.pago_em = ${hoje}::date and c.operador_id = ${operadorId}
      and p.criado_em >= ${inicioDoDia(hoje)} and p.criado_em <= ${agora}
    order by p.criado_em desc, p.id desc limit ${sql.lit(POR_ASSUNTO)}`
  const { rows } = await preparada(db, consulta.compile(db))
  return rows.map(({ em, id, nome, valor, forma }) => ({
    tipo: 'pagamento' as const,
    em,
    titulo: `${nome} pagou`,
    detalhe: [formatarReais(valor), FORMA[forma]].filter(Boolean).join(', '),
    cliente_id: id,
  }))
}

interface DitoPelaRegua {
  em: string
  clientes: number
  mensagens: number
  lidas: number
  falharam: number
  responderam: number
}
/** Only operators who have any. */
export type ReguaDoDia = ReadonlyMap<number, DitoPelaRegua>

/** The engine's messages today to each operator's customers, and their outcome. */
export async function lerReguaDoDia(db: Db, hoje: Dia): Promise<ReguaDoDia> {
  const { rows } = await sql<DitoPelaRegua & { operador_id: number }>`
    with ditas as (
      select c.operador_id, m.cliente_id, m.aceita_em, m.status from mensagem m join cliente c on c.id = m.cliente_id
      where m.aceita_em >= ${inicioDoDia(hoje)} and m.finalidade in ${lista(DA_REGUA)} and c.operador_id is not null
    )
    select operador_id, min(aceita_em) as em, count(*) as mensagens, count(distinct cliente_id) as clientes,
      count(*) filter (where status = 'lida') as lidas, count(*) filter (where status = 'falha') as falharam,
      count(distinct cliente_id) filter (where exists (select 1 from mensagem r
        where ${ehEscrita('r')} and r.cliente_id = ditas.cliente_id and r.created_at > ditas.aceita_em)) as responderam
    from ditas group by 1`.execute(db)
  return new Map(rows.map(({ operador_id, ...dito }) => [operador_id, dito]))
}

function fatoDaRegua(dito: DitoPelaRegua | undefined): Fato[] {
  if (!dito) return []
  const { em, mensagens, clientes, lidas, falharam, responderam } = dito
  const detalhe = [
    lidas > 0 && plural(lidas, 'lida', 'lidas'),
    responderam > 0 && plural(responderam, 'respondeu', 'responderam'),
    falharam > 0 && plural(falharam, 'falhou', 'falharam'),
  ]
  return [
    {
      tipo: 'regua',
      em,
      titulo: `Régua: ${plural(mensagens, 'mensagem', 'mensagens')}`,
      detalhe: detalhe.filter(Boolean).join(' · ') || 'ainda sem leitura nem resposta',
      cliente_id: null,
      clientes,
    },
  ]
}

/** Conversations whose window still closes today. */
async function janelas(db: Db, { operadorId, hoje, agora }: DeQuem): Promise<Fato[]> {
  const consulta = sql<{ em: string; id: number; nome: string }>`
    select k.janela_ate as em, c.id, c.nome from cliente c join contato k on k.id = c.contato_id
    where c.status in ${lista(STATUS_COM_PESSOAS)}
      and ${visivelPara(operadorId, 'c')}
      and k.janela_ate > ${agora} and k.janela_ate < ${inicioDoDia(hoje, 1)}
    order by k.janela_ate, c.id limit ${sql.lit(POR_ASSUNTO)}`
  const { rows } = await preparada(db, consulta.compile(db))
  return rows.map(({ em, id, nome }) => ({
    tipo: 'janela' as const,
    em,
    titulo: `Fecha a janela de ${nome}`,
    detalhe: 'depois, só modelo aprovado',
    cliente_id: id,
  }))
}

async function parcelas(db: Db, { operadorId, hoje }: DeQuem): Promise<Fato[]> {
  const consulta = sql<{ n: number; nomes: string[] | null }>`
    select count(*) as n, (array_agg(c.nome order by t.valor_centavos desc, t.id))[1:${sql.lit(NOMES)}] as nomes
    from conta t join cliente c on c.id = t.cliente_id
    where t.origem = 'negociacao' and t.situacao = 'aberta' and t.vencimento_util = ${hoje}::date
      and ${visivelPara(operadorId, 'c')}`
  const { rows } = await preparada(db, consulta.compile(db))
  const { n, nomes } = rows[0]!
  if (n === 0) return []
  return [
    {
      tipo: 'parcelas',
      em: null,
      titulo: `${plural(n, 'parcela', 'parcelas')} de acordo a receber`,
      detalhe: `${(nomes ?? []).join(', ')}${n > NOMES ? ` e mais ${n - NOMES}` : ''}`,
      cliente_id: null,
    },
  ]
}

/** Until when the engine may still speak today, or when it begins. */
async function envio(db: Db, { hoje, agora }: DeQuem): Promise<Fato[]> {
  const { calendario, horario } = await lerConfiguracao(db)
  if (!diaPermitido(hoje, calendario)) return []
  const { hora } = localDe(agora)
  const { inicio, fim } = horasDoDia(hoje, horario)
  if (hora >= fim) return []
  const comum = { cliente_id: null }
  const comeca =
    hora < inicio
      ? [
          {
            ...comum,
            tipo: 'inicio_do_envio' as const,
            em: instanteDe(hoje, inicio),
            titulo: 'Início do horário de envio',
            detalhe: 'antes disso a régua não fala',
          },
        ]
      : []
  const volta = localDe(proximoInstantePermitido(instanteDe(hoje, fim), horario, calendario))
  const quando = volta.dia === somarDias(hoje, 1) ? 'amanhã' : `em ${formatarDia(volta.dia)}`
  return [
    ...comeca,
    {
      ...comum,
      tipo: 'fim_do_envio',
      em: instanteDe(hoje, fim),
      titulo: 'Fim do horário de envio',
      detalhe: `a régua volta ${quando}, às ${volta.hora}`,
    },
  ]
}
