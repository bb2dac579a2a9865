import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'

/** Windows close and people wait while nothing else changes. */
const DE_NOVO_MS = 60_000

export const dashboardOperadorQuery = queryOptions({
  queryKey: ['dashboard', 'operador'],
  queryFn: ({ signal }) => callApi('GET /api/operador/dashboard', {}, { signal }),
  refetchInterval: DE_NOVO_MS,
})

export const cobrancasDoMesQuery = (page: number) =>
  queryOptions({
    queryKey: ['dashboard', 'cobrancas', page],
    queryFn: ({ signal }) => callApi('GET /api/operador/dashboard/cobrancas', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const dashboardAdminQuery = queryOptions({
  queryKey: ['dashboard', 'admin'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard', {}, { signal }),
  refetchInterval: DE_NOVO_MS,
})

export const graficoMensalQuery = queryOptions({
  queryKey: ['dashboard', 'grafico-mensal'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard/grafico-mensal', {}, { signal }),
})
