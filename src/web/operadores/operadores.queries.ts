import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STATUS_USUARIO } from '#domain/usuario.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { type Filtros, idDe, paginaDe, umDe } from '#web/ui/filtros.ts'

/** The operators with their figures; also the options wherever an operator is chosen. */
export const dashboardOperadoresQuery = queryOptions({
  ...apiQuery(['dashboard', 'operadores'], 'GET /api/admin/dashboard/operadores', {}),
  refetchInterval: 60_000,
})

type Consulta = NonNullable<Entrada<'GET /api/admin/operadores'>['query']>

/** The address may hold anything: keeps only what the server knows. */
export const filtrosDosOperadores = ({ busca, status }: Filtros): Consulta => ({
  busca,
  status: umDe(STATUS_USUARIO, status),
})

export const paginaDosOperadores = (filtros: Filtros): Consulta => ({
  ...filtrosDosOperadores(filtros),
  page: paginaDe(filtros),
})

export const operadoresQuery = (query: Consulta) =>
  queryOptions({
    ...apiQuery(['operador', 'lista'], 'GET /api/admin/operadores', { query }),
    placeholderData: keepPreviousData,
  })

export const operadorQuery = (id: number) =>
  apiQuery(['operador', id], 'GET /api/admin/operadores/:id', { params: { id } })

export function dadosDosOperadores(filtros: Filtros) {
  const aberto = idDe(filtros.operador)
  return [operadoresQuery(paginaDosOperadores(filtros)), ...(aberto ? [operadorQuery(aberto)] : [])]
}
