import { diaDe } from '#domain/data.ts'
import { terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { Db } from '#server/db/schema.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { encerrarEsperas } from '#server/negociacoes/propostas.actions.ts'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'

/**
 * What a new day brings before anybody is billed, in this order: promises and agreements that break, proposals not paid
 * or approved in time, pauses that end. A promise holds its agreement until it is judged, and a customer with a broken
 * one goes to the queue when the pause ends. Safe to run at any time.
 */
export async function virarODia(db: Db, agora: Date): Promise<void> {
  await julgarVencidas(db, agora)
  await quebrarVencidas(db, agora)
  await encerrarEsperas(db, agora)
  await terminarPausas(db, diaDe(agora), agora)
}
