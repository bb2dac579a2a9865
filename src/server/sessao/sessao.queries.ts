import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Usuario } from '#contract/sessao.ts'
import type { Papel } from '#domain/usuario.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'

const HORA_MS = 3_600_000
/** A token ends after 12 hours unused, or 7 days after sign-in. */
const SEM_USO_MS = 12 * HORA_MS
const VIDA_MS = 7 * 24 * HORA_MS
/** `usada_em` is written at most once a minute, so that reading does not write on every request. */
const ANOTAR_USO_MS = 60_000

const antes = (agora: Date, ms: number) => new Date(agora.getTime() - ms).toISOString()

const hashDoToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes a session and gives its token (256 random bits), which is stored only as a hash. */
export async function criarSessao(db: Db | Trx, usuarioId: number, agora: Date, ip: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessao')
    .values({ token_hash: hashDoToken(token), usuario_id: usuarioId, criada_em: agora, usada_em: agora, ip })
    .execute()
  return token
}

/** The user of a live token, or undefined; a blocked user has none. Notes that the token was used, unless only polled with. */
export async function usarToken(
  db: Db,
  token: string,
  agora: Date,
  { sozinha }: { sozinha: boolean },
): Promise<Usuario | undefined> {
  const achado = await sessaoViva(db, token, agora)
  if (!achado) return undefined
  const { usada_em, ...usuario } = achado
  if (!sozinha && agora.getTime() - Date.parse(usada_em) > ANOTAR_USO_MS) {
    // A database that takes no writes now goes on being read.
    await db
      .updateTable('sessao')
      .set({ usada_em: agora })
      .where('token_hash', '=', hashDoToken(token))
      .execute()
      .catch((erro) => {
        if (!falhaDoAmbiente(erro)) throw erro
      })
  }
  return usuario
}

/** Is the token still good? Asking is not using it. */
export const tokenVive = async (db: Db, token: string, agora: Date): Promise<boolean> =>
  (await sessaoViva(db, token, agora)) !== undefined

async function sessaoViva(db: Db, token: string, agora: Date) {
  const consulta = db
    .selectFrom('sessao')
    .innerJoin('usuario', 'usuario.id', 'sessao.usuario_id')
    .select(['usuario.id', 'usuario.name', 'usuario.email', 'usuario.role', 'sessao.usada_em'])
    .$narrowType<{ role: Papel }>() // a program has no session
    .where('sessao.token_hash', '=', hashDoToken(token))
    .where('usuario.status', '=', 'Ativo')
    .where('sessao.criada_em', '>', antes(agora, VIDA_MS))
    .where('sessao.usada_em', '>', antes(agora, SEM_USO_MS))
  return (await preparada(db, consulta.compile())).rows[0]
}

/** Notified with the user's id when tokens end, so that what is held open for them is closed on every node. */
export const CANAL_SESSOES = 'sessoes'

export const encerrarSessao = (db: Db | Trx, token: string) => encerrar(db, sql`token_hash = ${hashDoToken(token)}`)

export const encerrarSessoesDe = (db: Db | Trx, usuarioId: number) => encerrar(db, sql`usuario_id = ${usuarioId}`)

const encerrar = (db: Db | Trx, quais: RawBuilder<unknown>) =>
  sql`with mortas as (delete from sessao where ${quais} returning usuario_id)
    select pg_notify(${CANAL_SESSOES}, usuario_id::text) from (select distinct usuario_id from mortas) m`.execute(db)

/** What a sign-in is checked against; e-mails do not tell case apart. */
export const buscarCredencial = (db: Db, email: string) =>
  db
    .selectFrom('usuario')
    .select(['id', 'senha_hash'])
    .where('role', '<>', 'integracao')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .executeTakeFirst()

/** The user as they are now, unchanged until the transaction ends. */
export const travarCredencial = (trx: Trx, id: number) =>
  trx
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'role', 'status', 'senha_hash'])
    .$narrowType<{ role: Papel }>()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const gravarSenha = (trx: Trx, id: number, senhaHash: string, agora: Date) =>
  trx.updateTable('usuario').set({ senha_hash: senhaHash, updated_at: agora }).where('id', '=', id).execute()

export const anotarEntrada = (trx: Trx, id: number, agora: Date) =>
  trx.updateTable('usuario').set({ ultima_entrada_em: agora }).where('id', '=', id).execute()

/** Forgets sessions that ended by age or disuse. */
export const esquecerSessoes = (db: Db, agora: Date) =>
  db
    .deleteFrom('sessao')
    .where((eb) =>
      eb.or([eb('criada_em', '<=', antes(agora, VIDA_MS)), eb('usada_em', '<=', antes(agora, SEM_USO_MS))]),
    )
    .execute()
