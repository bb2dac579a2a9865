import { apiQuery } from '#web/api/apiQuery.ts'

export const minhasFrasesQuery = apiQuery(['frases'], 'GET /api/operador/frases', {})
export const frasesDaEmpresaQuery = apiQuery(['frases'], 'GET /api/admin/configuracoes/frases', {})

/** One's own and the company's, filled with a customer's data. */
export const frasesDoClienteQuery = (id: number) =>
  apiQuery(['frases', id], 'GET /api/operador/clientes/:id/frases', { params: { id } })
