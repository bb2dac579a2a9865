import type { Guarda } from '#domain/guarda.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** For how long what nobody needs any more is kept. */
export const lerGuarda = (db: Db | Trx): Promise<Guarda> =>
  db
    .selectFrom('guarda')
    .select(['mensagens_meses', 'arquivos_meses', 'clientes_meses', 'eventos_dias'])
    .executeTakeFirstOrThrow()
