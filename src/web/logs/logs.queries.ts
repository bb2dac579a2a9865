import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { NIVEIS } from '#domain/nivel.ts'
import { todosOsAdministradoresQuery } from '#web/administradores/administradores.queries.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { diaNoEndereco, type Filtros, paginaDe, umDe } from '#web/ui/filtros.ts'

export type ConsultaLogs = NonNullable<Entrada<'GET /api/admin/logs'>['query']>

/** What the engine and the clock did by themselves. */
export const SISTEMA = 'sistema'

/** The address may hold anything; only what the server knows is asked. */
export const filtrosDosLogs = (filtros: Filtros): ConsultaLogs => ({
  busca: filtros.busca,
  nivel: umDe(NIVEIS, filtros.nivel),
  acao: filtros.acao,
  usuario_id: filtros.usuario_id === SISTEMA ? SISTEMA : Number(filtros.usuario_id) || undefined,
  de: diaNoEndereco(filtros.de),
  ate: diaNoEndereco(filtros.ate),
})

/** The page of the log that the address asks for. */
export const paginaDosLogs = (filtros: Filtros): ConsultaLogs => ({
  ...filtrosDosLogs(filtros),
  page: paginaDe(filtros),
})

/** Not refetched on focus: new entries are offered, not pushed into what is being read. */
export const logsQuery = (query: ConsultaLogs) =>
  queryOptions({
    ...apiQuery(['logs'], 'GET /api/admin/logs', { query }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

const RECENTES = 10
const DE_NOVO_MS = 30_000

/** The first ten entries. */
export const logsRecentesQuery = queryOptions({
  ...apiQuery(['logs'], 'GET /api/admin/logs', { query: { per_page: RECENTES } }),
  refetchInterval: DE_NOVO_MS,
})

export const acoesQuery = apiQuery(['logs'], 'GET /api/admin/logs/acoes', {})

/** Until when the log is sealed, and whether the seals hold. */
export const selosQuery = queryOptions({
  ...apiQuery(['logs'], 'GET /api/admin/logs/selos', {}),
  refetchInterval: DE_NOVO_MS,
})

export const dadosDosLogs = (filtros: Filtros) => [
  logsQuery(paginaDosLogs(filtros)),
  acoesQuery,
  selosQuery,
  dashboardOperadoresQuery,
  todosOsAdministradoresQuery,
]
