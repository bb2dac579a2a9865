import { z } from 'zod'
import { CODIFICACOES } from '#domain/codificacao.ts'
import { MOTIVOS_DA_PENDENCIA } from '#domain/documento-fiscal.ts'
import { SITUACOES_DA_IMPORTACAO, TIPOS_DE_IMPORTACAO } from '#domain/importacao.ts'
import { CAUSAS as CAUSAS_DE_ERRO, type CausaDoErro } from '#domain/planilha-causas.ts'
import { consultaPaginada, Dia, Dinheiro, Instante, Lista, Pagina, ParamsId, Pessoa, Sim } from './comum.ts'

const opcoes = z.object({ simular: Sim, vincular: Sim })

const CAUSAS = Object.keys(CAUSAS_DE_ERRO) as [CausaDoErro, ...CausaDoErro[]]
/** What the importer hears of other operators' customers, when the file has any; null when it has none. */
const EsperaAdministrador = z.string().nullable()

export const ResultadoCsv = z.object({
  importacao_id: z.int(),
  total_linhas: z.int(),
  importados: z.int(),
  atualizados: z.int(),
  ignorados: z.int(),
  contas_criadas: z.int(),
  espera_administrador: EsperaAdministrador,
  /** The encoding used, and whether it is certain (from the bytes, or set by the caller). */
  codificacao: z.enum(CODIFICACOES),
  codificacao_certa: z.boolean(),
  total_erros: z.int(),
  /** Why rows stayed out, the most frequent first, counted over all of them. */
  causas: z.array(z.object({ causa: z.enum(CAUSAS), total: z.int() })),
  erros: z.array(
    z.object({
      linha: z.int(),
      campo: z.string(),
      mensagem: z.string(),
      causa: z.enum(CAUSAS),
      nome: z.string().nullable(),
      valor: z.string().nullable(),
    }),
  ),
})
export type ResultadoCsv = z.infer<typeof ResultadoCsv>

const Aviso = z.object({ arquivo: z.string(), chave_nfe: z.string().nullable(), mensagem: z.string() })
export const ResultadoXml = z.object({
  importacao_id: z.int(),
  documentos: z.int(),
  contas_criadas: z.int(),
  contas_atualizadas: z.int(),
  contas_ignoradas: z.int(),
  clientes_criados: z.int(),
  valor_total: Dinheiro,
  /** Notes whose accounts were written, or would be. */
  notas: z.int(),
  /** Notes whose cancellation was not known before, whether they have come or not. */
  cancelamentos: z.int(),
  /** The days between which the accounts made fall due; null when none was. */
  vencimento_de: Dia.nullable(),
  vencimento_ate: Dia.nullable(),
  /** The first day on which the régua means to write about the accounts made; null when none was, or no step is left. */
  primeiro_contato: Dia.nullable(),
  espera_administrador: EsperaAdministrador,
  avisos: z.array(Aviso),
  pendencias: z.array(
    Aviso.extend({
      motivo: z.enum(MOTIVOS_DA_PENDENCIA),
      numero: z.string(),
      cliente: z.string(),
      valor: Dinheiro,
      /** How many accounts it makes once accepted. */
      contas: z.int(),
      emissao: Dia,
    }),
  ),
  erros: z.array(Aviso),
})
export type ResultadoXml = z.infer<typeof ResultadoXml>

/** Multipart: `csv_file`, optionally `mapeamento` (JSON `{ "<header>": "<column>" }`) and `codificacao`. */
export const importarCsv = {
  method: 'POST',
  url: '/api/operador/clientes/importar-csv',
  schema: {
    tags: ['importacoes'],
    summary: 'Importa clientes de uma planilha CSV',
    formulario: { arquivo: 'csv_file', textos: ['mapeamento', 'codificacao', 'simular', 'vincular'] },
    querystring: opcoes,
    response: { 200: ResultadoCsv },
  },
} as const

/** Multipart: `arquivo_xml`, optionally `aceitar` (comma-separated reasons) and `dias_vencimento`. */
export const importarXml = {
  method: 'POST',
  url: '/api/operador/contas-receber/importar-xml',
  schema: {
    tags: ['importacoes'],
    summary: 'Importa contas de notas fiscais em XML ou ZIP',
    formulario: { arquivo: 'arquivo_xml', textos: ['aceitar', 'dias_vencimento', 'simular', 'vincular'] },
    querystring: opcoes,
    response: { 200: ResultadoXml },
  },
} as const

export const templateCsv = {
  method: 'GET',
  url: '/api/operador/clientes/template-csv',
  schema: { tags: ['importacoes'], summary: 'Baixa a planilha modelo', produces: ['text/csv'] },
} as const

export const Importacao = z.object({
  id: z.int(),
  tipo: z.enum(TIPOS_DE_IMPORTACAO),
  arquivo: z.string(),
  usuario: Pessoa,
  situacao: z.enum(SITUACOES_DA_IMPORTACAO),
  /** Rows or documents read so far: the progress while it runs. */
  lidas: z.int(),
  /** Of those, how many are written: a spreadsheet is read whole before its first row is. */
  gravadas: z.int(),
  /** Read to be shown, with nothing written. */
  simulada: z.boolean(),
  resultado: z.record(z.string(), z.unknown()).nullable(),
  mensagem: z.string().nullable(),
  created_at: Instante,
  terminada_em: Instante.nullable(),
  desfeita_em: Instante.nullable(),
})
export type Importacao = z.infer<typeof Importacao>

const base = '/api/operador/importacoes'
export const listarImportacoes = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['importacoes'],
    summary: 'Lista as próprias importações',
    querystring: z.object(consultaPaginada(20)),
    response: { 200: Pagina(Importacao) },
  },
} as const
/** What runs now, simulations too: the list of past imports has none of these. */
export const andamentoImportacoes = {
  method: 'GET',
  url: `${base}/andamento`,
  schema: {
    tags: ['importacoes'],
    summary: 'Mostra até onde foram as próprias importações em curso',
    response: { 200: Lista(Importacao) },
  },
} as const
export const verImportacao = {
  method: 'GET',
  url: `${base}/:id`,
  schema: {
    tags: ['importacoes'],
    summary: 'Mostra uma importação e seu andamento',
    params: ParamsId,
    response: { 200: Importacao },
  },
} as const
export const errosImportacao = {
  method: 'GET',
  url: `${base}/:id/erros.csv`,
  schema: {
    tags: ['importacoes'],
    summary: 'Baixa as linhas recusadas de uma importação',
    produces: ['text/csv'],
    params: ParamsId,
    /** A row of the file once, with all that is wrong with it, instead of each error. */
    querystring: z.object({ por_linha: Sim }),
  },
} as const
export const desfazerImportacao = {
  method: 'POST',
  url: `${base}/:id/desfazer`,
  schema: { tags: ['importacoes'], summary: 'Desfaz uma importação', params: ParamsId, response: { 200: Importacao } },
} as const

/** For administrators: imports by operators who left, and by the watched folder. */
export const desfazerImportacaoDeOutro = {
  method: 'POST',
  url: '/api/admin/importacoes/:id/desfazer',
  schema: {
    tags: ['importacoes'],
    summary: 'Desfaz uma importação de qualquer pessoa, ou da pasta vigiada',
    params: ParamsId,
    response: { 200: Importacao },
  },
} as const
