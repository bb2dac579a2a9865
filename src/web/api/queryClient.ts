import { QueryClient } from '@tanstack/react-query'
import { ErroDaApi } from './erro.ts'

/** Asked again only when nothing came or the server stumbled: a refusal stays a refusal. */
const tentarDeNovo = (vezes: number, erro: unknown) =>
  vezes < 2 && erro instanceof ErroDaApi && (erro.status === 0 || erro.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: tentarDeNovo, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
