import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export type ConsultaAdmin = NonNullable<Entrada<'GET /api/admin/clientes'>['query']>
/** Who a mass action is for: these, or everyone whom the filters find. */
export type Alvo = Pick<Entrada<'POST /api/admin/clientes/transferir'>['body'], 'ids' | 'filtro'>

/** The tab of one status is that status's own path. */
export const clientesAdminQuery = ({ status, ...query }: ConsultaAdmin) =>
  queryOptions({
    queryKey: ['clientes', 'admin', status, query],
    queryFn: ({ signal }) =>
      status
        ? callApi('GET /api/admin/clientes/por-status/:status', { params: { status }, query }, { signal })
        : callApi('GET /api/admin/clientes', { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const contagemQuery = queryOptions({
  queryKey: ['clientes', 'contagem'],
  queryFn: ({ signal }) => callApi('GET /api/admin/clientes/contagem', {}, { signal }),
})

export const clienteAdminQuery = (id: number) =>
  queryOptions({
    queryKey: ['cliente', 'admin', id],
    queryFn: ({ signal }) => callApi('GET /api/admin/clientes/:id', { params: { id } }, { signal }),
  })

/** What an admin does to customers; lists, counts and the open record are read again afterwards. */
export function useAcoesAdmin() {
  const cache = useQueryClient()
  const aoFim = {
    onSettled: () =>
      Promise.all(
        ['clientes', 'cliente', 'dashboard', 'operador'].map((chave) => cache.invalidateQueries({ queryKey: [chave] })),
      ),
  }
  return {
    transferir: useMutation({
      mutationFn: (body: Alvo & { operador_id: number | null }) =>
        callApi('POST /api/admin/clientes/transferir', { body }),
      ...aoFim,
    }),
    distribuir: useMutation({
      mutationFn: (body: Alvo & { operadores: number[] }) => callApi('POST /api/admin/clientes/distribuir', { body }),
      ...aoFim,
    }),
    anonimizar: useMutation({
      mutationFn: ({ id, motivo }: { id: number; motivo: string }) =>
        callApi('POST /api/admin/clientes/:id/anonimizar', { params: { id }, body: { motivo } }),
      ...aoFim,
    }),
  }
}
