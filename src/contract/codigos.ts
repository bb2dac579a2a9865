import { z } from 'zod'
import { CONTAS_DE_UM_CODIGO, SITUACOES_DO_CODIGO, TIPOS_DE_CODIGO } from '#domain/codigo.ts'
import { Dia, Dinheiro, Instante, Lista, ParamsId } from './comum.ts'

/** A Pix code that asks for some accounts of one customer. */
export const Codigo = z.object({
  id: z.int(),
  tipo: z.enum(TIPOS_DE_CODIGO),
  txid: z.string(),
  copia_e_cola: z.string(),
  valor: Dinheiro,
  /** Each account's face value and charges, fixed when the code was made: they add up to `valor`. */
  contas: z.array(
    z.object({
      id: z.int(),
      numero: z.string(),
      parcela: z.string().nullable(),
      valor: Dinheiro,
      encargos: Dinheiro,
    }),
  ),
  negociacao_id: z.int().nullable(),
  situacao: z.enum(SITUACOES_DO_CODIGO),
  vale_ate: Dia,
  mensagem_id: z.int().nullable(),
  created_at: Instante,
})
export type Codigo = z.infer<typeof Codigo>

const url = '/api/operador/clientes/:id/codigos'
const UMA_CONTA = { error: 'O identificador deve ser um número.' }

export const emitirCodigo = {
  method: 'POST',
  url,
  schema: {
    tags: ['recebimento'],
    summary: 'Emite um código Pix para contas de um cliente; o mesmo pedido recebe o mesmo código',
    params: ParamsId,
    body: z.object({
      contas: z
        .array(z.int(UMA_CONTA).min(1, UMA_CONTA), { error: 'Informe as contas que o código cobra.' })
        .min(1, { error: 'Escolha ao menos uma conta.' })
        .max(CONTAS_DE_UM_CODIGO, { error: `Um código cobra até ${CONTAS_DE_UM_CODIGO} contas.` })
        .transform((contas) => [...new Set(contas)]),
    }),
    response: { 200: Codigo, 201: Codigo },
  },
} as const

export const listarCodigos = {
  method: 'GET',
  url,
  schema: {
    tags: ['recebimento'],
    summary: 'Lista os códigos Pix de um cliente, os últimos primeiro',
    params: ParamsId,
    response: { 200: Lista(Codigo) },
  },
} as const
