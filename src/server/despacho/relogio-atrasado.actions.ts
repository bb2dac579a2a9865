import { type RawBuilder, sql } from 'kysely'
import { DA_REGUA } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'

/** So far may the clocks of two nodes be apart. */
const MARGEM_MS = 5_000

/**
 * What was queued later than it is now was timed by a clock that has been set back since: a machine's that was mended, or a demonstration
 * started again at the same instant. It is due now, and not when the clock comes there again.
 */
export async function acertarEsperas(db: Db, agora: Date): Promise<void> {
  const depois = new Date(agora.getTime() + MARGEM_MS)
  // Each of the two by its own index.
  await acertar(db, sql`finalidade in ${lista(DA_REGUA)}`, { agora, depois })
  await acertar(db, sql`finalidade not in ${lista(DA_REGUA)}`, { agora, depois })
}

const acertar = (db: Db, quais: RawBuilder<unknown>, { agora, depois }: { agora: Date; depois: Date }) =>
  sql`
    update mensagem set proxima_em = ${agora} where id in (
      select id from mensagem where envio = 'fila' and ${quais} and proxima_em > ${depois} and created_at > ${depois}
      order by id for update skip locked)`.execute(db)
