import type { EmpresaDaPagina } from '#contract/pagina.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { lerEmpresa } from './configuracao.queries.ts'

/** The company as its customers know it: what their page, `/verificar` and the answer to VERIFICAR say. */
export async function empresaDaPagina(db: Db | Trx): Promise<EmpresaDaPagina> {
  const { empresa } = await lerEmpresa(db)
  const { cnpj, endereco, telefone } = await db
    .selectFrom('recebimento')
    .select(['cnpj', 'endereco', 'telefone'])
    .executeTakeFirstOrThrow()
  return { nome: empresa, cnpj, endereco, telefone }
}
