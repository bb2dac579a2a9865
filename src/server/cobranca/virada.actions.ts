import { diaDe } from '#domain/data.ts'
import { terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { Db } from '#server/db/schema.ts'

/** What a new day brings before anybody is billed: the pauses that end. Safe at any time. */
export async function virarODia(db: Db, agora: Date): Promise<void> {
  await terminarPausas(db, diaDe(agora), agora)
}
