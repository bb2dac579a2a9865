import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

/** Who a mass action is for: these, or everyone whom the filters find. */
export type Alvo = Pick<Entrada<'POST /api/admin/clientes/transferir'>['body'], 'ids' | 'filtro'>

/** What an admin does to customers; lists, counts and the open record are refetched afterwards. */
export function useAcoesAdmin() {
  const cache = useQueryClient()
  const aoFim = {
    onSettled: () =>
      Promise.all(
        (['clientes', 'cliente', 'dashboard', 'operador'] as const).map((chave) =>
          cache.invalidateQueries({ queryKey: [chave] }),
        ),
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
