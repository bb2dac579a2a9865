import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export const reguaQuery = queryOptions({
  queryKey: ['regua'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/regua', {}, { signal }),
})

export const execucoesQuery = (page: number) =>
  queryOptions({
    queryKey: ['execucoes', page],
    queryFn: ({ signal }) => callApi('GET /api/admin/cobranca/execucoes', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

type ConsultaExecucao = NonNullable<Entrada<'GET /api/admin/cobranca/execucoes/:id'>['query']>
export const execucaoQuery = (id: number, query: ConsultaExecucao) =>
  queryOptions({
    queryKey: ['execucao', id, query],
    queryFn: ({ signal }) => callApi('GET /api/admin/cobranca/execucoes/:id', { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export function useAcoesCobranca() {
  const cache = useQueryClient()
  return {
    salvarRegua: useMutation({
      mutationFn: (body: Entrada<'PUT /api/admin/configuracoes/regua'>['body']) =>
        callApi('PUT /api/admin/configuracoes/regua', { body }),
      onSettled: () => cache.invalidateQueries({ queryKey: ['regua'] }),
    }),
    executar: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/cobranca/executar'>['body']) =>
        callApi('POST /api/admin/cobranca/executar', { body }),
      onSettled: () => cache.invalidateQueries({ queryKey: ['execucoes'] }),
    }),
  }
}
