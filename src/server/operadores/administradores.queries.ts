import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Administrador, listarAdministradores } from '#contract/administradores.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { paginar } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

const COLUNAS = ['id', 'name', 'email', 'status', 'segundo_fator_em', 'ultima_entrada_em', 'created_at'] as const
const NAO_ACHADO = 'Administrador não encontrado.'

const comoAdministrador = ({
  segundo_fator_em,
  ...resto
}: Pick<Linha<'usuario'>, (typeof COLUNAS)[number]>): Administrador => ({
  ...resto,
  segundo_fator: segundo_fator_em !== null,
})

/** A page of administrators by name; `ativos` counts all the active ones. */
export async function buscarAdministradores(db: Db, filtro: z.output<typeof listarAdministradores.schema.querystring>) {
  const todos = db.selectFrom('usuario').where('role', '=', 'admin')
  let filtrados = todos
  if (filtro.status) filtrados = filtrados.where('status', '=', filtro.status)
  if (filtro.busca)
    filtrados = filtrados.where(sql<SqlBool>`normalizar(name || ' ' || email) like ${padraoDeBusca(filtro.busca)}`)
  const [pagina, ativos] = await Promise.all([
    paginar(filtrados, filtro, (consulta) => consulta.select(COLUNAS).orderBy('name').orderBy('id').execute()),
    todos.where('status', '=', 'Ativo').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { ...pagina, data: pagina.data.map(comoAdministrador), ativos: ativos.n }
}

/** One administrator; 404 for whoever is none. */
export async function buscarAdministrador(db: Db | Trx, id: number): Promise<Administrador> {
  const linha = await db
    .selectFrom('usuario')
    .select(COLUNAS)
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!linha) throw new NaoEncontrado(NAO_ACHADO)
  return comoAdministrador(linha)
}

/**
 * Locks the acting administrator and the target in a fixed order, so that two who block each other do not deadlock.
 * Returns the target; 404 when it is no administrator.
 */
export async function travarAdministradores(trx: Trx, autorId: number | null, id: number) {
  const linhas = await trx
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'status'])
    .where('id', 'in', autorId === null ? [id] : [autorId, id])
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const administrador = linhas.find((linha) => linha.id === id)
  if (!administrador) throw new NaoEncontrado(NAO_ACHADO)
  return administrador
}
