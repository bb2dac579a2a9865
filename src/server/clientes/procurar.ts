import type { RawBuilder } from 'kysely'
import { paraBuscas } from '#server/db/conexao.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { BuscaDemorada, Desistencia } from '#server/http/falhas-do-ambiente.ts'

const PRAZO_PASSOU = '57014'

/**
 * Runs a search on connections where it blocks nobody else, and cancels it when nobody waits for it any more. Throws
 * `BuscaDemorada` when it takes too long, `Desistencia` when `sinal` ended.
 */
export async function procurar<T>(
  { db, sinal }: { db: Db | Trx; sinal?: AbortSignal | undefined },
  consulta: RawBuilder<T>,
): Promise<T[]> {
  try {
    const { rows } = await consulta.execute(paraBuscas(db), {
      ...(sinal && { signal: sinal }),
      inflightQueryAbortStrategy: 'cancel query',
    })
    return rows
  } catch (erro) {
    if (sinal?.aborted) throw new Desistencia('quem buscava desistiu', { cause: erro })
    if ((erro as { code?: unknown }).code === PRAZO_PASSOU) throw new BuscaDemorada('a busca demorou', { cause: erro })
    throw erro
  }
}
