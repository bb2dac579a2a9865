import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Usuario } from '#contract/sessao.ts'
import { MOTIVOS_DA_CONTESTACAO, STATUS_CONTESTACAO } from '#domain/contestacao.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { type Filtros, nenhumDe, opcaoDe, paginaDe, type TodosOsFiltros, umDe } from '#web/ui/filtros.ts'

type Consulta = NonNullable<Entrada<'GET /api/operador/contestacoes'>['query']>

export const contestacoesQuery = (id: number) =>
  apiQuery(['contestacoes', id], 'GET /api/operador/clientes/:id/contestacoes', { params: { id } })

/** Those that wait for an answer. */
export const SEM_RESPOSTA = 'aberta,em_analise'
export const STATUS_PROCURADOS = [SEM_RESPOSTA, ...STATUS_CONTESTACAO] as const
export const PRAZOS = [{ valor: '1', rotulo: 'atrasadas' }] as const

/** The list that the address asks for, without its page: all of it is exported. */
export const listaDasContestacoes = (filtros: Filtros) =>
  ({
    busca: filtros.busca,
    status: umDe(STATUS_PROCURADOS, filtros.status),
    motivo: umDe(MOTIVOS_DA_CONTESTACAO, filtros.motivo),
    atrasadas: opcaoDe(PRAZOS, filtros.atrasadas)?.valor,
  }) satisfies TodosOsFiltros<Consulta>

export const SEM_FILTROS = nenhumDe(listaDasContestacoes)

const LISTAS = { operador: 'GET /api/operador/contestacoes', admin: 'GET /api/admin/contestacoes' } as const
export const PLANILHAS = {
  operador: 'GET /api/operador/contestacoes/exportar.csv',
  admin: 'GET /api/admin/contestacoes/exportar.csv',
} as const

export const paginaDasContestacoesQuery = (papel: Usuario['role'], filtros: Filtros) =>
  queryOptions({
    ...apiQuery(['contestacoes'], LISTAS[papel], {
      query: { ...listaDasContestacoes(filtros), page: paginaDe(filtros) },
    }),
    placeholderData: keepPreviousData,
  })

export const dadosDasContestacoes = (papel: Usuario['role']) => (filtros: Filtros) => [
  paginaDasContestacoesQuery(papel, filtros),
]
