import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** So many more wait to be read. */
export const contarNaoLidas = (trx: Trx, clienteId: number, quantas: number) =>
  sql`update cliente set nao_lidas = nao_lidas + ${quantas} where id = ${clienteId}`.execute(trx)

/** So many were read. */
export const descontarLidas = (trx: Trx, clienteId: number, quantas: number) =>
  sql`update cliente set nao_lidas = greatest(0, nao_lidas - ${quantas}) where id = ${clienteId}`.execute(trx)
