import { z } from 'zod'
import { STATUS_CONTA } from '#domain/conta.ts'
import { Codigo, emitirCodigo } from './codigos.ts'
import { Dia, Dinheiro, Id, texto, Vazio } from './comum.ts'
import { Contestacao, criarContestacao } from './contestacoes.ts'
import { Negociacao } from './negociacoes.ts'
import { Oferta } from './ofertas.ts'
import { criarPromessa, Promessa } from './promessas.ts'

/** Unknown, expired and revoked tokens all get the same answer. */
const params = z.object({ token: z.string() })
const base = '/api/publico/c/:token'
const tags = ['pagina']

/** The company, as its customers know it. */
export const EmpresaDaPagina = z.object({
  nome: z.string(),
  cnpj: z.string().nullable(),
  endereco: z.string().nullable(),
  telefone: z.string().nullable(),
})
export type EmpresaDaPagina = z.infer<typeof EmpresaDaPagina>

const ContaDaPagina = z.object({
  id: z.int(),
  /** Of an instalment it names the agreement, `negociacao_id`. */
  numero: z.string(),
  negociacao_id: z.int().nullable(),
  /** What is open of its face; with `encargos` it is `valor_atualizado`. */
  valor: Dinheiro,
  encargos: Dinheiro,
  valor_atualizado: Dinheiro,
  vencimento: Dia,
  status: z.enum(STATUS_CONTA),
  contestada: z.boolean(),
  prometida_ate: Dia.nullable(),
  chave_nfe: z.string().nullable(),
  linha_digitavel: z.string().nullable(),
})
export type ContaDaPagina = z.infer<typeof ContaDaPagina>

/**
 * A customer's view of their own data. Each field is named here: one that is added for operators stays with them.
 * Nobody's name, no internal note, nothing of the policy.
 */
const PromessaDaPagina = Promessa.pick({
  id: true,
  contas: true,
  valor: true,
  valor_pago: true,
  ate: true,
  limite: true,
  status: true,
  origem: true,
  created_at: true,
  encerrada_em: true,
}).extend({ autor: z.null() })
const ContestacaoDaPagina = Contestacao.pick({
  id: true,
  numero: true,
  contas: true,
  valor: true,
  motivo: true,
  texto: true,
  arquivo_url: true,
  status: true,
  prazo: true,
  resposta: true,
  origem: true,
  created_at: true,
  encerrada_em: true,
}).extend({ autor: z.null() })
const AcordoDaPagina = Negociacao.pick({
  id: true,
  status: true,
  valor_original: true,
  encargos: true,
  desconto: true,
  valor_negociado: true,
  valor_pago: true,
  parcelas: true,
  contas: true,
  created_at: true,
  encerrada_em: true,
  origem: true,
  vence_em: true,
})

export const Inicio = z.object({
  primeiro_nome: z.string(),
  contas: z.array(ContaDaPagina),
  ofertas: z.array(Oferta),
  acordo: AcordoDaPagina.nullable(),
  promessas: z.array(PromessaDaPagina),
  contestacoes: z.array(ContestacaoDaPagina),
})
export type Inicio = z.infer<typeof Inicio>

export const abrirPagina = {
  method: 'GET',
  url: base,
  schema: {
    tags,
    summary: 'Diz de que empresa é a página de um cliente, e o que ela pede para entrar',
    params,
    response: { 200: z.object({ empresa: EmpresaDaPagina, pede: z.enum(['cpf', 'cnpj']) }) },
  },
} as const

export const entrarNaPagina = {
  method: 'POST',
  url: `${base}/entrar`,
  schema: {
    tags,
    summary: 'Entra na página com os primeiros dígitos do documento',
    params,
    body: z.object({ digitos: z.string({ error: 'Informe os dígitos do documento.' }).min(1).max(30) }),
    response: { 204: Vazio },
  },
} as const

export const inicioDaPagina = {
  method: 'GET',
  url: `${base}/inicio`,
  schema: { tags, summary: 'O que o cliente deve, e o que já combinou', params, response: { 200: Inicio } },
} as const

export const codigoNaPagina = {
  method: 'POST',
  url: `${base}/codigos`,
  schema: {
    tags,
    summary: 'Emite um código Pix para contas suas',
    params,
    body: emitirCodigo.schema.body,
    response: { 200: Codigo, 201: Codigo },
  },
} as const

export const prometerNaPagina = {
  method: 'POST',
  url: `${base}/promessas`,
  schema: {
    tags,
    summary: 'Promete pagar contas suas',
    params,
    body: criarPromessa.schema.body,
    response: { 201: PromessaDaPagina },
  },
} as const

/** JSON, or multipart with `arquivo` (JPEG, PNG or PDF by its bytes, up to 10 MiB). */
export const contestarNaPagina = {
  method: 'POST',
  url: `${base}/contestacoes`,
  schema: {
    tags,
    summary: 'Contesta contas suas, com ou sem arquivo',
    params,
    body: criarContestacao.schema.body,
    response: { 201: ContestacaoDaPagina },
  },
} as const

/** The agreement begins when the code of its first payment is paid. */
export const aceitarNaPagina = {
  method: 'POST',
  url: `${base}/ofertas/:id/aceitar`,
  schema: {
    tags,
    summary: 'Aceita uma das ofertas de hoje',
    params: params.extend({ id: Id }),
    response: { 201: AcordoDaPagina.extend({ codigo: Codigo }) },
  },
} as const

export const arquivoNaPagina = {
  method: 'GET',
  url: `${base}/contestacoes/:contestacao/arquivo`,
  schema: {
    tags,
    summary: 'Baixa o arquivo de uma contestação sua',
    params: params.extend({ contestacao: Id }),
    produces: ['*/*'],
  },
} as const

export const falarNaPagina = {
  method: 'POST',
  url: `${base}/falar`,
  schema: {
    tags,
    summary: 'Pede para falar com uma pessoa',
    params,
    body: z.object({ texto: texto(0, 1000, 'O recado').optional() }).nullish(),
    response: { 204: Vazio },
  },
} as const

export const pararNaPagina = {
  method: 'POST',
  url: `${base}/parar`,
  schema: { tags, summary: 'Pede para não receber mais mensagens', params, response: { 204: Vazio } },
} as const

export const naoSouEu = {
  method: 'POST',
  url: `${base}/nao-sou-eu`,
  schema: {
    tags,
    summary: 'Diz que o telefone não é deste cliente; sem entrar',
    params,
    body: z.object({ confirmo: z.literal(true, { error: 'Confirme que você não é esta pessoa.' }) }),
    response: { 204: Vazio },
  },
} as const
