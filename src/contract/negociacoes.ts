import { z } from 'zod'
import { STATUS_CONTA } from '#domain/conta.ts'
import { MAXIMO_PARCELAS, STATUS_NEGOCIACAO } from '#domain/negociacao.ts'
import {
  Dia,
  Dinheiro,
  DinheiroNaoNegativo,
  DinheiroPositivo,
  Id,
  Instante,
  Lista,
  Motivo,
  ParamsId,
  Pessoa,
  texto,
} from './comum.ts'

const PARCELAS = `Informe de 1 a ${MAXIMO_PARCELAS} parcelas.`

export const Negociacao = z.object({
  id: z.int(),
  status: z.enum(STATUS_NEGOCIACAO),
  valor_original: Dinheiro,
  encargos: Dinheiro,
  desconto: Dinheiro,
  valor_negociado: Dinheiro,
  valor_pago: Dinheiro,
  /** `numero` 0 is the down payment. `status` is the instalment's account. */
  parcelas: z.array(
    z.object({
      numero: z.int(),
      vencimento: Dia,
      valor: Dinheiro,
      status: z.enum(STATUS_CONTA),
      conta_id: z.int(),
    }),
  ),
  contas: z.array(z.int()),
  observacao: z.string().nullable(),
  motivo: z.string().nullable(),
  autor: Pessoa.nullable(),
  created_at: Instante,
  encerrada_em: Instante.nullable(),
})
export type Negociacao = z.infer<typeof Negociacao>

const base = '/api/operador/clientes/:id/negociacoes'

export const criarNegociacao = {
  method: 'POST',
  url: base,
  schema: {
    tags: ['negociacoes'],
    summary: 'Fecha um acordo com um cliente',
    params: ParamsId,
    body: z.object({
      contas: z
        .array(z.int(), { error: 'Escolha ao menos uma conta.' })
        .min(1, { error: 'Escolha ao menos uma conta.' })
        .max(500),
      incluir_encargos: z.boolean().default(false),
      desconto: DinheiroNaoNegativo.optional(),
      entrada: DinheiroPositivo.optional(),
      parcelas: z.int({ error: PARCELAS }).min(1, { error: PARCELAS }).max(MAXIMO_PARCELAS, { error: PARCELAS }),
      primeiro_vencimento: Dia,
      observacao: texto(0, 1000, 'A observação').optional(),
      /** Whether the customer hears of it at once, by the template `negociacao`. */
      enviar_mensagem: z.boolean().default(true),
    }),
    response: { 201: Negociacao },
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
