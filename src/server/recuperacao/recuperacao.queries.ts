import { randomBytes } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { DIA_MS, HORA_MS } from '#domain/data.ts'
import { INSISTENCIA_DO_CORREIO, LINK_VALE_MINUTOS, PEDIDOS_POR_HORA } from '#domain/recuperacao.ts'
import type { Papel } from '#domain/usuario.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'

const antes = (agora: Date, ms: number) => new Date(agora.getTime() - ms).toISOString()

/** Wakes the job that sends the links. */
export const CANAL_DA_RECUPERACAO = 'recuperacao'

/**
 * Stores a request without checking whether the e-mail belongs to anybody. Requests beyond `PEDIDOS_POR_HORA` are not stored, and
 * so do not count: endless requests could otherwise keep the person from ever getting another mail. Requests for one e-mail run
 * one at a time, so that simultaneous ones count each other.
 */
export async function guardarPedido(trx: Trx, email: string, ip: string, agora: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`esqueci:${email}`}, 0))`.execute(trx)
  await sql`
    insert into pedido_de_senha (email, ip, pedido_em, proxima_em, situacao)
    select ${email}, ${ip}, ${agora}, ${agora}, 'pendente' where ${PEDIDOS_POR_HORA} > (
      select count(*) from pedido_de_senha where email = ${email} and pedido_em > ${antes(agora, HORA_MS)}
        and pedido_em <= ${antes(agora, -FOLGA_ENTRE_RELOGIOS_MS)})`.execute(trx)
  await sql`select pg_notify(${CANAL_DA_RECUPERACAO}, '')`.execute(trx)
}

const { pausasS } = INSISTENCIA_DO_CORREIO

/**
 * Makes due now the requests dated after now, or postponed beyond their pause, because the clock has been set back since;
 * otherwise they would wait until it gets there again.
 */
export const acertarPedidos = (db: Db, agora: Date) =>
  sql`update pedido_de_senha set pedido_em = least(pedido_em, ${agora}), proxima_em = ${agora}
    where situacao = 'pendente' and (pedido_em > ${antes(agora, -FOLGA_ENTRE_RELOGIOS_MS)}
      or proxima_em > ${antes(agora, -FOLGA_ENTRE_RELOGIOS_MS)}::timestamptz
        + make_interval(secs => (${pausasS}::int[])[least(tentativas, ${sql.lit(pausasS.length)})]))`.execute(db)

export type Pedido = Linha<'pedido_de_senha'>

/**
 * Requests due, oldest first; per e-mail only the latest, whose link will be the valid one, and none of those whose mail is going
 * out. Requests that are too old, as after a restore, are not sent.
 */
export async function lerPendentes(db: Db, agora: Date, quantos: number, saindo: readonly string[]): Promise<Pedido[]> {
  const { rows } = await sql<Pedido>`
    select * from (
      select distinct on (email) * from pedido_de_senha
      where situacao = 'pendente' and email <> all(${saindo}::text[]) order by email, id desc) p
    where proxima_em <= ${agora} and pedido_em > ${antes(agora, 2 * HORA_MS)} order by id limit ${quantos}`.execute(db)
  return rows
}

/** How a request ended, and those of the same e-mail before it. */
export const encerrarPedido = (
  trx: Trx,
  { id, email }: Pedido,
  fim: { situacao: 'feito' | 'separado'; erro?: string },
) =>
  sql`update pedido_de_senha set situacao = ${fim.situacao}, erro = ${fim.erro ?? null},
      tentativas = tentativas + case when id = ${id} and ${fim.erro ?? null}::text is not null then 1 else 0 end
    where situacao = 'pendente' and email = ${email} and id <= ${id}`.execute(trx)

export const adiarPedido = (db: Db, { id }: Pedido, proxima: Date, erro: string) =>
  db
    .updateTable('pedido_de_senha')
    .set(({ eb }) => ({ tentativas: eb('tentativas', '+', 1), proxima_em: proxima, erro }))
    .where('id', '=', id)
    .where('situacao', '=', 'pendente')
    .execute()

/** Whose e-mail it is, if anybody's. */
export const acharPessoa = (db: Db | Trx, email: string) =>
  db
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'role', 'status'])
    .$narrowType<{ role: Papel }>()
    .where('role', '<>', 'integracao')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', fn<string>('lower', [eb.val(email)])))
    .executeTakeFirst()

/** A new link (256 random bits, stored as a hash); it replaces the person's earlier ones. */
export async function criarLink(trx: Trx, { id, email }: { id: number; email: string }, agora: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const novo = {
    token_hash: hashDoToken(token),
    email,
    expira_em: new Date(agora.getTime() + LINK_VALE_MINUTOS * 60_000),
  }
  await trx
    .insertInto('link_de_senha')
    .values({ usuario_id: id, ...novo })
    .onConflict((conflito) => conflito.column('usuario_id').doUpdateSet(novo))
    .execute()
  return token
}

/** Valid now: the user is active, and still has the e-mail that the link was sent to. */
const SERVE = (agora: Date) =>
  sql<SqlBool>`l.expira_em > ${agora} and u.status = 'Ativo' and lower(u.email) = lower(l.email)`

/** Whose a link is that is good now. */
export async function donoDoLink(db: Db, token: string, agora: Date) {
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select u.id, u.name, u.email from link_de_senha l join usuario u on u.id = l.usuario_id
    where l.token_hash = ${hashDoToken(token)} and ${SERVE(agora)}`.execute(db)
  return rows[0]
}

/** Uses a link, once: false when it is gone or invalid. The caller has locked the user. */
export async function gastarLink(trx: Trx, token: string, agora: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from link_de_senha l using usuario u
    where u.id = l.usuario_id and l.token_hash = ${hashDoToken(token)} and ${SERVE(agora)}`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes ended links, and requests: after an hour; unsent ones after a day. */
export async function esquecerPedidos(db: Db, agora: Date): Promise<void> {
  await db.deleteFrom('link_de_senha').where('expira_em', '<=', agora.toISOString()).execute()
  await sql`delete from pedido_de_senha
    where situacao = 'feito' and pedido_em <= ${antes(agora, HORA_MS)} or pedido_em <= ${antes(agora, DIA_MS)}`.execute(
    db,
  )
}
