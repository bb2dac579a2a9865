import { type RawBuilder, sql } from 'kysely'

/** Ids from one on, and before another. */
export interface Faixa {
  de: number
  ate: number
}

/** `and` the column lies in the range; nothing without one. */
export const sqlNaFaixa = (coluna: string, faixa: Faixa | undefined): RawBuilder<unknown> =>
  faixa ? sql`and ${sql.ref(coluna)} >= ${faixa.de} and ${sql.ref(coluna)} < ${faixa.ate}` : sql``

/** Ranges of so many ids that together hold all from the first to the last. */
export const faixasDe = (primeiro: number, ultimo: number, tamanho: number): Faixa[] =>
  Array.from({ length: Math.ceil((ultimo - primeiro + 1) / tamanho) }, (_, i) => {
    const de = primeiro + i * tamanho
    return { de, ate: de + tamanho }
  })

/** At the end of a subquery: keeps PostgreSQL from inlining it, and computing it again in each place that names it. */
export const UMA_VEZ = sql`offset 0`
