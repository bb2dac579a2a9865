import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'
import { type Filtros, paginaDe } from '#web/ui/filtros.ts'

export const administradoresQuery = (filtros: Filtros) =>
  queryOptions({
    ...apiQuery(['administrador'], 'GET /api/admin/administradores', {
      query: { busca: filtros.busca, page: paginaDe(filtros) },
    }),
    placeholderData: keepPreviousData,
  })

/** The options wherever one of them is chosen. */
export const todosOsAdministradoresQuery = apiQuery(['administrador', 'todos'], 'GET /api/admin/administradores', {
  query: { per_page: 100 },
})

export const dadosDosAdministradores = (filtros: Filtros) => [administradoresQuery(filtros)]
