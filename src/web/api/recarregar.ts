import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './queryClient.ts'

const todas = (chaves: QueryKey[]) => Promise.all(chaves.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Refetches everything that shows a customer, after something of theirs changed. */
export const recarregarCliente = (id: number) => Promise.all([todas([['cliente', id]]), recarregarListas(id)])

/** The same, waiting for the customer's own record only: what may be done next is said by it, and by no list. */
export function recarregarSemEsperarListas(id: number) {
  void recarregarListas(id)
  return todas([['cliente', id]])
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
    ['conta'],
    ['dashboard'],
    ['admin'],
  ])

/** Refetches everything: an import touches many customers at once. */
export const recarregarTudo = () => queryClient.invalidateQueries()
