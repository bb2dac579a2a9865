import { apiQuery } from '#web/api/apiQuery.ts'

/** The Pix codes that were made for a customer, the latest first. */
export const codigosQuery = (id: number) =>
  apiQuery(['cliente', id, 'codigos'], 'GET /api/operador/clientes/:id/codigos', { params: { id } })
