import { z } from 'zod'
import { MOTIVOS_DA_DECISAO } from '#domain/decisao.ts'
import { STATUS_MENSAGEM } from '#domain/mensagem.ts'
import { TIPOS_MODELO } from '#domain/modelo.ts'
import { DIAS_DO_PASSO, TIPOS_PASSO } from '#domain/regua.ts'
import {
  consultaPaginada,
  Dia,
  DiaDeAgenda,
  Hora,
  Instante,
  Lista,
  Pagina,
  ParamsId,
  Percentual,
  SeVersaoDita,
} from './comum.ts'

/** Why a customer was, or was not, billed on a day. */
export const Decisao = z.object({
  dia: Dia,
  enviada: z.boolean(),
  motivo: z.enum(MOTIVOS_DA_DECISAO),
  /** The step's `dias` relative to the due day. */
  passo: z.int().nullable(),
  /** A Portuguese sentence. */
  detalhe: z.string(),
})
export type Decisao = z.infer<typeof Decisao>

/** One reason of a decision: it allows the message, stops it, or says what comes next. */
export const Razao = z.object({ sinal: z.enum(['favor', 'contra', 'seguinte']), texto: z.string() })
export type Razao = z.infer<typeof Razao>

/** A whole number within bounds, which the sentence tells whatever is wrong. */
const inteiroDe = (de: number, ate: number, error: string) => z.int({ error }).min(de, { error }).max(ate, { error })
const DIAS = `Informe os dias do passo, de ${DIAS_DO_PASSO.de} (antes do vencimento) a ${DIAS_DO_PASSO.ate}.`

export const Regua = z.object({
  passos: z.array(z.object({ id: z.int(), dias: z.int(), tipo: z.enum(TIPOS_PASSO), ativo: z.boolean() })),
  dias_uteis: z.boolean(),
  horario: z.object({ inicio: z.string(), fim: z.string(), sabado_inicio: z.string(), sabado_fim: z.string() }),
  feriados: z.array(Dia),
  /** What the company calls its own holidays, of those that have a name. */
  nomes_feriados: z.record(Dia, z.string()),
  /** The built-in ones of this year and the next, to be shown. */
  feriados_nacionais: z.array(Dia),
  max_tentativas: z.int(),
  intervalo_minimo_dias: z.int(),
  multa_percentual: z.number(),
  juros_percentual_mes: z.number(),
  /** Changes with any of it. */
  versao: z.string().optional(),
})
export type Regua = z.infer<typeof Regua>

export const verRegua = {
  method: 'GET',
  url: '/api/admin/configuracoes/regua',
  schema: { tags: ['cobranca'], summary: 'Mostra a régua de cobrança e suas regras', response: { 200: Regua } },
} as const

/** The company's own holidays, for forms with a due day; the national ones are in `nomeDoFeriado`. */
export const listarFeriados = {
  method: 'GET',
  url: '/api/feriados',
  schema: {
    tags: ['cobranca'],
    summary: 'Lista os feriados da empresa',
    response: { 200: Lista(z.object({ dia: Dia, nome: z.string().nullable() })) },
  },
} as const

const NovaRegua = z.object({
  passos: z
    .array(
      z.object({
        id: z.int().optional(),
        dias: inteiroDe(DIAS_DO_PASSO.de, DIAS_DO_PASSO.ate, DIAS),
        tipo: z.enum(TIPOS_PASSO, { error: 'Escolha o modelo do passo.' }),
        ativo: z.boolean().default(true),
      }),
    )
    .max(60, { error: 'A régua tem até 60 passos.' }),
  dias_uteis: z.boolean(),
  horario: z.object({ inicio: Hora, fim: Hora, sabado_inicio: Hora, sabado_fim: Hora }),
  feriados: z.array(DiaDeAgenda).max(2000, { error: 'São guardados até 2.000 feriados.' }),
  /** Left out, the names that there are stay. */
  nomes_feriados: z
    .record(z.string(), z.string().trim().max(60, { error: 'O nome de um feriado tem até 60 caracteres.' }))
    .optional(),
  max_tentativas: inteiroDe(1, 100, 'Informe de 1 a 100 tentativas.'),
  intervalo_minimo_dias: inteiroDe(0, 60, 'Informe de 0 a 60 dias de intervalo; 0 é sem intervalo.'),
  multa_percentual: Percentual,
  juros_percentual_mes: Percentual,
})

export const mudarRegua = {
  method: 'PUT',
  url: '/api/admin/configuracoes/regua',
  schema: {
    tags: ['cobranca'],
    summary: 'Muda a régua de cobrança e suas regras',
    body: NovaRegua.extend({ se_versao: SeVersaoDita }),
    response: { 200: Regua },
  },
} as const

/**
 * How many messages a cadence, saved or not, would send in the next 30 days, by the accounts open today and as if
 * nobody paid or answered.
 */
