import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

/** The operators with their figures: whoever chooses one chooses from these. */
export const dashboardOperadoresQuery = queryOptions({
  queryKey: ['dashboard', 'operadores'],
  queryFn: ({ signal }) => callApi('GET /api/admin/dashboard/operadores', {}, { signal }),
})

export const operadorQuery = (id: number) =>
  queryOptions({
    queryKey: ['operador', id],
    queryFn: ({ signal }) => callApi('GET /api/admin/operadores/:id', { params: { id } }, { signal }),
  })

/** Everything an admin does to operators; the lists that show them are read again afterwards. */
export function useAcoesOperadores() {
  const cache = useQueryClient()
  const aoFim = {
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['dashboard'] }),
        cache.invalidateQueries({ queryKey: ['operador'] }),
      ]),
  }
  return {
    criar: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/operadores'>['body']) =>
        callApi('POST /api/admin/operadores', { body }),
      ...aoFim,
    }),
    mudar: useMutation({
      mutationFn: ({ id, ...body }: { id: number } & Entrada<'PUT /api/admin/operadores/:id'>['body']) =>
        callApi('PUT /api/admin/operadores/:id', { params: { id }, body }),
      ...aoFim,
    }),
    bloquear: useMutation({
      mutationFn: (id: number) => callApi('PATCH /api/admin/operadores/:id/bloquear', { params: { id } }),
      ...aoFim,
    }),
    reativar: useMutation({
      mutationFn: (id: number) => callApi('PATCH /api/admin/operadores/:id/reativar', { params: { id } }),
      ...aoFim,
    }),
  }
}
