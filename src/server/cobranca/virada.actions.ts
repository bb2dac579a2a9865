import { diaDe } from '#domain/data.ts'
import { terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { Db } from '#server/db/schema.ts'
import { expirarDeOntem } from '#server/despacho/canceladas.actions.ts'
import { quebrarVencidas } from '#server/negociacoes/encerramento.actions.ts'
import { encerrarEsperas } from '#server/negociacoes/propostas.actions.ts'
import { julgarVencidas } from '#server/promessas/promessas.actions.ts'

/**
 * What a new day brings before anybody is billed, in this order: messages of the engine that never left end with their day, promises
 * and agreements break, proposals were not paid or approved in time, pauses end. A promise holds its agreement until it is judged, and a customer with a broken
 * one goes to the queue when the pause ends. Safe to run at any time.
 */
export async function virarODia(db: Db, agora: Date): Promise<void> {
  await expirarDeOntem(db, agora)
  await julgarVencidas(db, agora)
  await quebrarVencidas(db, agora)
  await encerrarEsperas(db, agora)
  await terminarPausas(db, diaDe(agora), agora)
}
