import type { MouseEvent, ReactNode } from 'react'

export type ComId = { id: number }

export interface Coluna<T extends ComId> {
  id: string
  header: ReactNode
  cell: (linha: T) => ReactNode
  /** Numbers and money stand at the right. */
  direita?: boolean
  largura?: number | string
  /** The word the address and the server sort by. */
  ordem?: string
  /** Left out where the table itself is narrower than this. */
  minima?: number
  /** Takes the room left by the others, truncated; a number: only in a table narrower than it. */
  elastica?: boolean | number
}

export interface PaginaDe<T> {
  data: T[]
  current_page: number
  last_page: number
  per_page: number
  total: number
}
/** What useQuery gives, as far as a table looks at it. */
interface Consulta<T> {
  data: PaginaDe<T> | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface TabelaProps<T extends ComId> {
  rotulo: string
  consulta: Consulta<T>
  colunas: Coluna<T>[]
  aoPaginar: (pagina: number) => void
  /** Shown when the list is empty: EmptyState, or EmptyFiltered under filters. */
  vazio: ReactNode
  /** On a narrow window each row becomes a two-line item. */
  celular: (linha: T) => ReactNode
  /** The width, in px, below which it does; a table of wide amounts needs more than the default. */
  listaAbaixoDe?: number
  aoAbrir?: ((linha: T) => void) | undefined
  abertoId?: number | undefined
  ordem?: string | undefined
  aoOrdenar?: (ordem: string) => void
  selecao?: ReadonlySet<number>
  aoSelecionar?: (ids: Set<number>) => void
  /** How a row is called when it is read aloud to be chosen. */
  nomeDaLinha?: (linha: T) => string
  /** Rows under one heading, such as the day; it is shown where it changes. */
  grupo?: (linha: T) => string
  /** In the pager, after the count: the sum of the search. */
  resumo?: ReactNode
  /** The count is shown over the list: no pager for a single page. */
  contada?: boolean
  /** The most that a search counts. */
  teto?: number | undefined
  alturaLinha?: number
}

/** A press on a row opens it, except on a link, button or label inside it. */
export const aoTocar = (abrir: () => void) => (evento: MouseEvent<HTMLElement>) =>
  (evento.target as Element).closest('a, button, label, .choose, [popover]') ? undefined : abrir()

/** Whether a heading stands before this row. */
export const comeca = <T>(grupo: ((linha: T) => string) | undefined, linha: T, anterior: T | undefined) =>
  grupo !== undefined && (anterior === undefined || grupo(anterior) !== grupo(linha))

/** The chosen ones with this one more, or without it. */
export function alternada(selecao: ReadonlySet<number> | undefined, id: number): Set<number> {
  const nova = new Set(selecao)
  if (!nova.delete(id)) nova.add(id)
  return nova
}
