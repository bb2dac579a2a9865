import { z } from 'zod'
import {
  MOTIVOS_DA_CONTESTACAO,
  ORIGENS_DA_CONTESTACAO,
  RESPOSTAS_DA_CONTESTACAO,
  STATUS_CONTESTACAO,
} from '#domain/contestacao.ts'
import {
  ContasEscolhidas,
  Dia,
  Dinheiro,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  listasDosPapeis,
  ParamsId,
  Pessoa,
  texto,
  UmOuVarios,
} from './comum.ts'

/** A customer's claim that something is not owed, or not as stated: its accounts are not billed until somebody answers. */
export const Contestacao = z.object({
  id: z.int(),
  numero: z.string(),
  contas: z.array(z.int()),
  /** What its accounts owed when it began. */
  valor: Dinheiro,
  motivo: z.enum(MOTIVOS_DA_CONTESTACAO),
  texto: z.string().nullable(),
  /** Its path depends on the role: the administrators' list has the administrators' path. */
  arquivo_url: z.string().nullable(),
  status: z.enum(STATUS_CONTESTACAO),
  /** The last day on which it is answered in time. */
  prazo: Dia,
  resposta: z.string().nullable(),
  origem: z.enum(ORIGENS_DA_CONTESTACAO),
  autor: Pessoa.nullable(),
  cliente: z.object({ id: z.int(), nome: z.string() }),
  /** Whose customer it is. */
  operador: Pessoa.nullable(),
  created_at: Instante,
  encerrada_em: Instante.nullable(),
})
export type Contestacao = z.infer<typeof Contestacao>

const base = '/api/operador/clientes/:id/contestacoes'

/** JSON, or multipart with `arquivo` (JPEG, PNG or PDF by its bytes, up to 10 MiB), where `contas` is text: `[1,2]` or `1,2`. */
export const criarContestacao = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['contestacoes'],
    summary: 'Abre uma contestação de um cliente, com ou sem arquivo',
    params: ParamsId,
    formulario: { arquivo: 'arquivo', textos: ['contas', 'motivo', 'texto'], opcional: true },
    body: z.object({
      contas: ContasEscolhidas,
      motivo: z.enum(MOTIVOS_DA_CONTESTACAO, {
        error: 'Escolha o motivo: ja_paguei, nao_reconheco, valor, entrega, nota ou outro.',
      }),
      texto: texto(0, 1000, 'O texto').optional(),
    }),
    response: { 201: Contestacao },
  },
} as const

export const listarContestacoesDoCliente = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['contestacoes'],
    summary: 'Lista as contestações de um cliente, da mais nova para a mais antiga',
    params: ParamsId,
    response: { 200: Lista(Contestacao) },
  },
} as const

const uma = z.object({ id: Id, contestacao: Id })

export const responderContestacao = {
  method: 'PATCH',
  url: `${base}/:contestacao`,
  schema: {
    tags: ['contestacoes'],
    summary: 'Põe em análise ou responde uma contestação',
    params: uma,
    body: z.object({
      status: z.enum(RESPOSTAS_DA_CONTESTACAO, {
        error: 'Escolha em_analise, procedente, improcedente ou desistencia.',
      }),
      resposta: texto(3, 500, 'O texto da resposta').optional(),
      /** With `procedente`: which accounts to correct, each once, all or none. */
      contas: z
        .array(
          z.union([
            z.object({ id: z.int(), cancelar: z.literal(true), valor: z.never().optional() }),
            z.object({ id: z.int(), valor: DinheiroPositivo, cancelar: z.literal(false).optional() }),
          ]),
        )
        .max(500)
        .default([]),
    }),
    response: { 200: Contestacao },
  },
} as const

export const baixarArquivoDaContestacao = {
  method: 'GET',
  url: `${base}/:contestacao/arquivo`,
  schema: {
    tags: ['contestacoes'],
    summary: 'Baixa o arquivo de uma contestação',
    params: uma,
    produces: ['*/*'],
  },
} as const

/** What is open first, by its day of answer. `soma`: what the accounts of all that was found owed when they began. */
const listas = listasDosPapeis('contestacoes', {
  rotulo: 'as contestações',
  item: Contestacao,
  somas: { soma: Dinheiro },
  filtros: {
    status: UmOuVarios(STATUS_CONTESTACAO),
    motivo: z.enum(MOTIVOS_DA_CONTESTACAO).optional(),
    /** `1`: nobody answered them in time. */
    atrasadas: z.literal('1').optional(),
  },
})
export const { listar: listarContestacoes, exportar: exportarContestacoes } = listas.operador
export const { listar: listarContestacoesAdmin, exportar: exportarContestacoesAdmin } = listas.admin

export const baixarArquivoDaContestacaoAdmin = {
  method: 'GET',
  url: '/api/admin/contestacoes/:id/arquivo',
  schema: {
    tags: ['contestacoes'],
    summary: 'Baixa o arquivo de uma contestação de qualquer cliente',
    params: ParamsId,
    produces: ['*/*'],
  },
} as const
