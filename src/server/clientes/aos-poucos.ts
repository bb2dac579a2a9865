import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type ClienteTravado, travarClientes } from './status.actions.ts'

/** Few enough that each is still announced by itself (`passagens.actions.ts`), and that nobody waits long for one of them. */
const LOTE = 50

/**
 * What the clock brings to these customers, a few in each transaction with its customers locked: `fazer` reads again what it decides
 * by. Gives the sum of what it gave.
 */
export async function aosPoucos(
  db: Db,
  deQuem: readonly { cliente_id: number }[],
  fazer: (trx: Trx, clientes: ClienteTravado[], ids: number[]) => Promise<number>,
): Promise<number> {
  const ids = [...new Set(deQuem.map(({ cliente_id }) => cliente_id))].sort((a, b) => a - b)
  let soma = 0
  for (let de = 0; de < ids.length; de += LOTE) {
    const lote = ids.slice(de, de + LOTE)
    soma += await emTransacao(db, async (trx) => fazer(trx, await travarClientes(trx, lote), lote))
  }
  return soma
}
