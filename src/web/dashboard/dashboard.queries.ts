import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'
import { aguardandoQuery } from '#web/clientes/clientes.queries.ts'
import { logsRecentesQuery } from '#web/logs/logs.queries.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'

/** Refetched also without events: windows close, waits grow and months end by the clock. */
const DE_NOVO_MS = 60_000
/** How many of the queue the dashboard shows. */
const NA_LISTA = 7

export const dashboardOperadorQuery = queryOptions({
  ...apiQuery(['dashboard', 'operador'], 'GET /api/operador/dashboard', {}),
  refetchInterval: DE_NOVO_MS,
})

/** Who has waited longest, to begin with. */
export const primeirosDaFilaQuery = queryOptions({
  ...aguardandoQuery({ page: 1, per_page: NA_LISTA }),
  refetchInterval: DE_NOVO_MS,
})

export const cobrancasDoMesQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['dashboard', 'cobrancas'], 'GET /api/operador/dashboard/cobrancas', { query: { page } }),
    placeholderData: keepPreviousData,
  })

export const dashboardAdminQuery = queryOptions({
  ...apiQuery(['dashboard', 'admin'], 'GET /api/admin/dashboard', {}),
  refetchInterval: DE_NOVO_MS,
})

export const graficoMensalQuery = queryOptions({
  ...apiQuery(['dashboard'], 'GET /api/admin/dashboard/grafico-mensal', {}),
  refetchInterval: DE_NOVO_MS,
})

export const dadosDoOperador = () => [dashboardOperadorQuery, primeirosDaFilaQuery]

export const dadosDoAdmin = () => [dashboardAdminQuery, graficoMensalQuery, dashboardOperadoresQuery, logsRecentesQuery]
