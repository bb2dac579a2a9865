import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  FAIXAS as FAIXAS_DE_ATRASO,
  ROTULOS_DA_ORIGEM_DA_CONTA,
  STATUS_CONTA,
  STATUS_EM_ABERTO,
} from '#domain/conta.ts'
import { apiQueries, apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada, Resposta } from '#web/api/contrato.ts'
import { importacaoQuery, importacoesQuery } from '#web/importacoes/importacoes.queries.ts'
import {
  diaNoEndereco,
  type Filtros,
  idDe,
  numeroDe,
  opcaoDe,
  opcoesDe,
  paginaDe,
  type TodosOsFiltros,
  umDe,
} from '#web/ui/filtros.ts'
import { nomeDaFaixa } from './nomeDaFaixa.ts'

type Consulta = NonNullable<Entrada<'GET /api/operador/contas-receber/listar'>['query']>

/** The open statuses: where the screen opens. */
export const A_RECEBER = STATUS_EM_ABERTO.join()
export const TODAS = 'todas'
/** The step from the list to the import of notes, whose own list is at its first page. */
export const IMPORTAR = { importar: 'xml', page: undefined }

export const FAIXAS = FAIXAS_DE_ATRASO.map((valor) => ({ valor, rotulo: nomeDaFaixa(valor) }))

export const ORIGENS = opcoesDe(ROTULOS_DA_ORIGEM_DA_CONTA)

export const ORDENS = [
  { valor: 'vencimento', rotulo: 'Vencimento mais antigo' },
  { valor: '-vencimento', rotulo: 'Vencimento mais novo' },
  { valor: '-valor', rotulo: 'Maior valor da conta' },
  { valor: 'valor', rotulo: 'Menor valor da conta' },
] as const

/** The status in force: the open ones, unless the person chose another or looks for something in particular. */
export function statusDe({ status, busca, cliente_id, importacao_id }: Filtros): string | undefined {
  if (status === TODAS) return undefined
  if (status) return umDe([A_RECEBER, ...STATUS_CONTA], status)
  return busca || cliente_id || importacao_id ? undefined : A_RECEBER
}

/** The filters as the server takes them, without the search text. */
export const filtrosDasContas = (filtros: Filtros) =>
  ({
    status: statusDe(filtros),
    faixa: opcaoDe(FAIXAS, filtros.faixa)?.valor,
    origem: opcaoDe(ORIGENS, filtros.origem)?.valor,
    vencimento_de: diaNoEndereco(filtros.vencimento_de),
    vencimento_ate: diaNoEndereco(filtros.vencimento_ate),
    valor_min: numeroDe(filtros.valor_min),
    valor_max: numeroDe(filtros.valor_max),
    cliente_id: idDe(filtros.cliente_id),
    importacao_id: idDe(filtros.importacao_id),
  }) satisfies TodosOsFiltros<Consulta, 'busca'>
export const consultaDe = (filtros: Filtros) => ({
  busca: filtros.busca,
  ...filtrosDasContas(filtros),
  ordenar: opcaoDe(ORDENS, filtros.ordenar)?.valor ?? ORDENS[0].valor,
})

export const resumoQuery = apiQuery(['contas'], 'GET /api/operador/contas-receber/resumo', {})

export const contasQuery = (query: Consulta) =>
  queryOptions({
    ...apiQuery(['contas', 'lista'], 'GET /api/operador/contas-receber/listar', { query }),
    placeholderData: keepPreviousData,
  })

/** The page of the list that the address asks for. */
export const paginaDasContasQuery = (filtros: Filtros) =>
  contasQuery({ page: paginaDe(filtros), ...consultaDe(filtros) })

/** One account with its payments and reversals. */
export const contaQuery = (id: number) =>
  apiQuery(['conta', id], 'GET /api/operador/contas-receber/:id', { params: { id } })

export const contaAdminQuery = (id: number) =>
  apiQuery(['conta', id, 'admin'], 'GET /api/admin/contas-receber/:id', { params: { id } })

/** Customers to choose from, by name, document or phone: in any status, as far as the operator sees them. */
export const buscarClientesQuery = (busca: string) =>
  queryOptions({
    ...apiQueries(
      ['clientes', 'escolher'],
      [
        'GET /api/operador/clientes/ativos',
        'GET /api/operador/clientes/aguardando-atendimento',
        'GET /api/operador/clientes/concluidos',
      ],
      { query: { busca, per_page: 8 } },
      (...listas) => listas.flatMap((lista) => lista.data),
    ),
    enabled: busca.length >= 2,
    placeholderData: keepPreviousData,
  })

export function dadosDasContas(filtros: Filtros) {
  const importacao = idDe(filtros.importacao)
  if (filtros.importar === 'xml')
    return [importacao ? importacaoQuery(importacao) : importacoesQuery(paginaDe(filtros))]
  const aberta = idDe(filtros.conta)
  return [resumoQuery, paginaDasContasQuery(filtros), ...(aberta ? [contaQuery(aberta)] : [])]
}

export type Historia = Resposta<'GET /api/operador/contas-receber/:id'>
