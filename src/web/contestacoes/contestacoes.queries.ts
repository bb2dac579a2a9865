import { apiQuery } from '#web/api/apiQuery.ts'

export const contestacoesQuery = (id: number) =>
  apiQuery(['contestacoes', id], 'GET /api/operador/clientes/:id/contestacoes', { params: { id } })
