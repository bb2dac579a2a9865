import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

type Consulta = NonNullable<Entrada<'GET /api/admin/clientes'>['query']>

export const clientesAdminQuery = (query: Consulta) =>
  queryOptions({
    queryKey: ['clientes', 'admin', query],
    queryFn: ({ signal }) => callApi('GET /api/admin/clientes', { query }, { signal }),
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
      Promise.all([
        cache.invalidateQueries({ queryKey: ['clientes'] }),
        cache.invalidateQueries({ queryKey: ['cliente'] }),
      ]),
  }
  return {
    transferir: useMutation({
      mutationFn: ({ ids, operador_id }: { ids: number[]; operador_id: number | null }) =>
        Promise.all(
          ids.map((id) =>
            callApi('POST /api/admin/clientes/:id/transferir', { params: { id }, body: { operador_id } }),
          ),
        ),
      ...aoFim,
    }),
    distribuir: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/clientes/distribuir'>['body']) =>
        callApi('POST /api/admin/clientes/distribuir', { body }),
      ...aoFim,
    }),
    anonimizar: useMutation({
      mutationFn: ({ id, motivo }: { id: number; motivo: string }) =>
        callApi('POST /api/admin/clientes/:id/anonimizar', { params: { id }, body: { motivo } }),
      ...aoFim,
    }),
  }
}