export const preverRegua = {
  method: 'POST',
  url: '/api/admin/configuracoes/regua/previsao',
  schema: {
    tags: ['cobranca'],
    summary: 'Prevê as mensagens dos próximos 30 dias com esta régua',
    body: NovaRegua.pick({ passos: true, dias_uteis: true, horario: true, feriados: true }).extend(
      NovaRegua.pick({ max_tentativas: true, intervalo_minimo_dias: true }).partial().shape,
    ),
    response: {
      200: z.object({
        total: z.int(),
        adiadas_pela_lei: z.int(),
        /** How many of them only ask whose the phone is, before anything is billed. */
        perguntas: z.int(),
        dias: z.array(
          z.object({
            dia: Dia,
            /** False on Sundays, holidays, and Saturdays without hours. */
            envia: z.boolean(),
            mensagens: z.int(),
            perguntas: z.int(),
            /** Messages that would be sent on this day but go later because of state law or holidays. */
            adiadas_pela_lei: z.int(),
            /** By the step's `dias`. */
            por_passo: z.record(z.string(), z.int()),
          }),
        ),
        por_passo: z.record(z.string(), z.int()),
      }),
    },
  },
} as const

export const executarCobranca = {
  method: 'POST',
  url: '/api/admin/cobranca/executar',
  schema: {
    tags: ['cobranca'],
    summary: 'Executa ou simula a cobrança do dia',
    body: z.object({ simular: z.boolean().default(false), forcar_horario: z.boolean().default(false) }),
    response: {
      200: z.object({
        execucao_id: z.int(),
        avaliados: z.int(),
        enfileiradas: z.int(),
        ignorados: z.record(z.string(), z.int()),
      }),
    },
  },
} as const

const ResumoExecucao = z.object({
  id: z.int(),
  dia: Dia,
  simulada: z.boolean(),
  automatica: z.boolean(),
  forcada: z.boolean(),
  created_at: Instante,
  avaliados: z.int(),
  enfileiradas: z.int(),
  ignorados: z.record(z.string(), z.int()),
})

export const listarExecucoes = {
  method: 'GET',
  url: '/api/admin/cobranca/execucoes',
  schema: {
    tags: ['cobranca'],
    summary: 'Lista as execuções da cobrança',
    querystring: z.object(consultaPaginada(20)),
    response: { 200: Pagina(ResumoExecucao) },
  },
} as const

/** All of them, as the list has no filter. */
export const exportarExecucoes = {
  method: 'GET',
  url: '/api/admin/cobranca/execucoes/exportar.csv',
  schema: { tags: ['cobranca'], summary: 'Baixa em planilha as execuções da cobrança', produces: ['text/csv'] },
} as const

const consultaDoRelatorio = consultaPaginada(20)
const filtrosDoRelatorio = { busca: consultaDoRelatorio.busca, motivo: z.enum(MOTIVOS_DA_DECISAO).optional() }

export const exportarExecucao = {
  method: 'GET',
  url: '/api/admin/cobranca/execucoes/:id/exportar.csv',
  schema: {
    tags: ['cobranca'],
    summary: 'Baixa em planilha por que cada cliente foi ou não cobrado numa execução',
    params: ParamsId,
    querystring: z.object(filtrosDoRelatorio),
    produces: ['text/csv'],
  },
} as const

export const verExecucao = {
  method: 'GET',
  url: '/api/admin/cobranca/execucoes/:id',
  schema: {
    tags: ['cobranca'],
    summary: 'Mostra por que cada cliente foi ou não cobrado numa execução',
    params: ParamsId,
    querystring: z.object({ ...consultaDoRelatorio, ...filtrosDoRelatorio }),
    response: {
      200: Pagina(
        z.object({
          cliente: z.object({ id: z.int(), nome: z.string() }),
          ...Decisao.shape,
          /** What became of this run's message to them; null when none was to go (`motivo`), or when retention has erased it. */
          mensagem_status: z.enum(STATUS_MENSAGEM).nullable(),
        }),
      ).extend({
        ...ResumoExecucao.shape,
        /** How far its messages have come; null for a simulation. The rest was cancelled or failed. */
        andamento: z.object({ na_fila: z.int(), aceitas: z.int() }).nullable(),
      }),
    },
  },
} as const

const ProblemaDoValor = z.object({
  variavel: z.string(),
  problema: z.enum(['vazio', 'longo', 'quebra_de_linha']),
  /** A Portuguese sentence: the value sent instead. */
  mensagem: z.string(),
})

/** Whose message would have a value missing, cut or corrected, checked before a run sends it. */
export const conferirPublico = {
  method: 'GET',
  url: '/api/admin/cobranca/conferencia',
  schema: {
    tags: ['cobranca'],
    summary: 'Confere os valores das mensagens com os clientes da próxima rodada',
    querystring: z.object(consultaPaginada(20)),
    response: {
      200: Pagina(
        z.object({
          cliente: z.object({ id: z.int(), nome: z.string() }),
          modelo: z.enum(TIPOS_MODELO),
          passo: z.int().nullable(),
          /** Without those of the company's own values, which would repeat for every customer (`da_empresa`). */
          problemas: z.array(ProblemaDoValor),
        }),
      ).extend({
        /** The problems of the company's own values, each once, with the number of messages that have it. */
        da_empresa: z.array(ProblemaDoValor.extend({ mensagens: z.int() })),
        /** How many messages have some problem, of either kind. */
        com_problema: z.int(),
        /** How many customers the run would bill, and how many of them, from the first, were checked. */
        publico: z.int(),
        conferidos: z.int(),
      }),
    },
  },
} as const

export const exportarConferencia = {
  method: 'GET',
  url: '/api/admin/cobranca/conferencia/exportar.csv',
  schema: {
    tags: ['cobranca'],
    summary: 'Baixa em planilha os valores que faltam ou não cabem nas mensagens da próxima rodada',
    produces: ['text/csv'],
  },
} as const
