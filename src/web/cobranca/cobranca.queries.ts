import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ROTULOS_DA_DECISAO as MOTIVOS } from '#domain/explicacao.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { type Filtros, paginaDe, umDe } from '#web/ui/filtros.ts'

export const reguaQuery = apiQuery(['regua'], 'GET /api/admin/configuracoes/regua', {})

const PAUSA_MS = 150
/** The server's forecast of a cadence, saved or not; the last one stays while the next is counted. */
export const previsaoQuery = (regua: Entrada<'POST /api/admin/configuracoes/regua/previsao'>['body'] | undefined) =>
  queryOptions({
    queryKey: ['previsao', regua ?? null],
    queryFn: async ({ signal }) => {
      // Each keystroke changes the cadence: only the one at which typing stops is forecast.
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
    ...apiQuery(['execucoes'], 'GET /api/admin/cobranca/execucoes', { query: { page } }),
    placeholderData: keepPreviousData,
  })

type ConsultaExecucao = NonNullable<Entrada<'GET /api/admin/cobranca/execucoes/:id'>['query']>
const execucaoQuery = (id: number, query: ConsultaExecucao) =>
  queryOptions({
    ...apiQuery(['execucao'], 'GET /api/admin/cobranca/execucoes/:id', { params: { id }, query }),
    // Keeps the last page of the same run while the next loads, never another run's.
    placeholderData: (antes) => (antes?.id === id ? antes : undefined),
    refetchInterval: ({ state }) => ((state.data?.andamento?.na_fila ?? 0) > 0 ? 2_000 : false),
  })

/** Messages of the next run with a value missing, shortened or corrected. */
export const conferenciaQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['conferencia'], 'GET /api/admin/cobranca/conferencia', { query: { page } }),
    placeholderData: keepPreviousData,
  })

/** The page of a run's report that the address asks for. */
export function relatorioDe(id: number, filtros: Filtros) {
  const filtro = {
    busca: filtros.busca,
    motivo: umDe(Object.keys(MOTIVOS) as (keyof typeof MOTIVOS)[], filtros.motivo),
  }
  return { filtro, pagina: execucaoQuery(id, { page: paginaDe(filtros), ...filtro }) }
}
