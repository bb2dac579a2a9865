import { z } from 'zod'
import { SITUACOES_MODELO, TIPOS_MODELO, VARIAVEIS } from '#domain/modelo.ts'
import { Dia, DiaDeAgenda, Id, Instante, ParamsId, SeVersao, texto } from './comum.ts'

const Botao = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('resposta'), texto: z.string().trim().max(200) }),
  z.object({ tipo: z.literal('parar'), texto: z.string().trim().max(200) }),
  z.object({ tipo: z.literal('link'), texto: z.string().trim().max(200), url: z.string().trim().max(4_000) }),
  z.object({ tipo: z.literal('copiar_pix') }),
])
const Cabecalho = z.string().trim().max(1_000).nullable()

export const Modelo = z.object({
  tipo: z.enum(TIPOS_MODELO),
  titulo: z.string(),
  /** The latest text; `texto_em_uso` is the one sent meanwhile (null: none is). */
  texto: z.string(),
  texto_em_uso: z.string().nullable(),
  /** When the version in use was approved; null when there is none, or it needs no approval. */
  aprovado_em: Instante.nullable(),
  /** A line in bold above the text, and what may be tapped below it. */
  cabecalho: z.string().nullable(),
  botoes: z.array(Botao),
  variaveis: z.array(z.string()),
  categoria: z.string(),
  /** The category to which Meta announced it will move the template; null when it announced nothing about the latest version. */
  categoria_anunciada: z.string().nullable(),
  idioma: z.string(),
  situacao: z.enum(SITUACOES_MODELO),
  motivo: z.string().nullable(),
  versao: z.int(),
  /** Meta's quality rating of this version: GREEN, YELLOW, RED, UNKNOWN; null before the first. */
  qualidade: z.string().nullable(),
  /** The variant with WhatsApp's payment button, of the version in use or else of the latest; null when there is none. */
  botao_de_pagamento: z.object({ situacao: z.enum(SITUACOES_MODELO), motivo: z.string().nullable() }).nullable(),
  updated_at: Instante,
})
export type Modelo = z.infer<typeof Modelo>
const Modelos = z.record(z.enum(TIPOS_MODELO), Modelo)

const base = '/api/admin/configuracoes/mensagens'

export const listarModelos = {
  method: 'GET',
  url: `${base}/templates`,
  schema: { tags: ['modelos'], summary: 'Mostra os modelos de mensagem', response: { 200: Modelos } },
} as const

export const sincronizarModelos = {
  method: 'POST',
  url: `${base}/sincronizar`,
  schema: { tags: ['modelos'], summary: 'Confere os modelos com a Meta', response: { 200: Modelos } },
} as const

export const mudarModelo = {
  method: 'PUT',
  url: `${base}/:tipo`,
  schema: {
    tags: ['modelos'],
    summary: 'Muda o texto de um modelo',
    params: z.object({ tipo: z.string() }),
    /** An omitted header or button list stays as it is. */
    body: z.object({
      texto: texto(1, 1024, 'O texto'),
      cabecalho: Cabecalho.optional(),
      botoes: z.array(Botao).max(10).optional(),
      se_versao: SeVersao,
    }),
    response: { 200: Modelo },
  },
} as const

/** What became of the messages of a template, sent in a period. */
export const DesempenhoModelo = z.object({
  tipo: z.enum(TIPOS_MODELO),
  titulo: z.string(),
  /** Accepted by WhatsApp; the others are of these. */
  enviadas: z.int(),
  entregues: z.int(),
  lidas: z.int(),
  /** The customer wrote within 7 days. */
  respondidas: z.int(),
  /** The customer paid something within 3 days. */
  pagas: z.int(),
  /** Not sent, or not delivered, by Meta's reason, the most frequent first. */
  falhas: z.array(z.object({ codigo: z.string(), mensagem: z.string(), total: z.int() })),
  /** By Meta's pricing: charged messages by category, free ones, and those it has not reported yet. */
  custo: z.object({
    cobradas: z.record(z.string(), z.int()),
    gratuitas: z.int(),
    sem_informacao: z.int(),
  }),
})
export type DesempenhoModelo = z.infer<typeof DesempenhoModelo>

