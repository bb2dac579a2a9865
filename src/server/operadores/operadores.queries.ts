import type { z } from 'zod'
import type { listarOperadores, Operador } from '#contract/operadores.ts'
import type { Dia } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { buscarFiguras } from '#server/dashboard/operadores.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { lerUsuario, paginaDosUsuarios, type UsuarioNaLista } from './usuarios.queries.ts'

type Filtro = z.output<typeof listarOperadores.schema.querystring>

/** A page of operators by name, with this month's figures; `ativos` counts all the active ones. */
export async function buscarOperadores(db: Db, filtro: Filtro, hoje: Dia) {
  const pagina = await paginaDosUsuarios(db, 'operador', filtro)
  return { ...pagina, data: await comFiguras(db, pagina.data, hoje) }
}

/** One operator with this month's figures; 404 for whoever is not an operator. */
export async function buscarOperador(db: Db | Trx, id: number, hoje: Dia): Promise<Operador> {
  const operador = await lerUsuario(db, 'operador', id)
  if (!operador) throw new NaoEncontrado('Operador não encontrado.')
  const [completo] = await comFiguras(db, [operador], hoje)
  return completo!
}

async function comFiguras(db: Db | Trx, operadores: UsuarioNaLista[], hoje: Dia): Promise<Operador[]> {
  const figuras = await buscarFiguras(
    db,
    operadores.map((operador) => operador.id),
    hoje,
  )
  return operadores.map((operador) => ({ ...operador, ...figuras.get(operador.id)! }))
}

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
