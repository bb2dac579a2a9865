import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { MuitasTentativas, NaoAutenticado, Proibido } from '#domain/erros.ts'
import { type Escopo, PEDIDOS_POR_MINUTO, PREFIXO_DO_TOKEN } from '#domain/integracao.ts'
import { plural } from '#domain/plural.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import type { Db } from '#server/db/schema.ts'

/** A new token (256 random bits), and the hash that is all we keep of it. */
export function criarTokenDeAcesso(): { token: string; hash: Buffer } {
  const token = `${PREFIXO_DO_TOKEN}${randomBytes(32).toString('base64url')}`
  return { token, hash: hashDoToken(token) }
}

/**
 * Lets a program's request in: 401 without a live token, 403 without the scope that the route names, 429 beyond
 * `PEDIDOS_POR_MINUTO`, counted over all nodes. Reading the token and counting is one statement.
 */
export async function usarTokenDeAcesso(db: Db, request: FastifyRequest, token: string | undefined, agora: Date) {
  const achado = token?.startsWith(PREFIXO_DO_TOKEN) ? await contarUso(db, token, agora) : undefined
  if (!achado) throw semToken()
  const { id, name, escopos, pedidos, espera } = achado
  request.programa = { id, name, escopos }
  request.log = request.log.child({ usuario_id: id })
  if (pedidos > PEDIDOS_POR_MINUTO) throw excesso(espera)
  const { escopo } = request.routeOptions.config
  if (escopo && !escopos.includes(escopo)) {
    throw new Proibido(`Este token não tem o escopo ${escopo}. Peça a um administrador um token que o tenha.`)
  }
}

const semToken = () => new NaoAutenticado('O token não existe, venceu ou foi revogado. Peça outro a um administrador.')

/** The same 401, without counting a request. */
export async function exigirTokenVivo(db: Db, token: string, agora: Date): Promise<void> {
  const { rows } = await sql`
    select from token_de_acesso
    where token_hash = ${hashDoToken(token)} and revogado_em is null and (expira_em is null or expira_em > ${agora})`.execute(
    db,
  )
  if (rows.length === 0) throw semToken()
}

/** Adds (or subtracts) requests of a program's token in this minute, besides those that the hook counted. */
export const contarMais = (db: Db, id: number, quantos: number) =>
  sql`update token_de_acesso set pedidos = greatest(0, pedidos + ${quantos}::int) where usuario_id = ${id}`.execute(db)

const excesso = (segundos: number) =>
  new MuitasTentativas(
    segundos,
    `Este token passou de ${PEDIDOS_POR_MINUTO} pedidos por minuto. Espere ${plural(segundos, 'segundo', 'segundos')} e tente de novo.`,
  )

interface Uso {
  id: number
  name: string
  escopos: Escopo[]
  /** Requests of this minute, including this one. */
  pedidos: number
  /** Seconds until the next minute. */
  espera: number
}

async function contarUso(db: Db, token: string, agora: Date): Promise<Uso | undefined> {
  const { rows } = await sql<Uso>`
    update token_de_acesso t set usado_em = ${agora},
      pedidos = case when ${mesmoMinuto(agora)} then least(t.pedidos, ${PEDIDOS_POR_MINUTO}) + 1 else 1 end,
      minuto_desde = case when ${mesmoMinuto(agora)} then t.minuto_desde else ${agora} end
    from usuario u
    where u.id = t.usuario_id and t.token_hash = ${hashDoToken(token)} and t.revogado_em is null
      and (t.expira_em is null or t.expira_em > ${agora})
    returning t.usuario_id as id, u.name, t.escopos, t.pedidos,
      ceil(extract(epoch from t.minuto_desde + interval '1 minute' - ${agora}::timestamptz))::int as espera`.execute(db)
  return rows[0]
}

/** A clock that was set back starts a new minute, so that a program is never blocked for longer. */
const mesmoMinuto = (agora: Date) =>
  sql`(${agora}::timestamptz >= t.minuto_desde and ${agora}::timestamptz < t.minuto_desde + interval '1 minute')`
