import { type RawBuilder, sql } from 'kysely'
import { DA_REGUA } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'

/**
 * Makes due now the messages that were queued, or tried and put off, by a clock that has been set back since (a machine's that was
 * corrected, or a demonstration started again at the same instant). Without it they would wait until the clock gets there again.
 * One put off since to before it was queued waits for its hours, that such a clock ran ahead of.
 */
export async function acertarEsperas(db: Db, agora: Date): Promise<void> {
  const depois = new Date(agora.getTime() + FOLGA_ENTRE_RELOGIOS_MS)
  // Two statements, because the engine's messages and the others have an index each.
  await acertar(db, sql`finalidade in ${lista(DA_REGUA)}`, { agora, depois })
  await acertar(db, sql`finalidade not in ${lista(DA_REGUA)}`, { agora, depois })
}

const acertar = (db: Db, quais: RawBuilder<unknown>, { agora, depois }: { agora: Date; depois: Date }) =>
  sql`
    update mensagem set proxima_em = ${agora} where id in (
      select id from mensagem where envio = 'fila' and ${quais} and proxima_em > ${depois}
        and ((created_at > ${depois} and proxima_em >= created_at) or reivindicada_em > ${depois})
      order by id for update skip locked)`.execute(db)
