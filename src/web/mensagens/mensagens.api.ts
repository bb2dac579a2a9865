import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { callApi } from '#web/api/callApi.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'

const POR_VEZ = 50

/** The conversation, the latest first to come; earlier pages on demand. Reading marks it read. */
export const mensagensQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['mensagens', id],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const lista = await callApi(
        'GET /api/operador/clientes/:id/mensagens',
        { params: { id }, query: { antes: pageParam } },
        { signal },
      )
      if (pageParam === undefined) marcarLidas(queryClient, id)
      return lista.data
    },
    getNextPageParam: (pagina: Mensagem[]) => (pagina.length >= POR_VEZ ? pagina[0]?.id : undefined),
  })

/** Lists already on screen stop counting what was just read; no other call is needed for that. */
function marcarLidas(cache: QueryClient, id: number) {
  cache.setQueriesData<{ data: Cliente[] }>({ queryKey: ['clientes'] }, (lista) =>
    lista?.data.some((cliente) => cliente.id === id && cliente.nao_lidas > 0)
      ? { ...lista, data: lista.data.map((cliente) => (cliente.id === id ? { ...cliente, nao_lidas: 0 } : cliente)) }
      : lista,
  )
}

/** Templates filled with this customer's data, for when the window is closed. */
export const modelosQuery = (id: number) =>
  queryOptions({
    queryKey: ['modelos', id],
    queryFn: ({ signal }) => callApi('GET /api/operador/clientes/:id/modelos', { params: { id } }, { signal }),
  })

type Corpo = { conteudo: string } | { template: string }
/** Sends one message, taking over who waits; trying the same again never sends it twice. */
export function useEnviar(id: number) {
  const chave = useChave()
  return useMutation({
    mutationFn: async (body: Corpo) => {
      const entrada = { params: { id }, body }
      return callApi('POST /api/operador/clientes/:id/mensagens', entrada, { chave: chave.para(body) })
    },
    onSuccess: () => chave.feito(),
    onSettled: () => recarregarCliente(id),
  })
}
