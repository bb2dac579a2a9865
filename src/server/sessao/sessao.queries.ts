import { randomBytes } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SessaoAberta, Usuario } from '#contract/sessao.ts'
import { type Pendencia, pendenciaDe } from '#domain/acesso.ts'
import { DIA_MS } from '#domain/data.ts'
import type { Papel } from '#domain/usuario.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import { molde } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'

/** A token ends 7 days after sign-in, or after as many hours unused as the company says (12 at most). */
const VIDA_MS = 7 * DIA_MS
/** `usada_em` is written at most once a minute, so that reading does not write on every request. */
const ANOTAR_USO_MS = 60_000

const antes = (agora: Date, ms: number) => new Date(agora.getTime() - ms).toISOString()

/**
 * Makes a session, its password typed right now, and gives its token (256 random bits), which is stored only as a hash.
 * `navegador`: as a person would call it.
 */
export async function criarSessao(
  db: Db | Trx,
  usuarioId: number,
  agora: Date,
  ip: string | null,
  navegador: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessao')
    .values({
      token_hash: hashDoToken(token),
      usuario_id: usuarioId,
      criada_em: agora,
      usada_em: agora,
      confirmada_em: agora,
      ip,
      navegador,
    })
    .execute()
  return token
}

/** A live session's user, when the password was last typed, and what must be done before anything else. */
export interface SessaoViva {
  id: number
  usuario: Usuario
  confirmadaEm: Date
  pendencia: Pendencia | null
}

/**
 * The session of a live token, or undefined; a blocked user has none. Records its use, unless the request was made by a
 * screen alone.
 */
