import { type FetchQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { callApi } from './callApi.ts'
import type { Chamada, Entrada } from './contrato.ts'

/**
 * What a screen reads of the API. The call with its parameters is what is asked and also what names the answer in the
 * cache; before it stands the subject by which it is asked again (recarregar.ts, eventos.ts).
 */
export const apiQuery = <C extends Chamada>(assunto: QueryKey, chamada: C, entrada: Entrada<C>) =>
  queryOptions({
    queryKey: [...assunto, chamada, entrada] as QueryKey,
    queryFn: ({ signal }) => callApi(chamada, entrada, { signal }),
  })

/** Anything that can be asked for before who shows it is there. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever answer, with whatever key
export type AnyQuery = FetchQueryOptions<any, Error, any, any>
