import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

const base = '/api/operador/clientes/:id/negociacoes' as const

export async function fecharAcordo(id: number, body: Entrada<`POST ${typeof base}`>['body'], chave: string) {
  const acordo = await callApi(`POST ${base}`, { params: { id }, body }, { chave })
  await recarregarCliente(id)
  return acordo
}

export async function cancelarAcordo(id: number, negociacao: number, motivo: string) {
  await callApi(`PATCH ${base}/:negociacao/cancelar`, { params: { id, negociacao }, body: { motivo } })
  await recarregarCliente(id)
}
