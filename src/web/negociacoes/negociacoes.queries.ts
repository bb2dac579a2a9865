import { apiQuery } from '#web/api/apiQuery.ts'

export const negociacoesQuery = (id: number) =>
  apiQuery(['negociacoes', id], 'GET /api/operador/clientes/:id/negociacoes', { params: { id } })

export const ofertasQuery = (id: number) =>
  apiQuery(['negociacoes', id, 'ofertas'], 'GET /api/operador/clientes/:id/ofertas', { params: { id } })
