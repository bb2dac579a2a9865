import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'

const POR_PAGINA = 10

/** The files of the watched folder, and its state. */
export const pastaQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['admin', 'pasta'], 'GET /api/admin/importacoes/pasta', { query: { page, per_page: POR_PAGINA } }),
    placeholderData: keepPreviousData,
  })
