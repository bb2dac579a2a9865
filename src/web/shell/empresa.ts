import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'

/** Whose system this is; it changes about never. */
export const empresaQuery = queryOptions({
  queryKey: ['empresa'],
  queryFn: ({ signal }) => callApi('GET /api/empresa', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
