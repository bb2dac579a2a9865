import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { listarOperadores, Operador } from '#contract/operadores.ts'
import type { Dia } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import type { Papel } from '#domain/usuario.ts'
import { buscarFiguras } from '#server/dashboard/operadores.queries.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { paginar } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

type Filtro = z.output<typeof listarOperadores.schema.querystring>

const COLUNAS = ['id', 'name', 'email', 'status', 'segundo_fator_em', 'ultima_entrada_em', 'created_at'] as const
type Basico = Pick<Linha<'usuario'>, (typeof COLUNAS)[number]>

/** A page of operators by name; `ativos` counts all the active ones. */
export async function buscarOperadores(db: Db, filtro: Filtro, hoje: Dia) {
  const operadores = db.selectFrom('usuario').where('role', '=', 'operador')
  let filtrados = operadores
  if (filtro.status) filtrados = filtrados.where('status', '=', filtro.status)
  if (filtro.busca) filtrados = filtrados.where(comTexto(filtro.busca))
  const [pagina, ativos] = await Promise.all([
    paginar(filtrados, filtro, (consulta) => consulta.select(COLUNAS).orderBy('name').orderBy('id').execute()),
    operadores.where('status', '=', 'Ativo').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { ...pagina, data: await comFiguras(db, pagina.data, hoje), ativos: ativos.n }
}

/** One operator with this month's figures; 404 for whoever is not an operator. */
export async function buscarOperador(db: Db | Trx, id: number, hoje: Dia): Promise<Operador> {
  const operador = await db
    .selectFrom('usuario')
    .select(COLUNAS)
    .where('id', '=', id)
    .where('role', '=', 'operador')
    .executeTakeFirst()
  if (!operador) throw new NaoEncontrado('Operador não encontrado.')
  const [completo] = await comFiguras(db, [operador], hoje)
  return completo!
}

async function comFiguras(db: Db | Trx, operadores: Basico[], hoje: Dia): Promise<Operador[]> {
  const figuras = await buscarFiguras(
    db,
    operadores.map((operador) => operador.id),
    hoje,
  )
  return operadores.map(({ segundo_fator_em, ...operador }) => ({
    ...operador,
    segundo_fator: segundo_fator_em !== null,
    ...figuras.get(operador.id)!,
  }))
}

const comTexto = (busca: string) => sql<SqlBool>`normalizar(name || ' ' || email) like ${padraoDeBusca(busca)}`

/** The operator as they are now, unchanged by others until the transaction ends; waits for writes of theirs under way. */
export async function travarOperador(trx: Trx, id: number) {
  const operador = await trx
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'status'])
    .where('id', '=', id)
    .where('role', '=', 'operador')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!operador) throw new NaoEncontrado('Operador não encontrado.')
  return operador
}

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
