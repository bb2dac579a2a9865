import { apiQuery } from '#web/api/apiQuery.ts'

export const promessasQuery = (id: number) =>
  apiQuery(['promessas', id], 'GET /api/operador/clientes/:id/promessas', { params: { id } })
