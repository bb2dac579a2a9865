import type { Query, QueryClient } from '@tanstack/react-query'
import type { Chamada, Resposta } from './contrato.ts'

/**
 * Optimistic update: changes every cached answer of a call before the server confirms; returns what undoes it after a
 * refusal. Only for what may safely be wrong for a moment.
 */
export async function optimisticUpdate<C extends Chamada>(
  cache: QueryClient,
  chamada: C,
  mudar: (dados: Resposta<C>) => Resposta<C>,
): Promise<() => void> {
  const respostas = { predicate: ({ queryKey }: Query) => queryKey.includes(chamada) }
  // An answer already on its way would put the old state back.
  await cache.cancelQueries(respostas)
  const antes = cache.getQueriesData<Resposta<C>>(respostas)
  cache.setQueriesData<Resposta<C>>(respostas, (dados) => dados && mudar(dados))
  return () => {
    for (const [chave, dados] of antes) cache.setQueryData(chave, dados)
  }
}
