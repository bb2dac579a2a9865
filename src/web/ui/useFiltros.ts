import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
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
        state: empurrar ? ({ empurrado: true } satisfies Passo) : true,
      } as never)
    },
    [navigate],
  )
}

/** Closes what `mudar` opened with `empurrar`: by "back", so that no step is left behind, unless another screen led here. */
export function useVoltar(semIsto: Record<string, string | undefined>) {
  const { history } = useRouter()
  const mudar = useMudarFiltros()
  return () => ((history.location.state as Passo).empurrado ? history.back() : mudar(semIsto))
}

/** What this entry of the history is: a step taken on this screen. */
interface Passo {
  empurrado?: boolean
}
