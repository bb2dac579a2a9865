import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'

/** What stands over every screen while it lasts: known before the first is drawn, so that it pushes nothing down. */
export const avisosQuery = queryOptions({
  queryKey: ['avisos'],
  queryFn: ({ signal }) => callApi('GET /api/avisos', {}, { signal }),
  refetchInterval: 30_000,
})
