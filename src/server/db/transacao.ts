import { setTimeout as esperar } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database, Trx } from './schema.ts'

/** Deadlock or serialisation failure: PostgreSQL rolled the transaction back so that another could continue. */
const DESFEITA_POR_OUTRA = new Set(['40P01', '40001'])
const TENTATIVAS = 4
const PAUSA_MS = 25

/**
 * Every transaction of the application. Retried from the start when PostgreSQL rolled it back for a deadlock or
 * serialisation failure, so `fazer` may write only to the database, and must read again whatever it decides by. Not
 * retried after a lost connection: nobody knows whether it had committed.
 */
export async function emTransacao<T>(db: Kysely<Database>, fazer: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tentativa = 1; ; tentativa += 1) {
    try {
      return await db.transaction().execute(fazer)
    } catch (erro) {
      if (!foiDesfeita(erro) || tentativa === TENTATIVAS) throw erro
      await esperar(Math.random() * PAUSA_MS * tentativa)
    }
  }
}

const foiDesfeita = (erro: unknown) => DESFEITA_POR_OUTRA.has((erro as { code?: string } | null)?.code ?? '')
