// biome-ignore-all lint/style/noExcessiveLinesPerFile: one call after the other
import { z } from 'zod'
import { MOTIVOS_FILA, STATUS_CLIENTE } from '#domain/cliente.ts'
import { TELEFONES } from '#domain/lista-de-clientes.ts'
import { DIRECOES, STATUS_MENSAGEM, TIPOS_MENSAGEM } from '#domain/mensagem.ts'
import { TIPOS_MODELO } from '#domain/modelo.ts'
import { MEIOS_DA_CONFIRMACAO } from '#domain/pessoa.ts'
import { FAIXAS_DE_TENTATIVAS } from '#domain/tentativas.ts'
import { normalizarEmail } from '#domain/texto.ts'
import { MUNICIPIO_MAXIMO, UFS } from '#domain/uf.ts'
import { Anotacao } from './anotacoes.ts'
import { Decisao, Razao } from './cobranca.ts'
import {
  consultaPaginada,
  Dia,
  DiaDeAgenda,
  Dinheiro,
  Estado,
  Instante,
  Motivo,
  Pagina,
  ParamsId,
  Pessoa,
  SEM_ESTADO,
  texto,
} from './comum.ts'
import { Conta } from './contas-receber.ts'
import { Log } from './logs.ts'
import { Negociacao } from './negociacoes.ts'

export const Cliente = z.object({
  id: z.int(),
  nome: z.string(),
  documento: z.string().nullable(),
  telefone: z.string().nullable(),
  email: z.string().nullable(),
  codigo_externo: z.string().nullable(),
  /** As the register says; when it does not, the area code of the phone decides days and hours of contact. */
  uf: z.enum(UFS).nullable(),
  municipio: z.string().nullable(),
  status: z.enum(STATUS_CLIENTE),
  operador: Pessoa.nullable(),
  numero_chamadas: z.int(),
  valor_em_aberto: Dinheiro,
  contas_em_aberto: z.int(),
  contas_vencidas: z.int(),
  valor_vencido: Dinheiro,
  dias_atraso: z.int(),
  motivo_pausa: z.string().nullable(),
  pausado_ate: Dia.nullable(),
  proximo_contato_em: Dia.nullable(),
  ultima_mensagem: z
    .object({
      conteudo: z.string(),
      direcao: z.enum(DIRECOES),
      tipo: z.enum(TIPOS_MENSAGEM),
      status: z.enum(STATUS_MENSAGEM),
      /** Whether the engine sent it, and for which step. */
      automatica: z.boolean(),
      passo: z.int().nullable(),
      created_at: Instante,
    })
    .nullable(),
  nao_lidas: z.int(),
  aceita_mensagens: z.boolean(),
  contato_invalido: z.boolean(),
  janela_ate: Instante.nullable(),
  aguardando_desde: Instante.nullable(),
  aguardando_motivo: z.enum(MOTIVOS_FILA).nullable(),
  /** The place in the queue from which the customer was taken over, and to which they would return; null if they did not come from there. */
  assumido_da_fila: z.object({ desde: Instante, motivo: z.enum(MOTIVOS_FILA) }).nullable(),
  /** The instalment that broke the agreement, when the customer waits for that reason. */
  parcela_quebrada: z.object({ numero: z.int(), total: z.int(), vencimento: Dia }).nullable(),
  /** Money that may pay one of their accounts is on its way. */
  a_caminho: z.boolean(),
  created_at: Instante,
  updated_at: Instante,
})
export type Cliente = z.infer<typeof Cliente>

/** What handing a customer back to the engine would bring, for the button that does it. */
export const Devolucao = z.object({
  /** The template that would go out today, and its step's `dias`; null when none would. */
  hoje: z.object({ modelo: z.enum(TIPOS_MODELO), titulo: z.string(), passo: z.int() }).nullable(),
  /** The day of the next contact if handed back now, and if from tomorrow on. Null: the engine would stay silent. */
  proximo_contato_em: Dia.nullable(),
  desde_amanha_em: Dia.nullable(),
  /** The reason for which the customer would go to the queue, when the engine can do nothing. */
  fila: z.enum(MOTIVOS_FILA).nullable(),
})
export type Devolucao = z.infer<typeof Devolucao>

