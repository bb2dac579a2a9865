import { z } from 'zod'
import { FORMATOS } from '#domain/arquivo-do-banco.ts'
import { SITUACOES_DA_IMPORTACAO } from '#domain/importacao.ts'
import { MOTIVOS_DE_PENDENCIA } from '#domain/movimento.ts'
import { consultaPaginada, Dia, Dinheiro, Instante, Pagina, ParamsId, Pessoa, Sim } from './comum.ts'

const base = '/api/admin/conciliacao'

/** The result of importing bank files, or of a simulation; `erros` are files, or lines of them, that were not imported. */
export const ResultadoDoBanco = z.object({
  importacao_id: z.int(),
  arquivos: z.array(
    z.object({
      arquivo: z.string(),
      formato: z.enum(FORMATOS),
      banco: z.string().nullable(),
      conta: z.string().nullable(),
      de: Dia.nullable(),
      ate: Dia.nullable(),
    }),
  ),
  movimentos: z.int(),
  novos: z.int(),
  repetidos: z.int(),
  aplicados: z.int(),
  sugeridos: z.int(),
  sem_dono: z.int(),
  ignorados: z.int(),
  /** Refunds, those that wait included, and credits that they took wholly; older imports do not say. */
  devolvidos: z.int().optional(),
  valor_total: Dinheiro,
  avisos: z.array(z.object({ arquivo: z.string(), mensagem: z.string() })),
  pendencias: z.array(z.object({ arquivo: z.string(), motivo: z.enum(MOTIVOS_DE_PENDENCIA), mensagem: z.string() })),
  erros: z.array(z.object({ arquivo: z.string(), mensagem: z.string() })),
})
export type ResultadoDoBanco = z.infer<typeof ResultadoDoBanco>

/** Multipart: `arquivo`, and optionally `aceitar` (comma-separated reasons) and `simular`, which may stand in the address too. */
export const importarBanco = {
  method: 'POST',
  url: `${base}/importar`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Importa extratos OFX e retornos CNAB, ou um ZIP deles',
    formulario: { arquivo: 'arquivo', textos: ['aceitar', 'simular'] },
    querystring: z.object({ simular: Sim }),
    response: { 200: ResultadoDoBanco },
  },
} as const

export const ImportacaoDoBanco = z.object({
  id: z.int(),
  arquivo: z.string(),
  usuario: Pessoa,
  situacao: z.enum(SITUACOES_DA_IMPORTACAO),
  resultado: ResultadoDoBanco.nullable(),
  mensagem: z.string().nullable(),
  created_at: Instante,
  terminada_em: Instante.nullable(),
  desfeita_em: Instante.nullable(),
})
export type ImportacaoDoBanco = z.infer<typeof ImportacaoDoBanco>

export const listarImportacoesDoBanco = {
  method: 'GET',
  url: `${base}/importacoes`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Lista os arquivos do banco já importados',
    querystring: z.object(consultaPaginada(20)),
    response: { 200: Pagina(ImportacaoDoBanco) },
  },
} as const

export const verImportacaoDoBanco = {
  method: 'GET',
  url: `${base}/importacoes/:id`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Mostra um arquivo do banco já importado',
    params: ParamsId,
    response: { 200: ImportacaoDoBanco },
  },
} as const

/** 409 `importacao_em_uso` once a person applied something of it, or a reversal is not allowed. */
export const desfazerImportacaoDoBanco = {
  method: 'POST',
  url: `${base}/importacoes/:id/desfazer`,
  schema: {
    tags: ['conciliacao'],
    summary: 'Desfaz a importação de um arquivo do banco',
    params: ParamsId,
    response: { 200: ImportacaoDoBanco },
  },
} as const
