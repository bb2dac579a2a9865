import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'

/** Who may be named in a note. */
export const colegasQuery = queryOptions({
  ...apiQuery(['colegas'], 'GET /api/operador/colegas', {}),
  staleTime: 5 * 60_000,
})
