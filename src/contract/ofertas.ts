import { z } from 'zod'
import { Dia, Dinheiro, Lista, ParamsId } from './comum.ts'

/** An agreement that a customer may take today; its `id` is good for the day, while nothing changes. */
export const Oferta = z.object({
  id: z.int(),
  contas: z.array(z.int()),
  valor_original: Dinheiro,
  encargos: Dinheiro,
  desconto: Dinheiro,
  valor_negociado: Dinheiro,
  /** `numero` 0 is the down payment. */
  parcelas: z.array(z.object({ numero: z.int(), vencimento: Dia, valor: Dinheiro })),
  /** The whole agreement: content, deadline, and the consequences of breaking it. */
  texto: z.string(),
})
export type Oferta = z.infer<typeof Oferta>

export const listarOfertas = {
  method: 'GET',
  url: '/api/operador/clientes/:id/ofertas',
  schema: {
    tags: ['negociacoes'],
    summary: 'Lista o que a política oferece hoje a um cliente: no máximo três acordos',
    params: ParamsId,
    response: { 200: Lista(Oferta) },
  },
} as const