export const ClienteDetalhado = Cliente.extend({
  contas: z.array(Conta),
  negociacao: Negociacao.nullable(),
  historico: z.array(Log),
  /** What people wrote about the customer for each other, oldest first. */
  anotacoes: z.array(Anotacao),
  decisao: Decisao.extend({ razoes: z.array(Razao) }),
  /** What handing the customer back to the engine would do; null when that is not possible. */
  devolucao: Devolucao.nullable(),
  /** What an overdue account is charged, in percent. */
  taxas: z.object({ multa_percentual: z.number(), juros_percentual_mes: z.number() }),
  /** Where the number came from (`importacao`, `cadastro`, what the customer wrote) and when; null without a phone. */
  consentimento: z.object({ origem: z.string(), em: Instante.nullable() }).nullable(),
  /** When whoever has the phone said it is not the customer's; null once an operator confirmed it is, or with another phone. */
  telefone_negado_em: Instante.nullable(),
  /** Whether the phone is known to be theirs: since when and how, or how often and when it was last asked. */
  pessoa: z.object({
    confirmada_em: Instante.nullable(),
    confirmada_por: z.enum(MEIOS_DA_CONFIRMACAO).nullable(),
    /** Nothing is billed over this phone until it is known. */
    falta: z.boolean(),
    perguntas: z.int(),
    perguntada_em: Dia.nullable(),
  }),
  /** When the customer opted out of messages; null while they accept them. */
  recusou_em: Instante.nullable(),
  /** False once the customer stopped the company's marketing in WhatsApp itself. */
  aceita_marketing: z.boolean(),
  /** The do-not-contact lists that name their phone; each counts from `vale_de` on. */
  bloqueios: z.array(z.object({ origem: z.string(), registrado_em: Dia, vale_de: Dia })),
  /** The day of the customer's own word, for the phone they have, that lifts those lists; null without one. */
  autorizado_em: Dia.nullable(),
})
export type ClienteDetalhado = z.infer<typeof ClienteDetalhado>

const operador = '/api/operador/clientes'
const filtros = { ...consultaPaginada(20), status: z.enum(STATUS_CLIENTE).optional() }

/** `fechando`: the 24-hour window closes within 2 hours. */
export const JANELAS = ['fechando'] as const

export const clientesAtivos = {
  method: 'GET',
  url: `${operador}/ativos`,
  schema: {
    tags: ['clientes'],
    summary: 'Lista os clientes ativos: os próprios primeiro',
    querystring: z.object({
      ...filtros,
      carteira: z.enum(['minha', 'livre', 'todas']).default('todas'),
      chamadas: z.enum(FAIXAS_DE_TENTATIVAS).optional(),
      telefone: z.enum(TELEFONES).optional(),
      janela: z.enum(JANELAS).optional(),
    }),
    response: { 200: Pagina(Cliente).extend({ com_falhas: z.int() }) },
  },
} as const

export const clientesConcluidos = {
  method: 'GET',
  url: `${operador}/concluidos`,
  schema: {
    tags: ['clientes'],
    summary: 'Lista os clientes concluídos',
    querystring: z.object({
      ...filtros,
      carteira: z.enum(['minha', 'livre', 'todas']).default('todas'),
      /** Completed in the current month, as the dashboard counts them. */
      quando: z.enum(['mes']).optional(),
    }),
    response: { 200: Pagina(Cliente) },
  },
} as const

