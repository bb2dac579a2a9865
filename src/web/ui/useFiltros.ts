import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Filtros, idDe, paginaDe } from './filtros.ts'

type Mudar = (parte: Record<string, string | number | undefined>, opcoes?: { empurrar?: boolean }) => void

declare module '@tanstack/react-router' {
  /** The filters before a step taken on this screen, kept in its history entry. */
  interface HistoryState {
    de?: Filtros
  }
}

/**
 * A screen's filters, page and open record live in the address. Changing a filter goes back to the
 * first page; `empurrar` makes a step that "back" undoes (opening a record), else the entry is replaced.
 */
export function useFiltros(): { filtros: Filtros; mudar: Mudar; pagina: number } {
  const filtros = useSearch({ strict: false }) as Filtros
  return { filtros, mudar: useMudarFiltros(), pagina: paginaDe(filtros) }
}

/** Changes the address without reading it: what only does this is not drawn again when the address changes. */
export function useMudarFiltros(): Mudar {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (parte, { empurrar = false } = {}) => {
      const textos = Object.fromEntries(
        Object.entries(parte).map(([nome, valor]) => [nome, valor === undefined ? undefined : String(valor)]),
      )
      void navigate({
        to: '.',
        search: (antes: Filtros) => ({ ...antes, ...(empurrar ? {} : { page: undefined }), ...textos }),
        replace: !empurrar,
        state: empurrar ? { de: router.latestLocation.search as Filtros } : true,
      })
    },
    [navigate, router],
  )
}

/** How a record of a list is opened: in a history entry that "back" undoes; another record replaces it. */
export const opcoesDeAbrir = (nome: string, filtros: Filtros) =>
  filtros[nome] ? { replace: true, state: true as const } : { state: { de: filtros } }

/** The record that is open beside a list, kept in the address under a name. */
export function useRegistro(nome: string): {
  aberto: number | undefined
  abrir: (id: number) => void
  fechar: () => void
} {
  const navigate = useNavigate()
  const router = useRouter()
  const { filtros } = useFiltros()
  const abrir = useCallback(
    (id: number) =>
      void navigate({
        to: '.',
        search: (antes: Filtros) => ({ ...antes, [nome]: String(id) }),
        ...opcoesDeAbrir(nome, router.latestLocation.search as Filtros),
      }),
    [navigate, router, nome],
  )
  return { aberto: idDe(filtros[nome]), abrir, fechar: useVoltar({ [nome]: undefined }) }
}

let saindo = false
/**
 * Closes by "back" what was opened by a step on this screen, so that no entry is left behind; where it was opened elsewhere,
 * or the filters changed since, replaces the entry.
 */
export function useVoltar(semIsto: Filtros): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    const { search, state } = router.latestLocation
    const { de } = state
    if (de && fechadoEm(de, semIsto) && semOs(semIsto, de) === semOs(semIsto, search as Filtros)) {
      // `back` is asynchronous: a second call before `popstate` would leave the screen.
      if (saindo) return
      saindo = true
      window.addEventListener('popstate', () => (saindo = false), { once: true })
      return router.history.back()
    }
    void navigate({ to: '.', search: (antes: Filtros) => ({ ...antes, ...semIsto }), replace: true })
  }
}

/** Whether all that is being closed was closed on that entry; the page of a list does not count. */
const fechadoEm = (de: Filtros, semIsto: Filtros) =>
  Object.keys(semIsto).every((nome) => nome === 'page' || semIsto[nome] || !de[nome])

const semOs = (nomes: Filtros, filtros: Filtros) =>
  JSON.stringify(
    Object.entries(filtros)
      .filter(([nome, valor]) => valor !== undefined && !(nome in nomes))
      .toSorted(),
  )
