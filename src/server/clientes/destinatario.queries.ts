import { sql } from 'kysely'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { naoHa } from './cliente.queries.ts'
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

/** Locks the customers with these phones or Meta ids, in lock order, except those denied by the phone's holder. */
export async function travarClientesDosTelefones(
  trx: Trx,
  canonicos: readonly string[],
  bsuids: readonly string[],
): Promise<{ id: number; contato_id: number }[]> {
  const { rows } = await sql<{ id: number; contato_id: number }>`
    select id, contato_id from cliente
    where contato_id in (select id from contato where canonico = any(${canonicos}::text[])
        union select id from contato where bsuid = any(${bsuids}::text[]))
      and anonimizado_em is null and not ${telefoneNegado('cliente')}
    order by id for no key update`.execute(trx)
  return rows
}

/** What a message needs to know about its recipient. */
export const dadosParaMensagem = (db: Db | Trx, clienteId: number) =>
  db
    .selectFrom('cliente')
    .select(['id', 'nome', 'documento', 'contato_id', 'operador_id', 'status', 'telefone', 'uf', 'municipio'])
    .where('id', '=', clienteId)
    .executeTakeFirst()

/** Throws 404 unless the customer is the operator's own or nobody's. Returns the number of its unread messages. */
export async function exigirVisivel(db: Db | Trx, clienteId: number, operadorId: number): Promise<number> {
  const consulta = db
    .selectFrom('cliente')
    .select('nao_lidas')
    .where('id', '=', clienteId)
    .where(visivelPara(operadorId))
  const [achado] = (await preparada(db, consulta.compile())).rows
  if (!achado) throw naoHa()
  return achado.nao_lidas
}

/** Whom a text is shown for, and the operator who would sign it. */
export const dadosParaExemplo = (db: Db, clienteId: number) =>
  db
    .selectFrom('cliente')
    .leftJoin('usuario', 'usuario.id', 'cliente.operador_id')
    .select(['cliente.id', 'cliente.nome', 'cliente.documento', 'usuario.name as operador'])
    .where('cliente.id', '=', clienteId)
    .where('anonimizado_em', 'is', null)
    .executeTakeFirst()
