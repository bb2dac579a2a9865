import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { paraBuscas } from '#server/db/conexao.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { BuscaDemorada, Desistencia } from './falhas-do-ambiente.ts'

const PRAZO_PASSOU = '57014'

export interface Meios {
  db: Db | Trx
  /** Ended when nobody waits for the answer any more. */
  sinal?: AbortSignal | undefined
  /** For what takes longer than these connections' few seconds: whoever sets it does one at a time. */
  prazoMs?: number | undefined
}

/**
 * Runs a search on connections where it blocks nobody else, and cancels it when nobody waits for it any more. Throws
 * `BuscaDemorada` when it takes too long, `Desistencia` when `sinal` ended.
 */
export async function procurar<T>({ db, sinal, prazoMs }: Meios, consulta: RawBuilder<T>): Promise<T[]> {
  const buscas = paraBuscas(db)
  if (buscas === db) return (await consulta.execute(db)).rows // within a transaction
  const marca = `/* ${randomUUID()} */`
  const parar = () => void cancelar(db, marca)
  sinal?.addEventListener('abort', parar)
  const ler = async (conexao: Db) => (await sql<T>`${sql.raw(marca)} ${consulta}`.execute(conexao)).rows
  try {
    return await buscas.connection().execute(async (conexao) => {
      sinal?.throwIfAborted() // it may have waited for the connection
      if (!prazoMs) return ler(conexao)
      return conexao.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(prazoMs)}`.execute(trx)
        return ler(trx)
      })
    })
  } catch (erro) {
    if (sinal?.aborted) throw new Desistencia('quem buscava desistiu', { cause: erro })
    if ((erro as { code?: unknown }).code === PRAZO_PASSOU) throw new BuscaDemorada({ cause: erro })
    throw erro
  } finally {
    sinal?.removeEventListener('abort', parar)
  }
}

/** `busca`: what was typed. A spreadsheet leaves it out: it may search for longer. */
export interface Leitura extends Meios {
  busca?: string | undefined
}

/** What a list reads: as a search when something was typed, whatever the list is of. */
export const lerLista = async <T>({ busca, ...meios }: Leitura, consulta: RawBuilder<T>): Promise<T[]> =>
  busca ? procurar(meios, consulta) : (await consulta.execute(meios.db)).rows

/**
 * Not over a connection for searches, all of which may be waiting to be freed. If the database cannot be asked, the
 * search ends at its own time limit.
 */
const cancelar = (db: Db | Trx, marca: string) =>
  sql`select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and starts_with(query, ${marca})`
    .execute(db)
    .catch(() => undefined)
