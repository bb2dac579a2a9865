import { sql } from 'kysely'
import { CERTEZAS_BOAS } from '#domain/sugestoes.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'

/** With more customers than these, screens are told that any may have changed. */
const UM_A_UM = 20
const GERAL = { cliente_id: null, operador_id: null }

/** Notifies screens on commit: administrators of the movement, and whoever sees a customer whose it is or may be. */
export async function avisarMovimentos(db: Db | Trx, movimentos: readonly number[]): Promise<void> {
  if (movimentos.length === 0) return
  const ids = sql`any(${[...movimentos]}::bigint[])`
  const { rows } = await sql<{ cliente_id: number; operador_id: number | null }>`
    select c.id as cliente_id, c.operador_id from cliente c where c.id in (
      select cliente_id from movimento where id = ${ids} and cliente_id is not null
      union select cliente_id from pagamento where movimento_id = ${ids}
      union select cliente_id from sugestao where movimento_id = ${ids} and cliente_id is not null and certeza in ${lista(CERTEZAS_BOAS)})
    limit ${sql.lit(UM_A_UM + 1)}`.execute(db)
  const clientes = rows.length > UM_A_UM ? [GERAL] : rows
  await notificar(
    db,
    { tipo: 'movimento', ...GERAL },
    ...clientes.map((cliente) => ({ tipo: 'cliente' as const, ...cliente })),
  )
}

/** One notification after an import or its undoing, which concerns many. */
export const avisarImportacao = (db: Db | Trx): Promise<void> =>
  notificar(db, { tipo: 'movimento', ...GERAL }, { tipo: 'cliente', ...GERAL })
