import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'

/** The warnings shown over every screen while they last. */
export const avisosQuery = queryOptions({
  ...apiQuery(['avisos'], 'GET /api/avisos', {}),
  refetchInterval: 30_000,
})

/** The company's name; it hardly ever changes. */
export const empresaQuery = queryOptions({
  ...apiQuery(['empresa'], 'GET /api/empresa', {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The latest notes that mention the person signed in, and how many of all are new. Live events refetch it. */
export const mencoesQuery = (quantas: number, page = 1) =>
  queryOptions({
    ...apiQuery(['mencoes'], 'GET /api/operador/mencoes', { query: { page, per_page: quantas } }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
