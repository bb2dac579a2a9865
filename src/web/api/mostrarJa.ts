import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows what was asked for before the server's word, in every answer known under a key; gives what puts them all back
 * when the word is no. Only for what is safe to be wrong about for a moment.
 */
export async function mostrarJa<T>(
  cache: QueryClient,
  queryKey: QueryKey,
  mudar: (dados: T) => T,
): Promise<() => void> {
  // What is on its way was asked before, and would put the old state back.
  await cache.cancelQueries({ queryKey })
  const antes = cache.getQueriesData<T>({ queryKey })
  cache.setQueriesData<T>({ queryKey }, (dados) => dados && mudar(dados))
  return () => {
    for (const [chave, dados] of antes) cache.setQueryData(chave, dados)
  }
}