/** Spreadsheets have all that the filters find, in the list's order. */
const semPagina = { page: true, per_page: true } as const
export const exportarAtivos = {
  method: 'GET',
  url: `${operador}/ativos/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha os clientes ativos',
    querystring: clientesAtivos.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const
export const exportarConcluidos = {
  method: 'GET',
  url: `${operador}/concluidos/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha os clientes concluídos',
    querystring: clientesConcluidos.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const

/** Every customer one owns, in any status: what the figures of the operator's dashboard count. */
export const clientesDaCarteira = {
  method: 'GET',
  url: `${operador}/carteira`,
  schema: {
    tags: ['clientes'],
    summary: 'Lista todos os clientes do operador, em qualquer situação',
    querystring: z.object({
      ...filtros,
      chamadas: z.enum(FAIXAS_DE_TENTATIVAS).optional(),
      /** `com`: only who wrote what is still unread. */
      nao_lidas: z.enum(['com'], { error: 'Informe com.' }).optional(),
    }),
    /** `nao_lidas`: the unread messages of the whole filtered list. */
    response: { 200: Pagina(Cliente).extend({ nao_lidas: z.int() }) },
  },
} as const

export const exportarCarteira = {
  method: 'GET',
  url: `${operador}/carteira/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha os clientes do operador',
    querystring: clientesDaCarteira.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const

export const clientesAguardando = {
  method: 'GET',
  url: `${operador}/aguardando-atendimento`,
  schema: {
    tags: ['clientes'],
    summary: 'Lista a fila de atendimento',
    querystring: z.object({
      ...filtros,
      motivo: z.enum(MOTIVOS_FILA).optional(),
      janela: z.enum(JANELAS).optional(),
    }),
    response: { 200: Pagina(Cliente) },
  },
} as const

export const exportarAguardando = {
  method: 'GET',
  url: `${operador}/aguardando-atendimento/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha a fila de atendimento',
    querystring: clientesAguardando.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const

/** How many of those who wait, wait for each reason: the chips over the queue. */
export const contagemDaFila = {
  method: 'GET',
  url: `${operador}/aguardando-atendimento/contagem`,
  schema: {
    tags: ['clientes'],
    summary: 'Conta a fila de atendimento por motivo',
    querystring: z.object({ busca: filtros.busca }),
    response: { 200: z.record(z.enum(MOTIVOS_FILA), z.int()) },
  },
} as const

export const verCliente = {
  method: 'GET',
  url: `${operador}/:id`,
  schema: {
    tags: ['clientes'],
    summary: 'Mostra um cliente com contas, acordo, histórico e a decisão do dia',
    params: ParamsId,
    response: { 200: ClienteDetalhado },
  },
} as const

const SEM_EMAIL = 'Informe um e-mail válido.'
/** By the rule of spreadsheets and notes: a form sends back what they brought. */
const EmailDoCliente = z
  .string({ error: SEM_EMAIL })
  .normalize()
  .refine((escrito) => escrito.trim() === '' || normalizarEmail(escrito) !== null, { error: SEM_EMAIL })
  .transform(normalizarEmail)

export const mudarContato = {
  method: 'PATCH',
  url: `${operador}/:id`,
  schema: {
    tags: ['clientes'],
    summary: 'Corrige nome, telefone, e-mail, estado ou município de um cliente',
    params: ParamsId,
    body: z.object({
      nome: texto(1, 200, 'O nome').optional(),
      telefone: z.string().max(40).nullable().optional(),
      email: EmailDoCliente.nullable().optional(),
      uf: z
        .union([z.literal('').transform(() => null), Estado], { error: SEM_ESTADO })
        .nullable()
        .optional(),
      municipio: z
        .union([z.literal('').transform(() => null), texto(1, MUNICIPIO_MAXIMO, 'O município')])
        .nullable()
        .optional(),
    }),
    response: { 200: Cliente },
  },
} as const

/** An operator has made sure that the phone is the customer's, after its holder denied it or before anybody knew. */
export const confirmarPessoa = {
  method: 'POST',
  url: `${operador}/:id/confirmar-pessoa`,
  schema: {
    tags: ['clientes'],
    summary: 'Confirma que o telefone é do cliente',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: Cliente },
  },
} as const

export const assumirCliente = {
  method: 'POST',
  url: `${operador}/:id/assumir`,
  schema: {
    tags: ['clientes'],
    summary: 'Assume o atendimento de um cliente',
    params: ParamsId,
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

export const pausarCliente = {
  method: 'PATCH',
  url: `${operador}/:id/pausar`,
  schema: {
    tags: ['clientes'],
    summary: 'Pausa a cobrança de um cliente',
    params: ParamsId,
    /** `ate` is the first day it is active again; it must be in the future. */
    body: z.object({ motivo: Motivo, ate: DiaDeAgenda.nullable().optional() }),
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

export const reativarCliente = {
  method: 'PATCH',
  url: `${operador}/:id/reativar`,
  schema: {
    tags: ['clientes'],
    summary: 'Devolve um cliente à cobrança, já ou a partir de um dia',
    params: ParamsId,
    /** `a_partir_de`: the first day on which the engine has it again, in the future; until then it is paused. */
    body: z.object({ a_partir_de: DiaDeAgenda.optional() }).nullish(),
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

/** Undoes a take-over: 409 `nao_veio_da_fila` for whoever was not taken from the queue (`assumido_da_fila`). */
export const devolverCliente = {
  method: 'PATCH',
  url: `${operador}/:id/devolver`,
  schema: {
    tags: ['clientes'],
    summary: 'Devolve um cliente assumido à fila, com o motivo e a espera que tinha',
    params: ParamsId,
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const
