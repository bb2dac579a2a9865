import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export type ConsultaLogs = NonNullable<Entrada<'GET /api/admin/logs'>['query']>

/** What is being read stays as it is: new entries are offered, not pushed in. */
export const logsQuery = (query: ConsultaLogs) =>
  queryOptions({
    queryKey: ['logs', query],
    queryFn: ({ signal }) => callApi('GET /api/admin/logs', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

const RECENTES = 10
const DE_NOVO_MS = 30_000

/** The first ten entries. */
export const logsRecentesQuery = queryOptions({
  queryKey: ['logs', 'recentes'],
  queryFn: ({ signal }) => callApi('GET /api/admin/logs', { query: { per_page: RECENTES } }, { signal }),
  refetchInterval: DE_NOVO_MS,
})

export const acoesQuery = queryOptions({
  queryKey: ['logs', 'acoes'],
  queryFn: ({ signal }) => callApi('GET /api/admin/logs/acoes', {}, { signal }),
})
