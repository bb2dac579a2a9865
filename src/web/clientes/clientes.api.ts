import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Chamada, Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

const base = 'GET /api/operador/clientes' as const
type Consulta<C extends Chamada> = Entrada<C> extends { query?: infer Q } ? NonNullable<Q> : never

export const aguardandoQuery = (query: Consulta<`${typeof base}/aguardando-atendimento`>) =>
  queryOptions({
    queryKey: ['clientes', 'aguardando', query],
    queryFn: ({ signal }) => callApi(`${base}/aguardando-atendimento`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const ativosQuery = (query: Consulta<`${typeof base}/ativos`>) =>
  queryOptions({
    queryKey: ['clientes', 'ativos', query],
    queryFn: ({ signal }) => callApi(`${base}/ativos`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const concluidosQuery = (query: Consulta<`${typeof base}/concluidos`>) =>
  queryOptions({
    queryKey: ['clientes', 'concluidos', query],
    queryFn: ({ signal }) => callApi(`${base}/concluidos`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const clienteQuery = (id: number) =>
  queryOptions({
    queryKey: ['cliente', id],
    queryFn: ({ signal }) => callApi(`${base}/:id`, { params: { id } }, { signal }),
  })

/** What a person does to a customer's status; refused or not, the screen then shows what holds. */
export function useAcoesCliente(id: number) {
  const aoFim = { onSettled: () => recarregarCliente(id) }
  const params = { id }
  return {
    assumir: useMutation({
      mutationFn: () => callApi('POST /api/operador/clientes/:id/assumir', { params }),
      ...aoFim,
    }),
    reativar: useMutation({
      mutationFn: () => callApi('PATCH /api/operador/clientes/:id/reativar', { params }),
      ...aoFim,
    }),
    pausar: useMutation({
      mutationFn: (body: { motivo: string; ate: string | null }) =>
        callApi('PATCH /api/operador/clientes/:id/pausar', { params, body }),
      ...aoFim,
    }),
    mudarContato: useMutation({
      mutationFn: (body: { nome: string; telefone: string | null; email: string | null }) =>
        callApi('PATCH /api/operador/clientes/:id', { params, body }),
      ...aoFim,
    }),
  }
}

/** What each status lets a person do, as the contract's table says: screens never offer what would be refused. */
export const podeAssumir = (cliente: Pick<Cliente, 'status' | 'operador'>, eu: number) =>
  cliente.status === 'ativo' ||
  cliente.status === 'aguardando_atendimento' ||
  (cliente.status === 'negociado' && (cliente.operador === null || cliente.operador.id === eu))
export const podePausar = ({ status }: Pick<Cliente, 'status'>) =>
  status === 'ativo' || status === 'em_atendimento' || status === 'negociado'
export const podeReativar = ({ status }: Pick<Cliente, 'status'>) => status === 'em_atendimento' || status === 'pausado'
export const podeNegociar = ({ status }: Pick<Cliente, 'status'>) =>
  status === 'ativo' || status === 'aguardando_atendimento' || status === 'em_atendimento'
