import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { listarAdministradores } from '#contract/administradores.ts'
import type { listarOperadores } from '#contract/operadores.ts'
import type { Papel } from '#domain/usuario.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { paginar } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

type Filtro = z.output<(typeof listarAdministradores | typeof listarOperadores)['schema']['querystring']>

const COLUNAS = ['id', 'name', 'email', 'status', 'segundo_fator_em', 'ultima_entrada_em', 'created_at'] as const

const comPapel = (db: Db | Trx, papel: Papel) => db.selectFrom('usuario').where('role', '=', papel)

/** A page of those with a role, by name; `ativos` counts all the active ones. */
export async function paginaDosUsuarios(db: Db, papel: Papel, filtro: Filtro) {
  const todos = comPapel(db, papel)
  let filtrados = todos
  if (filtro.status) filtrados = filtrados.where('status', '=', filtro.status)
  if (filtro.busca)
    filtrados = filtrados.where(sql<SqlBool>`normalizar(name || ' ' || email) like ${padraoDeBusca(filtro.busca)}`)
  const [pagina, ativos] = await Promise.all([
    paginar(filtrados, filtro, (consulta) => consulta.select(COLUNAS).orderBy('name').orderBy('id').execute()),
    todos.where('status', '=', 'Ativo').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { ...pagina, data: pagina.data.map(comoUsuario), ativos: ativos.n }
}

/** One of them; undefined for whoever has not that role. */
export async function lerUsuario(db: Db | Trx, papel: Papel, id: number) {
  const linha = await comPapel(db, papel).select(COLUNAS).where('id', '=', id).executeTakeFirst()
  return linha && comoUsuario(linha)
}

const comoUsuario = ({ segundo_fator_em, ...resto }: Pick<Linha<'usuario'>, (typeof COLUNAS)[number]>) => ({
  ...resto,
  segundo_fator: segundo_fator_em !== null,
})
export type UsuarioNaLista = ReturnType<typeof comoUsuario>

export const gravarUsuario = (
  trx: Trx,
  id: number,
  campos: Partial<Pick<Linha<'usuario'>, 'name' | 'email' | 'status'>>,
  agora: Date,
) =>
  trx
    .updateTable('usuario')
    .set({ ...campos, updated_at: agora })
    .where('id', '=', id)
    .execute()

interface NovoUsuario {
  name: string
  email: string
  senhaHash: string
  /** Somebody else typed the password for them. */
  senhaDeOutro?: boolean
  role: Papel
}

/** Writes a user and gives its id; e-mails are unique whatever their case. */
export async function inserirUsuario(
  trx: Trx,
  { name, email, senhaHash, senhaDeOutro = false, role }: NovoUsuario,
  agora: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('usuario')
    .values({
      name,
      email,
      senha_hash: senhaHash,
      senha_de_outro: senhaDeOutro,
      role,
      created_at: agora,
      updated_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
