import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import { queryClient } from '#web/api/queryClient.ts'

/** The latest notes that name who is signed in, and how many of all of them are new. Live events ask it again. */
export const mencoesQuery = queryOptions({
  queryKey: ['mencoes'],
  queryFn: ({ signal }) => callApi('GET /api/operador/mencoes', { query: { per_page: 30 } }, { signal }),
  staleTime: 60_000,
})

/** These were read. */
export async function marcarVistas(anotacoes: number[]) {
  if (anotacoes.length === 0) return
  await callApi('POST /api/operador/mencoes/vistas', { body: { anotacoes } })
  await queryClient.invalidateQueries({ queryKey: mencoesQuery.queryKey })
}
