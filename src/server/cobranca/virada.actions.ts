import { diaDe } from '#domain/data.ts'
import { terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { Db } from '#server/db/schema.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'

/**
 * What a new day brings before anybody is billed: agreements and promises that break and pauses that end, in this order, so
 * that who comes out of a pause with a broken one goes to the queue. Safe at any time.
 */
export async function virarODia(db: Db, agora: Date): Promise<void> {
  await quebrarVencidas(db, agora)
  await julgarVencidas(db, agora)
  await terminarPausas(db, diaDe(agora), agora)
}
