import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './queryClient.ts'

const todas = (chaves: QueryKey[]) => Promise.all(chaves.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/**
 * Refetches everything that shows a customer, after something of theirs changed; waits for the records of the customer and of their
 * accounts only: what may be done next is said by them, and by no list.
 */
export function recarregarCliente(id: number) {
  void recarregarListas(id)
  return todas([['cliente', id], ['conta']])
}

const recarregarListas = (id: number) =>
  todas([
    ['mensagens', id],
    ['modelos', id],
    ['frases', id],
    ['negociacoes', id],
    ['promessas'],
    ['contestacoes'],
    ['clientes'],
    ['contas'],
    ['dashboard'],
    ['admin'],
  ])

/** Refetches everything: an import touches many customers at once. */
export const recarregarTudo = () => queryClient.invalidateQueries()
