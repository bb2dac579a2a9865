import { QueryClient } from '@tanstack/react-query'
import { DEMOROU, ErroDaApi } from './erro.ts'

/** Retries only without an answer or on a 5xx: a 4xx would be refused again, and who waited a minute waits no other two. */
const tentarDeNovo = (vezes: number, erro: unknown) =>
  vezes < 2 && erro instanceof ErroDaApi && erro.codigo !== DEMOROU && (erro.status === 0 || erro.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: tentarDeNovo, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
