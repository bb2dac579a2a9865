import { NaoEncontrado } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { visivelPara } from './clientes.queries.ts'

/** The customers who share these contacts, in the order of the locks. */
export async function clientesDosContatos(db: Db | Trx, contatoIds: readonly number[]): Promise<number[]> {
  if (contatoIds.length === 0) return []
  const clientes = await db
    .selectFrom('cliente')
    .select('id')
    .where('contato_id', 'in', contatoIds)
    .where('anonimizado_em', 'is', null)
    .orderBy('id')
    .execute()
  return clientes.map(({ id }) => id)
}

/** What a message needs to know of whom it is for. */
export const dadosParaMensagem = (db: Db | Trx, clienteId: number) =>
  db
    .selectFrom('cliente')
    .select(['id', 'nome', 'documento', 'contato_id', 'operador_id', 'status'])
    .where('id', '=', clienteId)
    .executeTakeFirst()

/** An operator reads of their own customers and nobody's; another's is as if it were not there. */
export async function exigirVisivel(db: Db | Trx, clienteId: number, operadorId: number): Promise<void> {
  const achado = await db
    .selectFrom('cliente')
    .select('id')
    .where('id', '=', clienteId)
    .where(visivelPara(operadorId))
    .executeTakeFirst()
  if (!achado) throw new NaoEncontrado('Este cliente não existe ou é de outro operador.')
}
