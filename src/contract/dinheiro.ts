import { z } from 'zod'
import { FORMAS_DE_PAGAMENTO, ORIGENS_DO_PAGAMENTO } from '#domain/conta.ts'
import { ORIGENS_DO_MOVIMENTO } from '#domain/movimento.ts'
import { CERTEZAS } from '#domain/sugestoes.ts'
import { Codigo } from './codigos.ts'
import { Dia, Dinheiro, Instante, ParamsId, Pessoa } from './comum.ts'

/** A movement of the bank, as it is named beside what was made of it. */
export const MovimentoDito = z.object({
  id: z.int(),
  origem: z.enum(ORIGENS_DO_MOVIMENTO),
  dia: Dia,
  valor: Dinheiro,
  descricao: z.string(),
  pagador: z.string().nullable(),
})
export type MovimentoDito = z.infer<typeof MovimentoDito>

const ContaDita = z.object({ id: z.int(), numero: z.string(), parcela: z.string().nullable() })

/** Money that may be this customer's, or pay this account, and that nobody has decided about. */
export const ACaminho = MovimentoDito.extend({ certeza: z.enum(CERTEZAS), contas: z.array(ContaDita) })

/** A credit larger than the account it paid or came for: what is kept for its customer, and what was refunded. */
export const Sobra = MovimentoDito.extend({ credito: Dinheiro, devolvido: Dinheiro })

/** A customer's payment, reversed ones too, with what the bank told of it. */
export const PagamentoDoCliente = z.object({
  id: z.int(),
  valor: Dinheiro,
  encargos: Dinheiro,
  pago_em: Dia,
  forma: z.enum(FORMAS_DE_PAGAMENTO),
  origem: z.enum(ORIGENS_DO_PAGAMENTO),
  movimento: MovimentoDito.nullable(),
  autor: Pessoa.nullable(),
  contas: z.array(ContaDita.extend({ valor: Dinheiro })),
  created_at: Instante,
  estornado_em: Instante.nullable(),
  motivo_estorno: z.string().nullable(),
})
export type PagamentoDoCliente = z.infer<typeof PagamentoDoCliente>

const DinheiroDoCliente = z.object({
  /** To be given back or applied to another account; `creditos` are the movements it comes from. */
  credito: Dinheiro,
  creditos: z.array(MovimentoDito.extend({ credito: Dinheiro })),
  a_caminho: z.array(ACaminho),
  /** The latest `PAGAMENTOS_A_VISTA`, newest first; so the codes. */
  pagamentos: z.array(PagamentoDoCliente),
  codigos: z.array(Codigo),
})
export type DinheiroDoCliente = z.infer<typeof DinheiroDoCliente>

export const dinheiroDoCliente = {
  method: 'GET',
  url: '/api/operador/clientes/:id/dinheiro',
  schema: {
    tags: ['clientes'],
    summary: 'Mostra o que um cliente pagou, de onde veio, o que está a caminho e o crédito a devolver',
    params: ParamsId,
    response: { 200: DinheiroDoCliente },
  },
} as const

export const dinheiroDoClienteAdmin = {
  method: 'GET',
  url: '/api/admin/clientes/:id/dinheiro',
  schema: { ...dinheiroDoCliente.schema, summary: 'Mostra o dinheiro de um cliente ao administrador' },
} as const
