import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { idsEmOrdem, trechoDeIds } from './ids.ts'
import type { Db, Trx } from './schema.ts'

export interface PedidoDePagina {
  page: number
  per_page: number
}

/** The fields of a page beside its `data`; a page past the end is empty, and there is always a page 1. */
export const camposDaPagina = ({ page, per_page }: PedidoDePagina, total: number) => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  per_page,
  total,
})

/**
 * Which of some counted groups, in the order of the list, a page is of, and how many of the first come before it: those
 * passed over are not read. Undefined when there are none.
 */
export const trechoDaPagina = <G extends { linhas: number }>(
  grupos: readonly G[],
  { page, per_page }: PedidoDePagina,
): Trecho<G> | undefined => trechoDe(grupos, (page - 1) * per_page, per_page)

interface Trecho<G> {
  primeiro: G
  ultimo: G
  pular: number
}

/** The same of so many lines after those passed over. */
export function trechoDe<G extends { linhas: number }>(
  grupos: readonly G[],
  antes: number,
  quantas: number,
): Trecho<G> | undefined {
  let pular = antes
  let i = 0
  while (i + 1 < grupos.length && grupos[i]!.linhas <= pular) {
    pular -= grupos[i]!.linhas
    i += 1
  }
  const primeiro = grupos[i]
  if (!primeiro) return undefined
  let lidas = primeiro.linhas
  while (lidas < pular + quantas && i + 1 < grupos.length) {
    i += 1
    lidas += grupos[i]!.linhas
  }
  return { primeiro, ultimo: grupos[i]!, pular }
}

/** Counts what a filtered query finds and reads one page of it; `ler` chooses columns and a total order. */
export async function paginar<DB, TB extends keyof DB, R>(
  filtrada: SelectQueryBuilder<DB, TB, object>,
  pedido: PedidoDePagina,
  ler: (consulta: SelectQueryBuilder<DB, TB, object>) => Promise<R[]>,
) {
  const { page, per_page } = pedido
  const [contagem, data] = await Promise.all([
    filtrada.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
    ler(filtrada.limit(per_page).offset((page - 1) * per_page)),
  ])
  return { data, ...camposDaPagina(pedido, (contagem as { total: number } | undefined)?.total ?? 0) }
}

const LINHAS_POR_VEZ = 1_000

/** A whole list, some at a time: each reading begins after the last line of the one before. */
export async function* percorrer<T>(
  ler: (depoisDe: T | undefined, limite: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let ultima: T | undefined
  for (;;) {
    const linhas = await ler(ultima, LINHAS_POR_VEZ)
    ultima = linhas.at(-1)
    if (ultima) yield linhas
    if (linhas.length < LINHAS_POR_VEZ) return
  }
}

/** A whole list, the latest id first, some at a time; what is written meanwhile is not in it. */
export const percorrerPorId = <T extends { id: number }>(ler: (antesDe: number, limite: number) => Promise<T[]>) =>
  percorrer<T>((depoisDe, limite) => ler(depoisDe?.id ?? Number.MAX_SAFE_INTEGER, limite))

/**
 * A whole list in any order, a batch at a time. Its ids are fixed at the start, so that what changes while the file is written is
 * neither lost nor repeated. `ordem` keeps the given ids in their order.
 */
export async function* percorrerIds<T>(
  db: Db | Trx,
  achados: RawBuilder<unknown>,
  ler: (ids: number[], ordem: (coluna: RawBuilder<unknown>) => RawBuilder<unknown>) => Promise<T[]>,
): AsyncGenerator<T[]> {
  const todos = await idsEmOrdem(db, achados)
  for (let de = 0; de < todos.length; de += LINHAS_POR_VEZ) {
    const ids = trechoDeIds(todos, de, LINHAS_POR_VEZ)
    yield await ler(ids, (coluna) => sql`array_position(${ids}::bigint[], ${coluna})`)
  }
}
