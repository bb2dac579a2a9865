import type { Dia } from '#domain/data.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import type { Trx } from '#server/db/schema.ts'

/** Keeps whose these customers were until now; the caller has locked them, and gives them to somebody else. */
export async function guardarDonos(
  trx: Trx,
  donos: readonly { cliente_id: number; operador_id: number | null }[],
  ate: Date,
): Promise<void> {
  if (donos.length === 0) return
  await trx
    .insertInto('dono_anterior')
    .values(donos.map((dono) => ({ ...dono, ate })))
    .execute()
}

/** Whose a customer was when a day ended; today, whose they are. */
export async function donoNoDia(
  trx: Trx,
  { id, operador_id }: { id: number; operador_id: number | null },
  dia: Dia,
): Promise<number | null> {
  const mudou = await trx
    .selectFrom('dono_anterior')
    .select('operador_id')
    .where('cliente_id', '=', id)
    .where('ate', '>=', inicioDoDia(dia, 1))
    .orderBy('ate')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return mudou ? mudou.operador_id : operador_id
}
