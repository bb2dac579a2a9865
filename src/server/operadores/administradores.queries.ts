import type { z } from 'zod'
import type { Administrador, listarAdministradores } from '#contract/administradores.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { lerUsuario, paginaDosUsuarios } from './usuarios.queries.ts'

const NAO_ACHADO = 'Administrador não encontrado.'

/** A page of administrators by name; `ativos` counts all the active ones. */
export const buscarAdministradores = (db: Db, filtro: z.output<typeof listarAdministradores.schema.querystring>) =>
  paginaDosUsuarios(db, 'admin', filtro)

/** One administrator; 404 for whoever is none. */
export async function buscarAdministrador(db: Db | Trx, id: number): Promise<Administrador> {
  const administrador = await lerUsuario(db, 'admin', id)
  if (!administrador) throw new NaoEncontrado(NAO_ACHADO)
  return administrador
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
