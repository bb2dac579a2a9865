import type { TokenDeAcesso } from '#contract/integracoes.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The tokens that were not revoked, the latest first; expired ones are there to be seen, and taken away. */
export async function lerTokens(db: Db | Trx, id?: number): Promise<TokenDeAcesso[]> {
  let consulta = db
    .selectFrom('token_de_acesso as t')
    .innerJoin('usuario as programa', 'programa.id', 't.usuario_id')
    .innerJoin('usuario as autor', 'autor.id', 't.criado_por')
    .select(['t.id', 'programa.name as nome', 't.escopos', 't.created_at', 't.expira_em', 't.usado_em'])
    .select(['autor.id as autor_id', 'autor.name as autor_nome'])
    .where('t.revogado_em', 'is', null)
    .orderBy('t.id', 'desc')
  if (id !== undefined) consulta = consulta.where('t.id', '=', id)
  const linhas = await consulta.execute()
  return linhas.map(({ autor_id, autor_nome, ...token }) => ({ ...token, autor: { id: autor_id, name: autor_nome } }))
}
