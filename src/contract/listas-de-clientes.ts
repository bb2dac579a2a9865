import { z } from 'zod'
import { MOTIVOS_FILA, STATUS_CLIENTE } from '#domain/cliente.ts'
import { TELEFONES } from '#domain/lista-de-clientes.ts'
import { FAIXAS_DE_TENTATIVAS } from '#domain/tentativas.ts'
import { Cliente } from './clientes.ts'
import { consultaPaginada, Pagina } from './comum.ts'

const base = '/api/operador/clientes'
const filtros = { ...consultaPaginada(20), status: z.enum(STATUS_CLIENTE).optional() }

/** `fechando`: the 24-hour window closes within 2 hours. */
export const JANELAS = ['fechando'] as const

export const clientesAtivos = {
  method: 'GET',
  url: `${base}/ativos`,
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
  url: `${base}/concluidos`,
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
  url: `${base}/ativos/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha os clientes ativos',
    querystring: clientesAtivos.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const
export const exportarConcluidos = {
  method: 'GET',
  url: `${base}/concluidos/exportar.csv`,
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
  url: `${base}/carteira`,
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
  url: `${base}/carteira/exportar.csv`,
  schema: {
    tags: ['clientes'],
    summary: 'Baixa em planilha os clientes do operador',
    querystring: clientesDaCarteira.schema.querystring.omit(semPagina),
    produces: ['text/csv'],
  },
} as const

export const clientesAguardando = {
  method: 'GET',
  url: `${base}/aguardando-atendimento`,
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
  url: `${base}/aguardando-atendimento/exportar.csv`,
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
  url: `${base}/aguardando-atendimento/contagem`,
  schema: {
    tags: ['clientes'],
    summary: 'Conta a fila de atendimento por motivo',
    querystring: z.object({ busca: filtros.busca }),
    response: { 200: z.record(z.enum(MOTIVOS_FILA), z.int()) },
  },
} as const
