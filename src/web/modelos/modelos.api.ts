import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Escrito } from './partes.ts'

export const modelosQuery = queryOptions({
  queryKey: ['modelos'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/mensagens/templates', {}, { signal }),
  // A review may end at any moment; the webhook tells the server, not this page.
  refetchInterval: ({ state }) =>
    Object.values(state.data ?? {}).some(({ situacao }) => situacao === 'pendente') ? 5_000 : false,
})

/** A real customer's values, for every type; without one, the server chooses who shows the most. */
export const exemploQuery = (cliente_id: number | undefined) =>
  queryOptions({
    queryKey: ['modelos', 'exemplo', cliente_id ?? null],
    queryFn: ({ signal }) =>
      callApi('GET /api/admin/configuracoes/mensagens/exemplo', { query: { cliente_id } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const clientesDeExemploQuery = (busca: string) =>
  queryOptions({
    queryKey: ['modelos', 'clientes', busca],
    queryFn: async ({ signal }) =>
      (await callApi('GET /api/admin/clientes', { query: { busca, per_page: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const versoesQuery = (tipo: string) =>
  queryOptions({
    queryKey: ['modelos', 'versoes', tipo],
    queryFn: ({ signal }) =>
      callApi('GET /api/admin/configuracoes/mensagens/:tipo/versoes', { params: { tipo } }, { signal }),
  })

/** What became of each template's messages, from one day to another. */
export const desempenhoQuery = (dias: { de: string; ate: string }) =>
  queryOptions({
    queryKey: ['modelos', 'desempenho', dias],
    queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/mensagens/desempenho', { query: dias }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const enviarTeste = (tipo: string, telefone: string) =>
  callApi('POST /api/admin/configuracoes/mensagens/:tipo/teste', { params: { tipo }, body: { telefone } })

export function useAcoesModelos() {
  const cache = useQueryClient()
  const aoFim = { onSettled: () => cache.invalidateQueries({ queryKey: ['modelos'] }) }
  return {
    salvar: useMutation({
      mutationFn: ({ tipo, ...body }: Pick<Modelo, 'tipo'> & Escrito) =>
        callApi('PUT /api/admin/configuracoes/mensagens/:tipo', { params: { tipo }, body }),
      ...aoFim,
    }),
    sincronizar: useMutation({
      mutationFn: () => callApi('POST /api/admin/configuracoes/mensagens/sincronizar', {}),
      ...aoFim,
    }),
  }
}
