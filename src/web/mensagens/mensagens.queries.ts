import { queryOptions } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { type Conversa, comAnteriores, comUltimas } from './conversa.ts'

const mensagens = 'GET /api/operador/clientes/:id/mensagens'
const chaveDe = (id: number) => ['mensagens', id] as const

/** The conversation: a refetch asks only for the latest, earlier messages stay. Fetching marks it as read. */
export const conversaQuery = (id: number) =>
  queryOptions({
    queryKey: chaveDe(id),
    queryFn: async ({ signal }): Promise<Conversa> => {
      const { data } = await callApi(mensagens, { params: { id } }, { signal })
      const conversa = comUltimas(queryClient.getQueryData<Conversa>(chaveDe(id)), data, naoLidasDe(id))
      marcarLidas(id)
      return conversa
    },
    // Thousands of messages are not to be compared one by one at each answer: `comUltimas` keeps what did not change.
    structuralSharing: false,
  })

/** Fetches the messages before the earliest known. */
export async function carregarAnteriores(id: number) {
  const antes = queryClient.getQueryData<Conversa>(chaveDe(id))?.mensagens[0]?.id
  if (antes === undefined) return
  const { data } = await callApi(mensagens, { params: { id }, query: { antes } })
  mudarConversa(id, (conversa) => (conversa.mensagens[0]?.id === antes ? comAnteriores(conversa, data) : conversa))
}

/** Changes what is known of a conversation, where it is known. */
export const mudarConversa = (id: number, mudar: (conversa: Conversa) => Conversa) =>
  queryClient.setQueryData<Conversa>(chaveDe(id), (conversa) => conversa && mudar(conversa))

type Lista = { data?: Cliente[] } | undefined
function naoLidasDe(id: number): number {
  const listas = queryClient.getQueriesData<Lista>({ queryKey: ['clientes'] }).flatMap(([, lista]) => lista?.data ?? [])
  return Math.max(0, ...listas.filter((cliente) => cliente.id === id).map((cliente) => cliente.nao_lidas))
}

/** Lists already on screen stop counting what was just read; no other call is needed for that. */
function marcarLidas(id: number) {
  queryClient.setQueriesData<Lista>({ queryKey: ['clientes'] }, (lista) =>
    lista?.data?.some((cliente) => cliente.id === id && cliente.nao_lidas > 0)
      ? { ...lista, data: lista.data.map((cliente) => (cliente.id === id ? { ...cliente, nao_lidas: 0 } : cliente)) }
      : lista,
  )
}

/** Templates filled with this customer's data, and what a person may put in a message of their own. */
export const modelosDoClienteQuery = (id: number) =>
  apiQuery(['modelos', id], 'GET /api/operador/clientes/:id/modelos', { params: { id } })
