import { expect } from 'vitest'
import type { Pessoa, World } from './world.ts'

const base = '/api/operador/contas-receber'

/** By Pix and today, unless `extra` says otherwise. */
export const pagar = (world: World, quem: Pessoa, conta: number, valor: number, extra: object = {}, headers = {}) =>
  world.chamar(
    quem,
    'POST',
    `${base}/${conta}/pagamentos`,
    { valor, pago_em: world.hoje(), forma: 'pix', ...extra },
    headers,
  )

/** Like `pagar`, when the payment must be accepted; returns it. */
export async function comPagamento(world: World, quem: Pessoa, conta: number, valor: number, extra: object = {}) {
  const resposta = await pagar(world, quem, conta, valor, extra)
  expect(resposta.statusCode).toBe(201)
  return resposta.json()
}

export const estornar = (world: World, quem: Pessoa, conta: number, pagamento: number) =>
  world.chamar(quem, 'DELETE', `${base}/${conta}/pagamentos/${pagamento}`, { motivo: 'Cheque devolvido' })

export const clienteDe = async (world: World, quem: Pessoa, id: number) =>
  (await world.chamar(quem, 'GET', `/api/operador/clientes/${id}`)).json()
