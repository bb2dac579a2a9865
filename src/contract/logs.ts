import { z } from 'zod'
import { NIVEIS } from '#domain/nivel.ts'
import { TIPOS_DE_PROBLEMA } from '#domain/selo.ts'
import { consultaPaginada, Dia, Id, Instante, Lista, Pagina, Pessoa } from './comum.ts'

export const Log = z.object({
  id: z.int(),
  created_at: Instante,
  nivel: z.enum(NIVEIS),
  acao: z.string(),
  descricao: z.string(),
  usuario: Pessoa.nullable(),
  ip: z.string().nullable(),
  entidade: z.string().nullable(),
  entidade_id: z.int().nullable(),
  /** Of a pause: until when, where it has an end. */
  pausado_ate: Dia.optional(),
  /** Who and what `descricao` names, so that a screen can lead to them. */
  referencias: z.array(z.object({ tipo: z.enum(['cliente', 'usuario']), id: z.int(), nome: z.string() })),
})
export type Log = z.infer<typeof Log>

const { page, per_page, busca } = consultaPaginada(20)
const filtros = {
  busca,
  nivel: z.enum(NIVEIS).optional(),
  /** A whole action (`cliente.assumir`) or a family of them (`cliente`). */
  acao: z.string().max(80).optional(),
  /** `sistema`: what nobody did, the engine's and the clock's. */
  usuario_id: z.union([z.literal('sistema'), Id]).optional(),
  entidade: z.string().max(40).optional(),
  entidade_id: Id.optional(),
  de: Dia.optional(),
  ate: Dia.optional(),
}

export const listarLogs = {
  method: 'GET',
  url: '/api/admin/logs',
  schema: {
    tags: ['logs'],
    summary: 'Lista os registros do sistema',
    querystring: z.object({ page, per_page, ...filtros }),
    response: { 200: Pagina(Log) },
  },
} as const

export const exportarLogs = {
  method: 'GET',
  url: '/api/admin/logs/exportar.csv',
  schema: {
    tags: ['logs'],
    summary: 'Baixa em planilha todos os registros que os filtros acham',
    querystring: z.object(filtros),
    produces: ['text/csv'],
  },
} as const

/** The actions that occur, for a filter. */
export const listarAcoes = {
  method: 'GET',
  url: '/api/admin/logs/acoes',
  schema: { tags: ['logs'], summary: 'Lista as ações que ocorrem nos registros', response: { 200: Lista(z.string()) } },
} as const

/** 64 hexadecimal digits. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const SituacaoDosSelos = z.object({
  /** `rompido`: a seal is broken, and `problema` says where. */
  situacao: z.enum(['intacto', 'rompido']),
  ultimo: z.object({ numero: z.int(), hash: Hash, selado_em: Instante }).nullable(),
  /** Lines that the next seal will cover. */
  por_selar: z.int(),
  /** When all seals and lines were last looked through; null: not once yet. */
  conferido_em: Instante.nullable(),
  /** The first that does not hold, and since when that is known. */
  problema: z
    .object({
      tipo: z.enum(TIPOS_DE_PROBLEMA),
      selo: z.int().nullable(),
      linha: z.int().nullable(),
      selado_em: Instante.nullable(),
      frase: z.string(),
    })
    .nullable(),
  rompido_em: Instante.nullable(),
})
export type SituacaoDosSelos = z.infer<typeof SituacaoDosSelos>

export const verSelos = {
  method: 'GET',
  url: '/api/admin/logs/selos',
  schema: {
    tags: ['logs'],
    summary: 'Diz até onde os registros estão selados, e se os selos conferem',
    response: { 200: SituacaoDosSelos },
  },
} as const
