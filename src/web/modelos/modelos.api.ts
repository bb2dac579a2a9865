import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import { callApi } from '#web/api/callApi.ts'

export const modelosQuery = queryOptions({
  queryKey: ['modelos'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/mensagens/templates', {}, { signal }),
})

export function useAcoesModelos() {
  const cache = useQueryClient()
  const aoFim = { onSettled: () => cache.invalidateQueries({ queryKey: ['modelos'] }) }
  return {
    salvar: useMutation({
      mutationFn: ({ tipo, texto }: Pick<Modelo, 'tipo' | 'texto'>) =>
        callApi('PUT /api/admin/configuracoes/mensagens/:tipo', { params: { tipo }, body: { texto } }),
      ...aoFim,
    }),
    sincronizar: useMutation({
      mutationFn: () => callApi('POST /api/admin/configuracoes/mensagens/sincronizar', {}),
      ...aoFim,
    }),
  }
}
