import type { Acesso } from '#contract/acesso.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** What the company asks of whoever signs in. */
export const lerAcesso = (db: Db | Trx): Promise<Acesso> =>
  db
    .selectFrom('acesso')
    .select(['exigir_segundo_fator', 'exigir_troca_de_senha', 'sessao_ociosa_horas'])
    .executeTakeFirstOrThrow()

export const gravarAcesso = (trx: Trx, mudanca: Partial<Acesso>) =>
  trx.updateTable('acesso').set(mudanca).where('id', '=', 1).execute()
