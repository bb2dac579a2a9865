import type { Conta } from '#contract/contas-receber.ts'
import type { Pagamento } from '#contract/pagamentos.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

const base = '/api/operador/contas-receber' as const

export const criarConta = async (body: Entrada<`POST ${typeof base}`>['body'], chave: string) => {
  const conta = await callApi(`POST ${base}`, { body }, { chave })
  await recarregarCliente(conta.cliente.id)
  return conta
}
export const mudarConta = async (conta: Conta, body: { vencimento?: string; valor?: number }) => {
  await callApi(`PATCH ${base}/:id`, { params: { id: conta.id }, body })
  await recarregarCliente(conta.cliente.id)
}
export const cancelarConta = async (conta: Conta, motivo: string) => {
  await callApi(`PATCH ${base}/:id/cancelar`, { params: { id: conta.id }, body: { motivo } })
  await recarregarCliente(conta.cliente.id)
}
export const registrarPagamento = async (
  conta: Conta,
  body: Entrada<`POST ${typeof base}/:id/pagamentos`>['body'],
  chave: string,
) => {
  const pagamento = await callApi(`POST ${base}/:id/pagamentos`, { params: { id: conta.id }, body }, { chave })
  await recarregarCliente(conta.cliente.id)
  return pagamento
}
/** One payment over several accounts of a customer: all of it or nothing. */
export const registrarPagamentos = async (
  clienteId: number,
  body: Entrada<`POST ${typeof base}/pagamentos`>['body'],
  chave: string,
) => {
  const pagamentos = await callApi(`POST ${base}/pagamentos`, { body }, { chave })
  await recarregarCliente(clienteId)
  return pagamentos
}
/** Those of an earlier attempt's payments that stand, each with its account as it is now: somebody may have reversed them since. */
export async function osQueValem(pagamentos: readonly Pagamento[]): Promise<Pagamento[] | null> {
  const lidos = await Promise.all(
    pagamentos.map(async (pago) => {
      const conta = await callApi(`GET ${base}/:id`, { params: { id: pago.conta.id } })
      const vale = conta.pagamentos.some(({ id, estornado_em }) => id === pago.id && !estornado_em)
      return vale ? [{ ...pago, conta }] : []
    }),
  )
  return lidos.some((um) => um.length > 0) ? lidos.flat() : null
}
export const estornarPagamento = async (conta: Conta, pagamento: number, motivo: string) => {
  await callApi(`DELETE ${base}/:id/pagamentos/:pagamento`, { params: { id: conta.id, pagamento }, body: { motivo } })
  await recarregarCliente(conta.cliente.id)
}