const periodoDoDesempenho = z.object({ de: DiaDeAgenda.optional(), ate: DiaDeAgenda.optional() })

export const desempenhoDosModelos = {
  method: 'GET',
  url: `${base}/desempenho`,
  schema: {
    tags: ['modelos'],
    summary: 'Mostra o que aconteceu com as mensagens de cada modelo',
    querystring: periodoDoDesempenho,
    response: { 200: z.object({ de: Dia, ate: Dia, data: z.array(DesempenhoModelo) }) },
  },
} as const

export const exportarDesempenho = {
  method: 'GET',
  url: `${base}/desempenho/exportar.csv`,
  schema: {
    tags: ['modelos'],
    summary: 'Baixa em planilha o que aconteceu com as mensagens de cada modelo',
    querystring: periodoDoDesempenho,
    produces: ['text/csv'],
  },
} as const

/**
 * A real customer's data as the values of the variables, for each type: what a text would say today. When none is named,
 * each type is shown with a customer in the situation it speaks of.
 */
export const exemploDeModelos = {
  method: 'GET',
  url: `${base}/exemplo`,
  schema: {
    tags: ['modelos'],
    summary: 'Dá os valores das variáveis para um cliente, hoje',
    querystring: z.object({ cliente_id: Id.optional() }),
    response: {
      200: z.object({
        /** The named customer, else the one chosen for `atraso`. */
        cliente: z.object({ id: z.int(), nome: z.string() }).nullable(),
        /** The customer whose values are used for each type; null when nobody is in its situation: the values are then invented. */
        clientes: z.record(
          z.enum(TIPOS_MODELO),
          z.object({ id: z.int(), nome: z.string(), na_situacao: z.boolean() }).nullable(),
        ),
        valores: z.record(z.enum(TIPOS_MODELO), z.record(z.enum(VARIAVEIS), z.string())),
      }),
    },
  },
} as const

export const versoesDoModelo = {
  method: 'GET',
  url: `${base}/:tipo/versoes`,
  schema: {
    tags: ['modelos'],
    summary: 'Mostra as versões de um modelo, da última à primeira',
    params: z.object({ tipo: z.string() }),
    response: {
      200: z.object({
        data: z.array(
          z.object({
            versao: z.int(),
            texto: z.string(),
            cabecalho: z.string().nullable(),
            botoes: z.array(Botao),
            situacao: z.enum(SITUACOES_MODELO),
            motivo: z.string().nullable(),
            created_at: Instante,
            aprovada_em: Instante.nullable(),
            autor: z.object({ id: z.int(), name: z.string() }).nullable(),
          }),
        ),
      }),
    },
  },
} as const

/** Sends what is approved, with made-up values, to a phone that belongs to no customer. */
export const testarModelo = {
  method: 'POST',
  url: `${base}/:tipo/teste`,
  schema: {
    tags: ['modelos'],
    summary: 'Envia um modelo de teste para um celular',
    params: z.object({ tipo: z.string() }),
    body: z.object({ telefone: texto(8, 40, 'O celular') }),
    response: { 200: z.object({ telefone: z.string(), conteudo: z.string() }) },
  },
} as const

/** The approved templates an operator may send to a customer outside the window, filled with its data. */
export const modelosDoCliente = {
  method: 'GET',
  url: '/api/operador/clientes/:id/modelos',
  schema: {
    tags: ['modelos'],
    summary: 'Mostra os modelos preenchidos com os dados de um cliente',
    params: ParamsId,
    response: {
      200: z.object({
        data: z.array(
          z.object({
            tipo: z.enum(TIPOS_MODELO),
            titulo: z.string(),
            situacao: z.enum(SITUACOES_MODELO),
            conteudo: z.string(),
          }),
        ),
        /** The company's Pix key, for a message by hand. */
        pix: z.string().nullable(),
        /** What confirms an agreement, with only the agreement's own variables still in braces; null when none goes. */
        confirmacao: z.string().nullable(),
      }),
    },
  },
} as const
