import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STATUS_CLIENTE } from '#domain/cliente.ts'
import { ORDENS_CLIENTE } from '#domain/lista-de-clientes.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { nomeDaFaixa } from '#web/contas-receber/nomeDaFaixa.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import {
  type Filtros,
  idDe,
  nenhumDe,
  numeroDe,
  opcaoDe,
  paginaDe,
  type TodosOsFiltros,
  umDe,
} from '#web/ui/filtros.ts'

export type ConsultaAdmin = NonNullable<Entrada<'GET /api/admin/clientes'>['query']>

const ATRASOS = [
  { valor: 'com_atraso', rotulo: 'com atraso' },
  ...(['1-30', '31-60', '61-90', '90+'] as const).map((valor) => ({ valor, rotulo: nomeDaFaixa(valor) })),
  { valor: 'sem_atraso', rotulo: 'sem atraso' },
] as const
const CHAMADAS = [
  { valor: '3+', rotulo: '3 ou mais' },
  { valor: '1-2', rotulo: '1 ou 2' },
  { valor: '0', rotulo: 'nenhuma' },
] as const
const TELEFONES = [{ valor: 'sem_celular', rotulo: 'sem celular' }] as const
/** The filters by one of a few values, as the bar shows them; operators come from the server. */
export const MENUS = [
  { rotulo: 'Atraso', nome: 'atraso', opcoes: ATRASOS },
  { rotulo: 'Chamadas', nome: 'chamadas', opcoes: CHAMADAS },
  { rotulo: 'Telefone', nome: 'telefone', opcoes: TELEFONES },
] as const
export const NINGUEM = 'nenhum'
/** The default order, which the address leaves out. */
export const ORDEM = ORDENS_CLIENTE[0]

/** Every filter that the server knows, and nothing else that the address may hold. */
export const filtrosDosClientes = (filtros: Filtros) =>
  ({
    busca: filtros.busca,
    operador_id: filtros.operador_id === NINGUEM ? NINGUEM : idDe(filtros.operador_id),
    atraso: opcaoDe(ATRASOS, filtros.atraso)?.valor,
    chamadas: opcaoDe(CHAMADAS, filtros.chamadas)?.valor,
    telefone: opcaoDe(TELEFONES, filtros.telefone)?.valor,
    valor_min: numeroDe(filtros.valor_min),
    valor_max: numeroDe(filtros.valor_max),
  }) satisfies TodosOsFiltros<ConsultaAdmin, 'status'>

/** The tab of a status is no filter. */
export const SEM_FILTROS = nenhumDe(filtrosDosClientes)

/** The list that the address asks for, without its page: all of it is exported. */
export const listaDosClientes = (filtros: Filtros) =>
  ({
    ...filtrosDosClientes(filtros),
    status: umDe(STATUS_CLIENTE, filtros.status),
    ordenar: umDe(ORDENS_CLIENTE, filtros.ordenar) ?? ORDEM,
  }) satisfies ConsultaAdmin

/** The list of one status has a path of its own in the API. */
export const clientesAdminQuery = ({ status, ...query }: ConsultaAdmin) =>
  queryOptions({
    ...(status
      ? apiQuery(['clientes', 'admin'], 'GET /api/admin/clientes/por-status/:status', { params: { status }, query })
      : apiQuery(['clientes', 'admin'], 'GET /api/admin/clientes', { query })),
    placeholderData: keepPreviousData,
  })

export const paginaDosClientesQuery = (filtros: Filtros) =>
  clientesAdminQuery({ ...listaDosClientes(filtros), page: paginaDe(filtros) })

export const contagemQuery = apiQuery(['clientes', 'contagem'], 'GET /api/admin/clientes/contagem', {})

export const clienteAdminQuery = (id: number) =>
  apiQuery(['cliente', id, 'admin'], 'GET /api/admin/clientes/:id', { params: { id } })

export function dadosDosClientes(filtros: Filtros) {
  const aberto = idDe(filtros.cliente)
  return [
    paginaDosClientesQuery(filtros),
    contagemQuery,
    dashboardOperadoresQuery,
    ...(aberto ? [clienteAdminQuery(aberto)] : []),
  ]
}
