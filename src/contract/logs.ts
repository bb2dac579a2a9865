import { z } from 'zod'
import { consultaPaginada, Dia, Instante, Pagina, Pessoa } from './comum.ts'

export const NIVEIS = ['info', 'aviso', 'erro'] as const
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
})
export type Log = z.infer<typeof Log>

export const listarLogs = {
  method: 'GET',
  url: '/api/admin/logs',
  schema: {
    tags: ['logs'],
    querystring: z.object({
      ...consultaPaginada(20),
      nivel: z.enum(NIVEIS).optional(),
      acao: z.string().max(80).optional(),
      usuario_id: z.coerce.number().int().optional(),
      entidade: z.string().max(40).optional(),
      entidade_id: z.coerce.number().int().optional(),
      de: Dia.optional(),
      ate: Dia.optional(),
    }),
    response: { 200: Pagina(Log) },
  },
} as const
