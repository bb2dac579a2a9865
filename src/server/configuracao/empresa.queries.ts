import type { EmpresaDaPagina } from '#contract/pagina.ts'
import type { AcaoDoLog } from '#domain/log.ts'
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

/** Was it made as the demonstration? Its customers are invented, and their phones may be somebody's, whoever works there by now. */
export const ehInventada = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('log')
    .select('id')
    .where('acao', '=', 'demonstracao.criar' satisfies AcaoDoLog)
    .limit(1)
    .executeTakeFirst()) !== undefined
