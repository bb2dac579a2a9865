import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export const reguaQuery = queryOptions({
  queryKey: ['regua'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/regua', {}, { signal }),
})

const PAUSA_MS = 150
/** What the server foresees of a cadence, saved or not; the last forecast stays while the next is counted. */
export const previsaoQuery = (regua: Entrada<'POST /api/admin/configuracoes/regua/previsao'>['body'] | undefined) =>
  queryOptions({
    queryKey: ['previsao', regua ?? null],
    queryFn: async ({ signal }) => {
      // Every key of who types is another cadence: only the one they stop at is counted.
      await new Promise((pronto) => setTimeout(pronto, PAUSA_MS))
      signal.throwIfAborted()
      return callApi('POST /api/admin/configuracoes/regua/previsao', { body: regua! }, { signal })
    },
    enabled: regua !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
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
    // Of another run nothing stays on screen; of this one, while its next page comes.
    placeholderData: (antes) => (antes?.id === id ? antes : undefined),
    refetchInterval: ({ state }) => ((state.data?.andamento?.na_fila ?? 0) > 0 ? 2_000 : false),
  })

/** In whose message of the next run a value is missing, cut or mended. */
export const conferenciaQuery = (page: number) =>
  queryOptions({
    queryKey: ['conferencia', page],
    queryFn: ({ signal }) => callApi('GET /api/admin/cobranca/conferencia', { query: { page } }, { signal }),
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
