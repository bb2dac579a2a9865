import { apiQuery } from '#web/api/apiQuery.ts'

/** Under keys that `recarregarCliente` refetches. */
export const dinheiroQuery = (id: number) =>
  apiQuery(['cliente', id, 'dinheiro'], 'GET /api/operador/clientes/:id/dinheiro', { params: { id } })
export const dinheiroAdminQuery = (id: number) =>
  apiQuery(['admin', 'clientes', id, 'dinheiro'], 'GET /api/admin/clientes/:id/dinheiro', { params: { id } })
