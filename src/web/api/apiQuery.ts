import { type FetchQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { callApi } from './callApi.ts'
import type { Chamada, Entrada, Resposta } from './contrato.ts'

/** The first word of every query key: what is invalidated together. */
export type Assunto =
  | 'acesso'
  | 'saude'
  | 'admin'
  | 'administrador'
  | 'avisos'
  | 'cliente'
  | 'clientes'
  | 'colegas'
  | 'conciliacao'
  | 'conferencia'
  | 'conta'
  | 'contas'
  | 'contato-legal'
  | 'dashboard'
  | 'empresa'
  | 'execucao'
  | 'execucoes'
  | 'frases'
  | 'guarda'
  | 'importacao'
  | 'importacoes'
  | 'integracoes'
  | 'logs'
  | 'mencoes'
  | 'mensagens'
  | 'midia'
  | 'modelos'
  | 'negociacoes'
  | 'promessas'
  | 'contestacoes'
  | 'operador'
  | 'paleta'
  | 'politica'
  | 'previsao'
  | 'recebimento'
  | 'regua'
  | 'sessao'
  | 'whatsapp'
declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Assunto, ...unknown[]]
  }
}

/**
 * A query of the API. The call with its parameters is both the request and, after the subject by which it is refetched
 * (recarregar.ts, eventos.ts), the key in the cache.
 */
export const apiQuery = <C extends Chamada>(assunto: QueryKey, chamada: C, entrada: Entrada<C>) =>
  queryOptions({
    queryKey: [...assunto, chamada, entrada] as QueryKey,
    queryFn: ({ signal }) => callApi(chamada, entrada, { signal }),
  })

/** The same of several calls with one set of parameters, put together into one answer. */
export const apiQueries = <const C extends readonly Chamada[], T>(
  assunto: QueryKey,
  chamadas: C,
  entrada: Entrada<C[number]>,
  juntar: (...respostas: { [I in keyof C]: Resposta<C[I]> }) => T,
) =>
  queryOptions({
    queryKey: [...assunto, chamadas, entrada] as QueryKey,
    queryFn: async ({ signal }) =>
      juntar(
        ...((await Promise.all(chamadas.map((chamada) => callApi(chamada, entrada as never, { signal })))) as {
          [I in keyof C]: Resposta<C[I]>
        }),
      ),
  })

/** Any query that a route can start before its screen's code is there. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever answer, with whatever key
export type AnyQuery = FetchQueryOptions<any, Error, any, any>