export async function usarToken(
  db: Db,
  token: string,
  agora: Date,
  { sozinha }: { sozinha: boolean },
): Promise<SessaoViva | undefined> {
  const achada = await sessaoViva(db, token, agora)
  if (!achada) return undefined
  if (!sozinha && agora.getTime() - Date.parse(achada.usada_em) > ANOTAR_USO_MS) {
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
  const { id, name, email, role } = achada
  return {
    id: achada.sessao_id,
    usuario: { id, name, email, role },
    confirmadaEm: new Date(achada.confirmada_em ?? achada.criada_em),
    pendencia: pendencia(achada),
  }
}

const pendencia = (linha: Exigido): Pendencia | null =>
  pendenciaDe({
    senhaDeOutro: linha.senha_de_outro,
    temSegundoFator: linha.segundo_fator_em !== null,
    exigirTroca: linha.exigir_troca_de_senha,
    exigirSegundoFator: linha.exigir_segundo_fator,
  })

/** Those of some tokens that are still good, and whose person has nothing to do first. Asking is not using them. */
export async function tokensVivos(db: Db, tokens: readonly string[], agora: Date): Promise<Set<string>> {
  const porHash = new Map(tokens.map((token) => [hashDoToken(token).toString('hex'), token]))
  const linhas = await db
    .selectFrom('sessao')
    .innerJoin('usuario', 'usuario.id', 'sessao.usuario_id')
    .innerJoin('acesso', (join) => join.onTrue())
    .select(sql<string>`encode(sessao.token_hash, 'hex')`.as('hash'))
    .select(['usuario.senha_de_outro', 'usuario.segundo_fator_em'])
    .select(['acesso.exigir_segundo_fator', 'acesso.exigir_troca_de_senha'])
    .where('sessao.token_hash', 'in', tokens.map(hashDoToken))
    .where('usuario.status', '=', 'Ativo')
    .where(aberta(agora))
    .execute()
  return new Set(linhas.flatMap((linha) => (pendencia(linha) ? [] : (porHash.get(linha.hash) ?? []))))
}

/** Which of the company's requirements a person meets. */
interface Exigido {
  senha_de_outro: boolean
  segundo_fator_em: string | null
  exigir_segundo_fator: boolean
  exigir_troca_de_senha: boolean
}

interface LinhaDaSessao extends Exigido {
  sessao_id: number
  usada_em: string
  criada_em: string
  confirmada_em: string | null
  id: number
  name: string
  email: string
  role: Papel // a program has no session
}

const lerSessao = molde<LinhaDaSessao, { hash: Buffer; nascida: string; agora: string }>(
  (valor) => sql<LinhaDaSessao>`
    select sessao.id as sessao_id, sessao.usada_em, sessao.criada_em, sessao.confirmada_em,
      u.id, u.name, u.email, u.role, u.senha_de_outro, u.segundo_fator_em, acesso.exigir_segundo_fator, acesso.exigir_troca_de_senha
    from sessao join usuario u on u.id = sessao.usuario_id cross join acesso
    where sessao.token_hash = ${valor('hash')} and u.status = 'Ativo' and ${abertaEm(valor('nascida'), valor('agora'))}`,
)

const sessaoViva = async (db: Db, token: string, agora: Date) =>
  (await lerSessao(db, { hash: hashDoToken(token), ...limites(agora) }))[0]

/** Neither too old nor unused for too long; for rows of `sessao` joined with the row of `acesso`. */
const noPrazo = (nascida: RawBuilder<unknown>, agora: RawBuilder<unknown>) =>
  sql<SqlBool>`sessao.criada_em > ${nascida}::timestamptz and
    sessao.usada_em > ${agora}::timestamptz - acesso.sessao_ociosa_horas * interval '1 hour'`

/** One used more than a day ahead was so by a clock that has been set back since, and would live until that gets there again. */
const abertaEm = (nascida: RawBuilder<unknown>, agora: RawBuilder<unknown>) =>
  sql<SqlBool>`${noPrazo(nascida, agora)} and sessao.usada_em < ${agora}::timestamptz + interval '1 day'`

const limites = (agora: Date) => ({ nascida: antes(agora, VIDA_MS), agora: agora.toISOString() })

function aberta(em: Date) {
  const { nascida, agora } = limites(em)
  return abertaEm(sql`${nascida}`, sql`${agora}`)
}

/** A person's open sessions, the last used first; `atual` is the number of the one that asks. */
export async function listarSessoes(
  db: Db,
  { id, name }: Usuario,
  atual: number,
  agora: Date,
): Promise<SessaoAberta[]> {
  const sessoes = await db
    .selectFrom('sessao')
    .innerJoin('acesso', (join) => join.onTrue())
    .select(['sessao.id', 'sessao.navegador', 'sessao.ip', 'sessao.criada_em as created_at', 'sessao.usada_em'])
    .where('sessao.usuario_id', '=', id)
    .where(aberta(agora))
    .orderBy('sessao.usada_em', 'desc')
    .orderBy('sessao.id', 'desc')
    .execute()
  return sessoes.map((sessao) => ({ ...sessao, user: { id, name }, atual: sessao.id === atual }))
}

/** Has this session not been ended? Of its age the request's own question was enough. */
export const existeSessao = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('sessao').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The password was typed again. */
export const confirmarSessao = (db: Db | Trx, id: number, agora: Date) =>
  db.updateTable('sessao').set({ confirmada_em: agora }).where('id', '=', id).execute()

/**
 * Notified with the user's id when tokens end, so that what is held open for them is closed on every node; with nothing when it
 * may be anybody's.
 */
export const CANAL_SESSOES = 'sessoes'

/** The company asks for something else of whoever is signed in. */
export const reverSessoes = (trx: Trx) => sql`select pg_notify(${CANAL_SESSOES}, '')`.execute(trx)

export const encerrarSessao = (db: Db | Trx, token: string) => encerrar(db, sql`token_hash = ${hashDoToken(token)}`)

/** One of a person's own, by its number; false where they have no such session. */
export const encerrarSessaoDe = async (db: Db | Trx, usuarioId: number, id: number): Promise<boolean> =>
  (await encerrar(db, sql`id = ${id} and usuario_id = ${usuarioId}`)).rows.length > 0

/** All of a user's, but the one given. */
export const encerrarSessoesDe = (db: Db | Trx, usuarioId: number, { menos = 0 }: { menos?: number } = {}) =>
  encerrar(db, sql`usuario_id = ${usuarioId} and id <> ${menos}`)

const encerrar = (db: Db | Trx, quais: RawBuilder<unknown>) =>
  sql`with mortas as (delete from sessao where ${quais} returning usuario_id)
    select pg_notify(${CANAL_SESSOES}, usuario_id::text) from (select distinct usuario_id from mortas) m`.execute(db)

/** What a sign-in is compared with; e-mails are case-insensitive. */
export const buscarCredencial = (db: Db, email: string) =>
  db
    .selectFrom('usuario')
    .select(['id', 'senha_hash', 'senha_de_outro'])
    .where('role', '<>', 'integracao')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .executeTakeFirst()

/** The user as they are now, unchanged until the transaction ends. */
export const travarCredencial = (trx: Trx, id: number) =>
  trx
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'role', 'status', 'senha_hash', 'senha_de_outro'])
    .select(['segundo_fator_cifrado', 'segundo_fator_em', 'segundo_fator_passo'])
    .$narrowType<{ role: Papel }>()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** `deOutro`: somebody else chose it. Any recovery link becomes invalid. */
export async function gravarSenha(trx: Trx, id: number, senhaHash: string, deOutro: boolean, agora: Date) {
  await trx
    .updateTable('usuario')
    .set({ senha_hash: senhaHash, senha_de_outro: deOutro, updated_at: agora })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('link_de_senha').where('usuario_id', '=', id).execute()
}

export const anotarEntrada = (trx: Trx, id: number, agora: Date) =>
  trx.updateTable('usuario').set({ ultima_entrada_em: agora }).where('id', '=', id).execute()

/** Forgets sessions that ended by age or disuse; not those of another clock, since it may be this one that is wrong. */
export function esquecerSessoes(db: Db, em: Date) {
  const { nascida, agora } = limites(em)
  return sql`delete from sessao using acesso where not (${noPrazo(sql`${nascida}`, sql`${agora}`)})`.execute(db)
}
