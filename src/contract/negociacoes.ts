import { z } from 'zod'
import { STATUS_CONTA } from '#domain/conta.ts'
import { ORIGENS_DA_NEGOCIACAO, STATUS_NEGOCIACAO } from '#domain/negociacao.ts'
import { MAXIMO_PARCELAS, RECUSA_DAS_PARCELAS } from '#domain/parcelas.ts'
import {
  ContasEscolhidas,
  consultaPaginada,
  Dia,
  Dinheiro,
  DinheiroNaoNegativo,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  Motivo,
  Pagina,
  ParamsId,
  Pessoa,
  texto,
  UmOuVarios,
} from './comum.ts'

/** Of an agreement, or the most that a policy lets one have. */
export const NumeroDeParcelas = z
  .int({ error: RECUSA_DAS_PARCELAS })
  .min(1, { error: RECUSA_DAS_PARCELAS })
  .max(MAXIMO_PARCELAS, { error: RECUSA_DAS_PARCELAS })

export const Negociacao = z.object({
  id: z.int(),
  status: z.enum(STATUS_NEGOCIACAO),
  valor_original: Dinheiro,
  encargos: Dinheiro,
  desconto: Dinheiro,
  valor_negociado: Dinheiro,
  valor_pago: Dinheiro,
  /**
   * `numero` 0 is the down payment. `status` is of the instalment's account; while none stands for it, `conta_id` is null.
   * `pago_em` stays when the agreement ends, although the account is then `cancelada` and the money on those it replaced.
   */
  parcelas: z.array(
    z.object({
      numero: z.int(),
      vencimento: Dia,
      valor: Dinheiro,
      status: z.enum(STATUS_CONTA),
      pago_em: Dia.nullable(),
      conta_id: z.int().nullable(),
    }),
  ),
  contas: z.array(z.int()),
  observacao: z.string().nullable(),
  motivo: z.string().nullable(),
  autor: Pessoa.nullable(),
  created_at: Instante,
  encerrada_em: Instante.nullable(),
  origem: z.enum(ORIGENS_DA_NEGOCIACAO),
  /** Of `proposta`: by when its first payment is awaited; of `aguarda_aprovacao`: by when somebody decides. */
  vence_em: Dia.nullable(),
  /** In which points it exceeds the policy, in sentences; empty for an agreement within it. */
  alem: z.array(z.string()),
})
export type Negociacao = z.infer<typeof Negociacao>

const base = '/api/operador/clientes/:id/negociacoes'

const Termos = z.object({
  contas: ContasEscolhidas,
  incluir_encargos: z.boolean().default(false),
  desconto: DinheiroNaoNegativo.optional(),
  entrada: DinheiroPositivo.optional(),
  parcelas: NumeroDeParcelas,
  primeiro_vencimento: Dia,
})

export const criarNegociacao = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['negociacoes'],
    summary: 'Fecha um acordo com um cliente',
    params: ParamsId,
    body: Termos.extend({
      observacao: texto(0, 1000, 'A observação').optional(),
      /** Whether the customer hears of it at once, by the template `negociacao`. */
      enviar_mensagem: z.boolean().default(true),
    }),
    response: { 201: Negociacao },
  },
} as const

/** Nothing is written: an agreement with anything in `alem` would wait for an administrator. */
export const conferirNegociacao = {
  method: 'POST',
  url: `${base}/conferencia`,
  schema: {
    tags: ['negociacoes'],
    summary: 'Diz em que um acordo passaria da política, sem fechá-lo',
    params: ParamsId,
    body: Termos,
    response: { 200: Negociacao.pick({ alem: true }) },
  },
} as const

export const listarNegociacoes = {
  method: 'GET',
  url: base,
  schema: {
    tags: ['negociacoes'],
    summary: 'Lista os acordos de um cliente',
    params: ParamsId,
    response: { 200: Lista(Negociacao) },
  },
} as const

export const cancelarNegociacao = {
  method: 'PATCH',
  url: `${base}/:negociacao/cancelar`,
  schema: {
    tags: ['negociacoes'],
    summary: 'Cancela um acordo',
    params: z.object({ id: Id, negociacao: Id }),
    body: z.object({ motivo: Motivo }),
    response: { 200: Negociacao },
  },
} as const

const NegociacaoDeCliente = Negociacao.extend({
  cliente: z.object({ id: z.int(), nome: z.string() }),
  decidida_por: Pessoa.nullable(),
})
export type NegociacaoDeCliente = z.infer<typeof NegociacaoDeCliente>

const { busca } = consultaPaginada(20)
const filtros = { status: UmOuVarios(STATUS_NEGOCIACAO) }

/** The latest first. */
export const listarNegociacoesAdmin = {
  method: 'GET',
  url: '/api/admin/negociacoes',
  schema: {
    tags: ['negociacoes'],
    summary: 'Lista os acordos de todos os clientes',
    querystring: z.object({ ...consultaPaginada(20), ...filtros }),
    response: { 200: Pagina(NegociacaoDeCliente) },
  },
} as const

export const exportarNegociacoesAdmin = {
  method: 'GET',
  url: '/api/admin/negociacoes/exportar.csv',
  schema: {
    tags: ['negociacoes'],
    summary: 'Baixa em planilha os acordos de todos os clientes',
    querystring: z.object({ busca, ...filtros }),
    produces: ['text/csv'],
  },
} as const

export const aprovarNegociacao = {
  method: 'POST',
  url: '/api/admin/negociacoes/:id/aprovar',
  schema: {
    tags: ['negociacoes'],
    summary: 'Aprova um acordo além da política: ele é fechado agora',
    params: ParamsId,
    response: { 200: NegociacaoDeCliente },
  },
} as const

export const recusarNegociacao = {
  method: 'POST',
  url: '/api/admin/negociacoes/:id/recusar',
  schema: {
    tags: ['negociacoes'],
    summary: 'Recusa um acordo além da política',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: NegociacaoDeCliente },
  },
} as const
