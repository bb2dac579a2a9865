import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'

/** What stands over every screen while it lasts. */
export const avisosQuery = queryOptions({
  ...apiQuery(['avisos'], 'GET /api/avisos', {}),
  refetchInterval: 30_000,
})

/** Whose system this is; it changes about never. */
export const empresaQuery = queryOptions({
  ...apiQuery(['empresa'], 'GET /api/empresa', {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The latest notes that name who is signed in, and how many of all of them are new. Live events ask it again. */
export const mencoesQuery = queryOptions({
  ...apiQuery(['mencoes'], 'GET /api/operador/mencoes', { query: { per_page: 30 } }),
  staleTime: 60_000,
})
