import { diaDe } from '#domain/data.ts'
import { terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { Db } from '#server/db/schema.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'

/**
 * What a new day brings before anybody is billed: promises and agreements that break and pauses that end, in this order: a
 * promise holds its agreement until it is judged, and who comes out of a pause with a broken one goes to the queue. Safe at any time.
 */
export async function virarODia(db: Db, agora: Date): Promise<void> {
  await julgarVencidas(db, agora)
  await quebrarVencidas(db, agora)
  await terminarPausas(db, diaDe(agora), agora)
}
