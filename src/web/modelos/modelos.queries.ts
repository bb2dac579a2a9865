import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hoje } from '#web/api/agora.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { type Filtros, opcaoDe } from '#web/ui/filtros.ts'
import { diasDoPeriodo, PERIODOS } from './periodo.ts'

export const modelosQuery = queryOptions({
  ...apiQuery(['modelos'], 'GET /api/admin/configuracoes/mensagens/templates', {}),
  // A review may end at any moment; the webhook tells the server, not this page.
  refetchInterval: ({ state }) =>
    Object.values(state.data ?? {}).some(({ situacao }) => situacao === 'pendente') ? 5_000 : false,
})

/** A real customer's values, for every type; without one, the server chooses who shows the most. */
export const exemploQuery = (cliente_id: number | undefined) =>
  queryOptions({
    ...apiQuery(['modelos', 'exemplo'], 'GET /api/admin/configuracoes/mensagens/exemplo', { query: { cliente_id } }),
    placeholderData: keepPreviousData,
  })

export const clientesDeExemploQuery = (busca: string) =>
  queryOptions({
    ...apiQuery(['modelos', 'clientes'], 'GET /api/admin/clientes', { query: { busca, per_page: 20 } }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  })

export const versoesQuery = (tipo: string) =>
  apiQuery(['modelos', 'versoes'], 'GET /api/admin/configuracoes/mensagens/:tipo/versoes', { params: { tipo } })

/** What became of each template's messages, from one day to another. */
export const desempenhoQuery = (dias: { de: string; ate: string }) =>
  queryOptions({
    ...apiQuery(['modelos', 'desempenho'], 'GET /api/admin/configuracoes/mensagens/desempenho', { query: dias }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** The period that the address asks for, in days. */
export function periodoDe(filtros: Filtros) {
  const periodo = opcaoDe(PERIODOS, filtros.periodo)?.valor ?? '30'
  return { periodo, dias: diasDoPeriodo(periodo, hoje()) }
}
