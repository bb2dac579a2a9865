import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Anotacao, Mencao } from '#contract/anotacoes.ts'
import type { Pessoa } from '#contract/comum.ts'
import { estaEntreOsAchados } from '#server/clientes/busca.queries.ts'
import { visivelPara } from '#server/clientes/clientes.queries.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** All are read each time a customer is opened: beyond this many the oldest are left out, pinned ones never. */
const MAXIMO = 500

/** The notes on a customer, oldest first. */
export async function anotacoesDe(db: Db | Trx, clienteId: number): Promise<Anotacao[]> {
  const consulta = sql<Anotacao>`
    select * from (
      ${anotacoes(sql`a.cliente_id = ${clienteId}`)} order by a.fixada desc, a.id desc limit ${sql.lit(MAXIMO)}
    ) as ultimas order by id`
  return (await preparada(db, consulta.compile(db))).rows
}

/** One note of a customer, or nothing. */
export async function acharAnotacao(db: Db | Trx, clienteId: number, id: number): Promise<Anotacao | undefined> {
  const { rows } = await sql<Anotacao>`${anotacoes(sql`a.cliente_id = ${clienteId} and a.id = ${id}`)}`.execute(db)
  return rows[0]
}

const anotacoes = (quais: RawBuilder<unknown>) => sql`
  select a.id, a.texto, jsonb_build_object('id', u.id, 'name', u.name) as autor, a.fixada, a.created_at, a.editada_em,
    coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
      from mencao m join usuario p on p.id = m.usuario_id where m.anotacao_id = a.id), '[]') as mencoes
  from anotacao a join usuario u on u.id = a.autor_id where ${quais}`

/** How many of these customers (a query of their ids) somebody wrote a note on. */
export async function clientesComAnotacao(trx: Trx, clientes: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct cliente_id) as total from anotacao where cliente_id in (${clientes})`.execute(trx)
  return rows[0]!.total
}

/** The active operators but this one, by name. */
export const colegasDe = (db: Db | Trx, usuarioId: number): Promise<z.infer<typeof Pessoa>[]> =>
  db
    .selectFrom('usuario')
    .select(['id', 'name'])
    .where('role', '=', 'operador')
    .where('status', '=', 'Ativo')
    .where('id', '<>', usuarioId)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** A page of the notes that name this operator, the latest first. */
export async function mencoesDe(db: Db, usuarioId: number, pagina: PedidoDePagina & { busca?: string | undefined }) {
  const todas = db.selectFrom('mencao').where('mencao.usuario_id', '=', usuarioId)
  const achada = comTexto(pagina.busca, usuarioId)
  const { total, novas } = await todas
    .select(sql<number>`count(*) filter (where ${achada})`.as('total'))
    .select(sql<number>`count(*) filter (where vista_em is null)`.as('novas'))
    .executeTakeFirstOrThrow()
  const linhas = await todas
    .where(achada)
    .innerJoin('anotacao', 'anotacao.id', 'mencao.anotacao_id')
    .innerJoin('cliente', 'cliente.id', 'anotacao.cliente_id')
    .innerJoin('usuario', 'usuario.id', 'anotacao.autor_id')
    .select(['anotacao.id as anotacao_id', 'anotacao.texto', 'anotacao.created_at', 'mencao.vista_em'])
    .select(['cliente.id as cliente_id', 'cliente.nome', 'usuario.id as autor_id', 'usuario.name as autor_nome'])
    .select(visivelPara(usuarioId).as('visivel'))
    .orderBy('anotacao.id', 'desc')
    .limit(pagina.per_page)
    .offset((pagina.page - 1) * pagina.per_page)
    .execute()
  const data = linhas.map(
    ({ cliente_id, nome, autor_id, autor_nome, ...mencao }): Mencao => ({
      ...mencao,
      cliente: { id: cliente_id, nome },
      autor: { id: autor_id, name: autor_nome },
    }),
  )
  return { data, ...camposDaPagina(pagina, total), novas }
}

/** A mention is found by its note’s text, by the name of the customer it is about, or, if it is visible, as in its lists. */
const comTexto = (busca: string | undefined, usuarioId: number) =>
  busca
    ? sql<boolean>`mencao.anotacao_id in (select a.id from anotacao a join cliente c on c.id = a.cliente_id
        where normalizar(a.texto) like ${padraoDeBusca(busca)} or normalizar(c.nome) like ${padraoDeBusca(busca)}
          or (${visivelPara(usuarioId, 'c')} and ${estaEntreOsAchados('c.id', busca)}))`
    : sql<boolean>`true`
