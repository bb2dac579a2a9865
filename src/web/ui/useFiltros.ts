import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filtros = Record<string, string | undefined>

/**
 * A screen's filters, page and open record live in the address. Changing a filter goes back to the
 * first page; `empurrar` makes a step that "back" undoes (opening a record), else the entry is replaced.
 */
export function useFiltros() {
  const filtros = useSearch({ strict: false }) as Filtros
  const pagina = Math.max(1, Number(filtros.page) || 1)
  return { filtros, mudar: useMudarFiltros(), pagina }
}

/** Changes the address without reading it: what only does this is not drawn again when the address changes. */
export function useMudarFiltros() {
  const navigate = useNavigate()
  return useCallback(
    (parte: Record<string, string | number | undefined>, { empurrar = false } = {}) => {
      const textos = Object.fromEntries(
        Object.entries(parte).map(([nome, valor]) => [nome, valor === undefined ? undefined : String(valor)]),
      )
      void navigate({
        to: '.',
        search: (antes: Filtros) => ({ ...antes, ...(empurrar ? {} : { page: undefined }), ...textos }),
        replace: !empurrar,
      } as never)
    },
    [navigate],
  )
}
