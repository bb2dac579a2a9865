import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CampoAlterado, NOMES_DOS_CAMPOS } from '#domain/alteracao.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { type Filtros, idDe, opcaoDe, opcoesDe, paginaDe } from '#web/ui/filtros.ts'

const ENQUANTO_RODA_MS = 1_000
const POR_PAGINA = 10

/** Past imports, refetched each second while one of them runs. */
export const importacoesQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['importacoes'], 'GET /api/operador/importacoes', { query: { page, per_page: POR_PAGINA } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((uma) => uma.situacao === 'processando') ? ENQUANTO_RODA_MS : false,
  })

/** One import: how much was read so far, or its result. */
export const importacaoQuery = (id: number) =>
  queryOptions({
    ...apiQuery(['importacao', id], 'GET /api/operador/importacoes/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.situacao === 'processando' ? ENQUANTO_RODA_MS : false),
  })

/** The imports that run now, refetched while the progress is on screen. */
export const andamentoQuery = queryOptions({
  ...apiQuery(['importacoes', 'andamento'], 'GET /api/operador/importacoes/andamento', {}),
  refetchInterval: 700,
  gcTime: 0,
})

export function dadosDasImportacoes(filtros: Filtros) {
  const aberta = idDe(filtros.importacao)
  return [aberta ? importacaoQuery(aberta) : importacoesQuery(paginaDe(filtros))]
}

/** Without any of these: the changes still to be decided. */
export const SITUACOES_DA_ALTERACAO = [
  { valor: 'aplicada', rotulo: 'aplicadas' },
  { valor: 'descartada', rotulo: 'descartadas' },
  { valor: 'todas', rotulo: 'todas' },
] as const
const { documento: _, ...nomes } = NOMES_DOS_CAMPOS
const ROTULOS_DO_CAMPO: Record<CampoAlterado, string> = { ...nomes, cancelamento: 'cancelamento de nota' }
export const CAMPOS_DA_ALTERACAO = opcoesDe(ROTULOS_DO_CAMPO)

/** Under `admin`, so that live events refetch it. */
const alteracoesQuery = (query: NonNullable<Entrada<'GET /api/admin/importacoes/alteracoes'>['query']>) =>
  queryOptions({
    ...apiQuery(['admin', 'alteracoes'], 'GET /api/admin/importacoes/alteracoes', { query }),
    placeholderData: keepPreviousData,
  })

export function filtrosDasAlteracoes(filtros: Filtros) {
  const situacao = opcaoDe(SITUACOES_DA_ALTERACAO, filtros.situacao)?.valor ?? ('pendente' as const)
  return {
    busca: filtros.busca,
    situacao: situacao === 'todas' ? undefined : situacao,
    campo: opcaoDe(CAMPOS_DA_ALTERACAO, filtros.campo)?.valor,
  }
}

/** The page of the changes that the address asks for. */
export const paginaDasAlteracoesQuery = (filtros: Filtros) =>
  alteracoesQuery({ page: paginaDe(filtros), ...filtrosDasAlteracoes(filtros) })
export const dadosDasAlteracoes = (filtros: Filtros) => [paginaDasAlteracoesQuery(filtros)]
