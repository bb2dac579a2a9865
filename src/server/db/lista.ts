import { sql } from 'kysely'

/**
 * Words of the domain as a list of a statement: `finalidade in ${lista(DA_REGUA)}`. They are written out, since a partial
 * index is found by the words themselves and never by a parameter.
 */
export const lista = (palavras: readonly string[]) => sql`(${sql.join(palavras.map((palavra) => sql.lit(palavra)))})`
