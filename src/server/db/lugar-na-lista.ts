import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'

/** How many rows match, their sums, and the position of one page. */
export interface LugarNaLista {
  total: number
  soma: Centavos
  /** The first and last day on the page; null past the end. */
  de: Dia | null
  ate: Dia | null
  /** How many of those days' lines come before it. */
  pular: number
}

/**
 * Locates a page of a list ordered by day from kept counts: `dias` gives rows of (dia, linhas, soma), each day once, so
 * that the rows before the page are skipped without being read.
 */
export const lugarPorDia = (
  dias: RawBuilder<unknown>,
  { sentido, pular, limite }: { sentido: 'asc' | 'desc'; pular: number; limite: number },
): RawBuilder<LugarNaLista> => {
  const daPagina = sql`filter (where fim > ${pular}::bigint and fim - linhas < ${pular}::bigint + ${limite}::bigint)`
  return sql<LugarNaLista>`
    with dias as (${dias}), lugares as (select *, sum(linhas) over (order by dia ${sql.raw(sentido)}) as fim from dias)
    select coalesce(sum(linhas), 0)::bigint as total, coalesce(sum(soma), 0)::bigint as soma,
      min(dia) ${daPagina} as de, max(dia) ${daPagina} as ate,
      coalesce(${pular}::bigint - min(fim - linhas) ${daPagina}, 0)::bigint as pular from lugares`
}
