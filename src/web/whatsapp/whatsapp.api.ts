import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'

export const conexaoQuery = queryOptions({
  queryKey: ['whatsapp'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/whatsapp/status', {}, { signal }),
  refetchInterval: 30_000,
})
