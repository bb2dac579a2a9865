import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callApi } from '#web/api/callApi.ts'

/** What stands over every screen while it lasts: known before the first is drawn, so that it pushes nothing down. */
export const avisosQuery = queryOptions({
  queryKey: ['avisos'],
  queryFn: ({ signal }) => callApi('GET /api/avisos', {}, { signal }),
  refetchInterval: 30_000,
})

/** Whether something stands over a dashboard, kept for the page to know before it can ask (index.html). */
export function useLembrarAviso(tela: string, ha: boolean | undefined) {
  useEffect(() => {
    if (ha) localStorage.setItem(`havia:${tela}`, '1')
    else if (ha === false) localStorage.removeItem(`havia:${tela}`)
  }, [tela, ha])
}
