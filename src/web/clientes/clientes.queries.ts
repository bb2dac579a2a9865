import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  queryOptions,
  type SkipToken,
} from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import type { Chamada, Entrada } from '#web/api/contrato.ts'
import { queryClient } from '#web/api/queryClient.ts'
import type { PaginaDe } from '#web/ui/DataTable.tsx'

const base = 'GET /api/operador/clientes' as const
type Consulta<C extends Chamada> = Entrada<C> extends { query?: infer Q } ? NonNullable<Q> : never
type DaFila = Consulta<`${typeof base}/aguardando-atendimento`>
type DosAtivos = Consulta<`${typeof base}/ativos`>
type DosConcluidos = Consulta<`${typeof base}/concluidos`>
type DaCarteira = Consulta<`${typeof base}/carteira`>

const aguardando = (query: DaFila) => apiQuery(['clientes', 'aguardando'], `${base}/aguardando-atendimento`, { query })
const ativos = (query: DosAtivos) => apiQuery(['clientes', 'ativos'], `${base}/ativos`, { query })
const concluidos = (query: DosConcluidos) => apiQuery(['clientes', 'concluidos'], `${base}/concluidos`, { query })

/** The last answer stays on screen while the next page, or other filters, are read. */
export const aguardandoQuery = (query: DaFila) =>
  queryOptions({ ...aguardando(query), placeholderData: keepPreviousData })
export const ativosQuery = (query: DosAtivos) => queryOptions({ ...ativos(query), placeholderData: keepPreviousData })
export const concluidosQuery = (query: DosConcluidos) =>
  queryOptions({ ...concluidos(query), placeholderData: keepPreviousData })
export const carteiraQuery = (query: DaCarteira) =>
  queryOptions({
    ...apiQuery(['clientes', 'carteira'], `${base}/carteira`, { query }),
    placeholderData: keepPreviousData,
  })

/** How many customers a page of the desk's lists holds. */
export const POR_PAGINA = 50
const RELER_MS = 30_000

interface Lista {
  queryKey: QueryKey
  queryFn?: QueryFunction<PaginaDe<Cliente>> | SkipToken
}
const relida = ({ queryKey, queryFn }: Lista) =>
  queryOptions({ queryKey, ...(queryFn && { queryFn }), refetchInterval: RELER_MS })

/** The three lists as the desk reads them: page by page, as they come into view. */
export const listaAguardando =
  (query: DaFila): Fonte =>
  (page) =>
    relida(aguardando({ ...query, page, per_page: POR_PAGINA }))
export const listaAtivos =
  (query: DosAtivos): Fonte =>
  (page) =>
    relida(ativos({ ...query, page, per_page: POR_PAGINA }))
export const listaConcluidos =
  (query: DosConcluidos): Fonte =>
  (page) =>
    relida(concluidos({ ...query, page, per_page: POR_PAGINA }))

/** A long list: how each of its pages is read. */
export type Fonte = (page: number) => ReturnType<typeof relida>

/** How many wait for each reason. */
export const contagemDaFilaQuery = (busca: string | undefined) =>
  queryOptions({
    ...apiQuery(['clientes', 'contagem-da-fila'], `${base}/aguardando-atendimento/contagem`, { query: { busca } }),
    placeholderData: keepPreviousData,
  })

/** What the lists on screen already tell of a customer, before the customer is asked for. */
export const clienteDasListas = (id: number): Cliente | undefined =>
  queryClient
    .getQueriesData<{ data?: Cliente[] }>({ queryKey: ['clientes'] })
    .flatMap(([, lista]) => lista?.data ?? [])
    .find((cliente) => cliente.id === id)

export const clienteQuery = (id: number) => apiQuery(['cliente', id], `${base}/:id`, { params: { id } })

/** Reads the first customers of a list, in its order, as many as are wanted. */
export async function lerPrimeiros(fonte: Fonte, quantos: number): Promise<Cliente[]> {
  const lidos: Cliente[] = []
  for (let page = 1; lidos.length < quantos; page += 1) {
    const { data, last_page } = await queryClient.fetchQuery({ ...fonte(page), staleTime: 0 })
    lidos.push(...data)
    if (page >= last_page) break
  }
  return lidos.slice(0, quantos)
}
