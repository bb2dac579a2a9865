import { z } from 'zod'
import { FORMAS_DE_PAGAMENTO } from '#domain/conta.ts'
import { Dia, Dinheiro, DinheiroPositivo, Id, Lista, Motivo, ParamsId } from './comum.ts'
import { Conta } from './contas-receber.ts'

export const Pagamento = z.object({
  id: z.int(),
  valor: Dinheiro,
  encargos: Dinheiro,
  /** Charges of its day that it leaves unpaid, and that nobody owes any more. */
  encargos_dispensados: Dinheiro,
  pago_em: Dia,
  forma: z.enum(FORMAS_DE_PAGAMENTO),
  conta: Conta,
})
export type Pagamento = z.infer<typeof Pagamento>

const base = '/api/operador/contas-receber'

export const registrarPagamento = {
  method: 'POST',
  url: `${base}/:id/pagamentos`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Registra um pagamento',
    params: ParamsId,
    body: z.object({
      valor: DinheiroPositivo,
      pago_em: Dia,
      forma: z.enum(FORMAS_DE_PAGAMENTO, {
        error: 'Escolha a forma: pix, boleto, transferencia, dinheiro, cartao ou outro.',
      }),
    }),
    response: { 201: Pagamento },
  },
} as const

/**
 * One payment over several accounts of a customer: recorded on each, all of it or none. A refusal names the part it is
 * about (`partes.0.valor`).
 */
export const registrarPagamentos = {
  method: 'POST',
  url: `${base}/pagamentos`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Registra um pagamento repartido entre contas de um cliente',
    body: registrarPagamento.schema.body.omit({ valor: true }).extend({
      partes: z
        .array(z.object({ conta_id: z.int(), valor: DinheiroPositivo }))
        .min(1, { error: 'Informe as contas e o valor de cada uma.' })
        .max(100, { error: 'Reparta entre no máximo 100 contas.' })
        .refine((partes) => new Set(partes.map(({ conta_id }) => conta_id)).size === partes.length, {
          error: 'Cada conta entra uma vez só.',
        }),
    }),
    response: { 201: Lista(Pagamento) },
  },
} as const

export const estornarPagamento = {
  method: 'DELETE',
  url: `${base}/:id/pagamentos/:pagamento`,
  schema: {
    tags: ['contas-receber'],
    summary: 'Estorna um pagamento',
    params: z.object({ id: Id, pagamento: Id }),
    body: z.object({ motivo: Motivo }),
    response: { 200: Conta },
  },
} as const
