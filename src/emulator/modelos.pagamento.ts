import { z } from 'zod'
import { RecusaGraph } from './erros.ts'
import type { ComponenteEnviado, ModeloEmulado, PagamentosDaConta } from './modelos.forma.ts'

export const TIPOS_DE_PAGAMENTO: readonly string[] = ['PAYMENT_REQUEST', 'ORDER_DETAILS']
/** Fixed: the phone shows each in its own language. */
const ROTULOS = ['Copy Pix code', 'Copy Boleto code', 'Open payment link']

type Criado = Pick<ModeloEmulado, 'components' | 'display_format'>
const botoesDe = ({ components }: Pick<ModeloEmulado, 'components'>) =>
  components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []

/** A payment button requires payments of the account, which not every account has, and its own form of the template. */
export function conferirPagamento(modelo: Criado, conta: PagamentosDaConta): void {
  const botoes = botoesDe(modelo)
  const recusar = (detalhe: string) => new RecusaGraph(100, { detalhe })
  const pedidos = botoes.filter(({ type }) => type === 'PAYMENT_REQUEST')
  const deOrdem = botoes.filter(({ type }) => type === 'ORDER_DETAILS')
  if (pedidos.length + deOrdem.length > 0 && !conta.pagamentos) throw new RecusaGraph(134011)
  if (pedidos.length > 0 && !conta.pedidosDePagamento)
    throw recusar('Buttons of type PAYMENT_REQUEST are not available to this account.')
  if (pedidos.some(({ text = '' }) => !ROTULOS.includes(text)))
    throw recusar(`The text of a payment request is one of: ${ROTULOS.join(', ')}.`)
  if (pedidos.some(({ payment_setting }) => payment_setting === undefined))
    throw recusar('A payment request needs a sample of its payment setting.')
  const formato = modelo.display_format === 'ORDER_DETAILS'
  if (formato !== deOrdem.length > 0 || (formato && botoes.length > 1))
    throw recusar('A template of order details has that display format and exactly one button, of that type.')
}

/** Terms withdrawn after the review stop what was approved. */
export function conferirTermos(modelo: ModeloEmulado, { pagamentos }: PagamentosDaConta): void {
  if (!pagamentos && botoesDe(modelo).some(({ type }) => TIPOS_DE_PAGAMENTO.includes(type)))
    throw new RecusaGraph(134011)
}

const Valor = z.object({ value: z.int().min(0), offset: z.literal(100) })
const Pix = z.object({
  type: z.literal('pix_dynamic_code'),
  pix_dynamic_code: z.looseObject({ code: z.string().min(1) }),
})
const PixInteiro = Pix.extend({
  pix_dynamic_code: z.object({
    code: z.string().min(1),
    merchant_name: z.string().min(1),
    key: z.string().min(1),
    key_type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']),
  }),
})
const Item = z.object({
  retailer_id: z.string(),
  name: z.string().min(1).max(60),
  amount: Valor,
  quantity: z.int().min(1),
})
const Acoes = {
  PAYMENT_REQUEST: z.object({ payment_request: z.object({ payment_setting: Pix }) }),
  ORDER_DETAILS: z.object({
    order_details: z
      .object({
        reference_id: z.string().regex(/^[A-Za-z0-9_.-]{1,60}$/),
        type: z.enum(['digital-goods', 'physical-goods']),
        payment_type: z.literal('br'),
        payment_settings: z.array(PixInteiro).min(1),
        currency: z.literal('BRL'),
        total_amount: Valor,
        order: z.object({ status: z.literal('pending'), items: z.array(Item).min(1), subtotal: Valor, tax: Valor }),
      })
      .refine(
        ({ total_amount, order }) =>
          total_amount.value === order.subtotal.value + order.tax.value &&
          order.subtotal.value ===
            order.items.reduce((soma, { amount, quantity }) => soma + amount.value * quantity, 0),
        'total_amount must be the sum of the order',
      ),
  }),
}

/** The code that a payment button of this send carries; refused as Meta refuses what is missing or malformed. */
export function codigoDoPagamento(tipo: string, indice: number, componentes: readonly ComponenteEnviado[]): string {
  const enviado = componentes.find(({ type, index }) => type.toLowerCase() === 'button' && Number(index) === indice)
  const acao = enviado?.parameters[0]?.action
  if (enviado?.sub_type?.toUpperCase() !== tipo || acao === undefined)
    throw new RecusaGraph(131008, { detalhe: `buttons: Button at index ${indice} of type ${tipo} requires an action` })
  const lida = Acoes[tipo as keyof typeof Acoes].safeParse(acao)
  if (!lida.success) {
    const [erro] = lida.error.issues
    throw new RecusaGraph(131009, { detalhe: `buttons: ${erro!.path.join('.')}: ${erro!.message}` })
  }
  const { data } = lida
  if ('payment_request' in data) return data.payment_request.payment_setting.pix_dynamic_code.code
  return data.order_details.payment_settings[0]!.pix_dynamic_code.code
}

export const rotuloDoPagamento = (texto = '') => (texto === ROTULOS[0] ? 'Copiar código Pix' : texto)
