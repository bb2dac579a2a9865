import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Usuario } from '#contract/sessao.ts'
import { ORDENS_DE_PROMESSA, STATUS_PROMESSA } from '#domain/promessa.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { diaNoEndereco, type Filtros, nenhumDe, paginaDe, type TodosOsFiltros, umDe } from '#web/ui/filtros.ts'

type Consulta = NonNullable<Entrada<'GET /api/operador/promessas'>['query']>

export const promessasQuery = (id: number) =>
  apiQuery(['promessas', id], 'GET /api/operador/clientes/:id/promessas', { params: { id } })

/** The statuses that tell whether promises are kept: what the dashboards count. */
export const TERMINADAS = 'cumprida,parcial,quebrada'
export const STATUS_PROCURADOS = [...STATUS_PROMESSA, TERMINADAS] as const
/** The default order, which the address leaves out: the latest day first. */
export const ORDEM = '-ate'

const filtrosDasPromessas = (filtros: Filtros) =>
  ({
    busca: filtros.busca,
    status: umDe(STATUS_PROCURADOS, filtros.status),
    de: diaNoEndereco(filtros.de),
    ate: diaNoEndereco(filtros.ate),
    encerrada_de: diaNoEndereco(filtros.encerrada_de),
    encerrada_ate: diaNoEndereco(filtros.encerrada_ate),
  }) satisfies TodosOsFiltros<Consulta>

export const SEM_FILTROS = nenhumDe(filtrosDasPromessas)

/** The list that the address asks for, without its page: all of it is exported. */
export const listaDasPromessas = (filtros: Filtros) =>
  ({
    ...filtrosDasPromessas(filtros),
    ordenar: umDe(ORDENS_DE_PROMESSA, filtros.ordenar) ?? ORDEM,
  }) satisfies Consulta

const LISTAS = { operador: 'GET /api/operador/promessas', admin: 'GET /api/admin/promessas' } as const
export const PLANILHAS = {
  operador: 'GET /api/operador/promessas/exportar.csv',
  admin: 'GET /api/admin/promessas/exportar.csv',
} as const

export const paginaDasPromessasQuery = (papel: Usuario['role'], filtros: Filtros) =>
  queryOptions({
    ...apiQuery(['promessas'], LISTAS[papel], { query: { ...listaDasPromessas(filtros), page: paginaDe(filtros) } }),
    placeholderData: keepPreviousData,
  })

export const dadosDasPromessas = (papel: Usuario['role']) => (filtros: Filtros) => [
  paginaDasPromessasQuery(papel, filtros),
]
