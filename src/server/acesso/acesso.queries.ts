import type { Acesso } from '#contract/acesso.ts'
import type { Db, Trx } from '#server/db/schema.ts'

const acesso = (db: Db | Trx) =>
  db.selectFrom('acesso').select(['exigir_segundo_fator', 'exigir_troca_de_senha', 'sessao_ociosa_horas'])

/** The company's rules for signing in. */
export const lerAcesso = (db: Db | Trx): Promise<Acesso> => acesso(db).executeTakeFirstOrThrow()

/** As `lerAcesso`, locked until the transaction ends. */
export const travarAcesso = (trx: Trx): Promise<Acesso> => acesso(trx).forUpdate().executeTakeFirstOrThrow()

export const gravarAcesso = (trx: Trx, mudanca: Partial<Acesso>) =>
  trx.updateTable('acesso').set(mudanca).where('id', '=', 1).execute()
