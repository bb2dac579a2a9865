import { sql } from 'kysely'

/**
 * Words of the domain as a list of a statement: `finalidade in ${lista(DA_REGUA)}`. They are written out, since a partial
 * index is found by the words themselves and never by a parameter.
 */
export const lista = (palavras: readonly string[]) => sql`(${sql.join(palavras.map((palavra) => sql.lit(palavra)))})`

/** Numbers or days as a PostgreSQL array literal: for a thousand of them, faster than the driver's quoting of each. */
export const vetor = (valores: readonly (number | string)[]) => `{${valores.join()}}`

/**
 * Ids as an array of a statement run by name (`preparada`): how many they are is no part of its plan, which would otherwise be
 * made anew for each one customer.
 */
export const listaDeIds = (quais: readonly number[]) => sql<number[]>`((select ${[...quais]}::bigint[])::bigint[])`
