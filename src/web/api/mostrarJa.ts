import type { Query, QueryClient } from '@tanstack/react-query'
import type { Chamada, Resposta } from './contrato.ts'

/**
 * Shows what was asked for before the server's word, in every answer known of a call; gives what puts them all back
 * when the word is no. Only for what is safe to be wrong about for a moment.
 */
export async function mostrarJa<C extends Chamada>(
  cache: QueryClient,
  chamada: C,
  mudar: (dados: Resposta<C>) => Resposta<C>,
): Promise<() => void> {
  const respostas = { predicate: ({ queryKey }: Query) => queryKey.includes(chamada) }
  // What is on its way was asked before, and would put the old state back.
  await cache.cancelQueries(respostas)
  const antes = cache.getQueriesData<Resposta<C>>(respostas)
  cache.setQueriesData<Resposta<C>>(respostas, (dados) => dados && mudar(dados))
  return () => {
    for (const [chave, dados] of antes) cache.setQueryData(chave, dados)
  }
}
