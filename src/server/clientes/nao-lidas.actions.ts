import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

/** Adds to the messages that wait to be read. */
export const contarNaoLidas = (trx: Trx, clienteId: number, quantas: number) =>
  sql`update cliente set nao_lidas = nao_lidas + ${quantas} where id = ${clienteId}`.execute(trx)

/** Takes from the messages that wait to be read. */
export const descontarLidas = (trx: Trx, clienteId: number, quantas: number) =>
  sql`update cliente set nao_lidas = greatest(0, nao_lidas - ${quantas}) where id = ${clienteId}`.execute(trx)
