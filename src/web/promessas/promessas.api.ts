import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

const base = '/api/operador/clientes/:id/promessas' as const
type NovaPromessa = Entrada<`POST ${typeof base}`>['body']

/** What the form starts with: the accounts chosen, and what the customer wrote. */
export interface Sugerida {
  contas?: number[]
  ate?: string | null
  valor?: number | null
}

export async function registrarPromessa(id: number, body: NovaPromessa, chave: string) {
  const promessa = await callApi(`POST ${base}`, { params: { id }, body }, { chave })
  await recarregarCliente(id)
  return promessa
}

export async function cancelarPromessa(id: number, promessa: number, motivo: string) {
  await callApi(`PATCH ${base}/:promessa/cancelar`, { params: { id, promessa }, body: { motivo } })
  await recarregarCliente(id)
}
