import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { type Acao, acoesAceitas } from '#domain/cliente.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Chamada, Entrada } from '#web/api/contrato.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { irParaResposta } from '#web/mensagens/irParaResposta.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { type Fonte, POR_PAGINA } from './usePaginas.ts'

const base = 'GET /api/operador/clientes' as const
type Consulta<C extends Chamada> = Entrada<C> extends { query?: infer Q } ? NonNullable<Q> : never

type DaFila = Consulta<`${typeof base}/aguardando-atendimento`>
type DosAtivos = Consulta<`${typeof base}/ativos`>
type DosConcluidos = Consulta<`${typeof base}/concluidos`>

export const aguardandoQuery = (query: DaFila) =>
  queryOptions({
    queryKey: ['clientes', 'aguardando', query],
    queryFn: ({ signal }) => callApi(`${base}/aguardando-atendimento`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The three lists as the desk reads them: page by page, as they come into view. */
export const listaAguardando = (query: DaFila): Fonte => ({
  chave: ['clientes', 'aguardando', query],
  ler: (page, signal) =>
    callApi(`${base}/aguardando-atendimento`, { query: { ...query, page, per_page: POR_PAGINA } }, { signal }),
})
export const listaAtivos = (query: DosAtivos): Fonte => ({
  chave: ['clientes', 'ativos', query],
  ler: (page, signal) => callApi(`${base}/ativos`, { query: { ...query, page, per_page: POR_PAGINA } }, { signal }),
})
export const listaConcluidos = (query: DosConcluidos): Fonte => ({
  chave: ['clientes', 'concluidos', query],
  ler: (page, signal) => callApi(`${base}/concluidos`, { query: { ...query, page, per_page: POR_PAGINA } }, { signal }),
})

/** How many wait for each reason. */
export const contagemDaFilaQuery = (busca: string | undefined) =>
  queryOptions({
    queryKey: ['clientes', 'contagem-da-fila', busca],
    queryFn: ({ signal }) => callApi(`${base}/aguardando-atendimento/contagem`, { query: { busca } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const ativosQuery = (query: DosAtivos) =>
  queryOptions({
    queryKey: ['clientes', 'ativos', query],
    queryFn: ({ signal }) => callApi(`${base}/ativos`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const carteiraQuery = (query: Consulta<`${typeof base}/carteira`>) =>
  queryOptions({
    queryKey: ['clientes', 'carteira', query],
    queryFn: ({ signal }) => callApi(`${base}/carteira`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const concluidosQuery = (query: DosConcluidos) =>
  queryOptions({
    queryKey: ['clientes', 'concluidos', query],
    queryFn: ({ signal }) => callApi(`${base}/concluidos`, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What the lists on screen already tell of a customer, before the customer is asked for. */
export const clienteDasListas = (id: number): Cliente | undefined =>
  queryClient
    .getQueriesData<{ data?: Cliente[] }>({ queryKey: ['clientes'] })
    .flatMap(([, lista]) => lista?.data ?? [])
    .find((cliente) => cliente.id === id)

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
      // Who takes over writes next; on a phone the keyboard would hide the talk.
      onMutate: () => {
        if (!window.matchMedia('(pointer: coarse)').matches) irParaResposta()
      },
      // Who came second loses sight of the customer, and of any place on their page to say why.
      onError: (erro) => jaAssumido(erro) && avisar(erro.message),
      ...aoFim,
    }),
    reativar: useMutation({
      /** `aPartirDe`: a day to come; at once without it. */
      mutationFn: (aPartirDe: string | undefined) =>
        callApi('PATCH /api/operador/clientes/:id/reativar', {
          params,
          body: aPartirDe === undefined ? {} : { a_partir_de: aPartirDe },
        }),
      ...aoFim,
    }),
    devolver: useMutation({
      mutationFn: () => callApi('PATCH /api/operador/clientes/:id/devolver', { params }),
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

/** Another operator was quicker. */
export const jaAssumido = (erro: unknown): erro is ErroDaApi =>
  erro instanceof ErroDaApi && erro.codigo === 'ja_assumido'

export type Acoes = ReturnType<typeof useAcoesCliente>

const aceita =
  (acao: Acao) =>
  ({ status }: Pick<Cliente, 'status'>) =>
    acoesAceitas(status).includes(acao)
/** Screens never offer what would be refused: an agreement is taken over only by who made it, or when it is nobody's. */
export const podeAssumir = ({ status, operador }: Pick<Cliente, 'status' | 'operador'>, eu: number) =>
  aceita('assumir')({ status }) && (status !== 'negociado' || operador === null || operador.id === eu)
export const podePausar = aceita('pausar')
export const podeReativar = aceita('reativar')
export const podeNegociar = aceita('negociar')
