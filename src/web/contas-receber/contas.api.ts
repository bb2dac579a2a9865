import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Conta } from '#contract/contas-receber.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

export const resumoQuery = queryOptions({
  queryKey: ['contas', 'resumo'],
  queryFn: ({ signal }) => callApi('GET /api/operador/contas-receber/resumo', {}, { signal }),
})

export const contasQuery = (query: NonNullable<Entrada<'GET /api/operador/contas-receber/listar'>['query']>) =>
  queryOptions({
    queryKey: ['contas', 'lista', query],
    queryFn: ({ signal }) => callApi('GET /api/operador/contas-receber/listar', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One account with its payments and reversals. */
export const contaQuery = (id: number) =>
  queryOptions({
    queryKey: ['conta', id],
    queryFn: ({ signal }) => callApi('GET /api/operador/contas-receber/:id', { params: { id } }, { signal }),
  })

/** Customers to choose from, by name, document or phone: whatever their status, as long as one sees them. */
export const buscarClientesQuery = (busca: string) =>
  queryOptions({
    queryKey: ['clientes', 'escolher', busca],
    enabled: busca.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { busca, per_page: 8 }
      const listas = await Promise.all([
        callApi('GET /api/operador/clientes/ativos', { query }, { signal }),
        callApi('GET /api/operador/clientes/aguardando-atendimento', { query }, { signal }),
        callApi('GET /api/operador/clientes/concluidos', { query }, { signal }),
      ])
      return listas.flatMap((lista) => lista.data)
    },
  })

const base = '/api/operador/contas-receber' as const

export const criarConta = async (body: Entrada<`POST ${typeof base}`>['body']) => {
  const conta = await callApi(`POST ${base}`, { body })
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
export const estornarPagamento = async (conta: Conta, pagamento: number, motivo: string) => {
  await callApi(`DELETE ${base}/:id/pagamentos/:pagamento`, { params: { id: conta.id, pagamento }, body: { motivo } })
  await recarregarCliente(conta.cliente.id)
}
