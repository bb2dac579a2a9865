import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'

export const dashboardAdminQuery = queryOptions({
  queryKey: ['dashboard', 'admin'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard', {}, { signal }),
})

export const dashboardOperadoresQuery = queryOptions({
  queryKey: ['dashboard', 'operadores'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard/operadores', {}, { signal }),
})

export const graficoMensalQuery = queryOptions({
  queryKey: ['dashboard', 'grafico-mensal'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard/grafico-mensal', {}, { signal }),
})
