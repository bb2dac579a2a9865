import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema.ts'

/** The phone of the customer `cliente` (a table name in the statement) is somebody else's, according to its holder. */
export const telefoneNegado = (cliente: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from pessoa_do_telefone n where n.cliente_id = ${sql.ref(`${cliente}.id`)} and n.contato_id = ${sql.ref(`${cliente}.contato_id`)}
    and n.negada_em is not null)`

/** Has the holder of this customer's phone said that it is not theirs? */
export async function estaNegado(db: Db | Trx, clienteId: number): Promise<boolean> {
  const { rows } = await sql<{ negado: boolean }>`
    select ${telefoneNegado('c')} as negado from cliente c where c.id = ${clienteId}`.execute(db)
  return rows[0]?.negado === true
}
