import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'

/** How many lines some filters find, what those that are summed add up to, and where one page of them lies. */
export interface LugarNaLista {
  total: number
  soma: Centavos
  /** The days that the page is of; null past the end. */
  de: Dia | null
  ate: Dia | null
  /** How many of those days' lines come before it. */
  pular: number
}

/**
 * The same of a list in the order of days, out of what is kept of each: `dias` gives rows of (dia, linhas, soma), each day once. What comes
 * before a page is passed over by its counts.
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
