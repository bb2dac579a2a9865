import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { type Fonte, POR_PAGINA } from './clientes.queries.ts'

/** A long list: fetches only the pages on view, and refetches them when something changes. */
export function usePaginas(fonte: Fonte) {
  const cache = useQueryClient()
  const [paginas, setPaginas] = useState<number[]>([1])
  const lidas = useQueries({ queries: paginas.map((page) => fonte(page)) })
  const primeira = lidas[0]
  const porPagina = new Map(paginas.map((page, n) => [page, lidas[n]?.data?.data]))
  const total = primeira?.data?.total ?? 0

  const ver = useCallback((de: number, ate: number) => {
    const precisas = new Set([1])
    for (let indice = Math.max(0, de); indice < ate; indice += 1) precisas.add(Math.floor(indice / POR_PAGINA) + 1)
    const novas = [...precisas].sort((a, b) => a - b)
    setPaginas((antes) => (antes.join() === novas.join() ? antes : novas))
  }, [])
  const em = (indice: number) => porPagina.get(Math.floor(indice / POR_PAGINA) + 1)?.[indice % POR_PAGINA]
  return {
    total,
    em,
    ver,
    carregada: Boolean(primeira?.data),
    erro: primeira?.data ? null : (primeira?.error ?? null),
    buscando: lidas.some((uma) => uma.isFetching),
    tentar: () => void primeira?.refetch(),
    /** The customer at a place that may not have been loaded yet. */
    async buscar(indice: number): Promise<Cliente | undefined> {
      const pagina = await cache.ensureQueryData(fonte(Math.floor(indice / POR_PAGINA) + 1))
      return pagina.data[indice % POR_PAGINA]
    },
    /** Where a customer stands among what is loaded; -1 when it is not. */
    indiceDe(id: number): number {
      for (const [page, clientes] of porPagina) {
        const lugar = clientes?.findIndex((um) => um.id === id) ?? -1
        if (lugar >= 0) return (page - 1) * POR_PAGINA + lugar
      }
      return -1
    },
  }
}
export type Paginas = ReturnType<typeof usePaginas>
