import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { somarDias, somarMeses } from '#domain/data.ts'
import {
  FAIXAS_DE_IDADE,
  ORDENS_DE_MOVIMENTO,
  ORIGENS_DO_MOVIMENTO,
  PARTES_DA_LISTA,
  SITUACOES_DO_MOVIMENTO,
} from '#domain/movimento.ts'
import { hoje } from '#web/api/agora.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import {
  diaNoEndereco,
  type Filtros,
  idDe,
  nenhumDe,
  opcaoDe,
  paginaDe,
  type TodosOsFiltros,
  umDe,
} from '#web/ui/filtros.ts'

type Consulta = NonNullable<Entrada<'GET /api/admin/conciliacao/movimentos'>['query']>

export const ABAS = ['decidir', 'movimentos', 'importar'] as const
export type Aba = (typeof ABAS)[number]
export const abaDe = (filtros: Filtros): Aba => umDe(ABAS, filtros.aba) ?? 'decidir'

/** The days that a closing is about; without one in the address, this month. */
export const PERIODOS = [
  { valor: 'hoje', rotulo: 'hoje' },
  { valor: 'ontem', rotulo: 'ontem' },
  { valor: '7', rotulo: 'últimos 7 dias' },
  { valor: 'mes', rotulo: 'este mês' },
  { valor: 'mes-passado', rotulo: 'mês passado' },
  { valor: 'tudo', rotulo: 'desde o começo' },
] as const

const COMECO = '2000-01-01'

/** From which day to which, both included: a named period, or two days of one's own. */
export function periodoDe(filtros: Filtros, dia: string): { de: string; ate: string } {
  const [de, ate] = [diaNoEndereco(filtros.de), diaNoEndereco(filtros.ate)]
  if (de || ate) return { de: de ?? COMECO, ate: ate ?? dia }
  const primeiro = `${dia.slice(0, 8)}01`
  switch (opcaoDe(PERIODOS, filtros.periodo)?.valor) {
    case 'hoje':
      return { de: dia, ate: dia }
    case 'ontem':
      return { de: somarDias(dia, -1), ate: somarDias(dia, -1) }
    case '7':
      return { de: somarDias(dia, -6), ate: dia }
    case 'tudo':
      return { de: COMECO, ate: dia }
    case 'mes-passado':
      return { de: somarMeses(primeiro, -1), ate: somarDias(primeiro, -1) }
    default:
      return { de: primeiro, ate: dia }
  }
}

/** The filters of the list of all movements, each under the name that the address and the server know. */
const filtrosDosMovimentos = (filtros: Filtros) =>
  ({
    busca: filtros.busca,
    situacao: umDe(SITUACOES_DO_MOVIMENTO, filtros.situacao),
    origem: umDe(ORIGENS_DO_MOVIMENTO, filtros.origem),
    parte: umDe(PARTES_DA_LISTA, filtros.parte),
    importacao_id: idDe(filtros.importacao_id),
    cliente_id: idDe(filtros.cliente_id),
  }) satisfies TodosOsFiltros<Consulta, 'de' | 'ate' | 'faixa'>

export const SEM_FILTROS = nenhumDe(filtrosDosMovimentos)

/** The list that the address asks for, without its page: all of it is exported. */
export function listaDosMovimentos(filtros: Filtros): Consulta {
  const ordenar = umDe(ORDENS_DE_MOVIMENTO, filtros.ordenar)
  if (abaDe(filtros) === 'decidir')
    return {
      busca: filtros.busca,
      parte: 'sem_dono',
      faixa: umDe(FAIXAS_DE_IDADE, filtros.faixa),
      // What has waited longest is what one looks for first.
      ordenar: ordenar ?? 'dia',
    }
  // What one file brought, or one customer paid, is asked for whatever its day.
  const periodo = filtros.importacao_id || filtros.cliente_id ? {} : periodoDe(filtros, hoje())
  return { ...filtrosDosMovimentos(filtros), ...periodo, ordenar: ordenar ?? '-dia' }
}

const movimentosQuery = (query: Consulta) =>
  queryOptions({
    ...apiQuery(['conciliacao'], 'GET /api/admin/conciliacao/movimentos', { query }),
    placeholderData: keepPreviousData,
  })
export const paginaDosMovimentosQuery = (filtros: Filtros) =>
  movimentosQuery({ ...listaDosMovimentos(filtros), page: paginaDe(filtros) })

export const movimentoQuery = (id: number) =>
  apiQuery(['conciliacao', id], 'GET /api/admin/conciliacao/movimentos/:id', { params: { id } })

export const resumoQuery = (query: { de?: string; ate?: string }) =>
  queryOptions({
    ...apiQuery(['conciliacao', 'resumo'], 'GET /api/admin/conciliacao/resumo', { query }),
    placeholderData: keepPreviousData,
  })

export const importacoesDoBancoQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['conciliacao', 'importacoes'], 'GET /api/admin/conciliacao/importacoes', {
      query: { page, per_page: 10 },
    }),
    placeholderData: keepPreviousData,
  })

export const importacaoDoBancoQuery = (id: number) =>
  apiQuery(['conciliacao', 'importacoes', id], 'GET /api/admin/conciliacao/importacoes/:id', { params: { id } })

export function dadosDaConciliacao(filtros: Filtros) {
  const aberto = idDe(filtros.movimento)
  const doAberto = aberto ? [movimentoQuery(aberto)] : []
  const aba = abaDe(filtros)
  if (aba === 'importar') return [importacoesDoBancoQuery(paginaDe(filtros))]
  const fechamento = idDe(filtros.importacao_id) ? [] : [resumoQuery(periodoDe(filtros, hoje()))]
  const resumo = aba === 'decidir' ? [resumoQuery({})] : fechamento
  return [paginaDosMovimentosQuery(filtros), ...resumo, ...doAberto]
}
