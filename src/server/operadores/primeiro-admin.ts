import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { type Dono, problemaDaSenha } from '#server/sessao/senha-forte.ts'
import { inserirUsuario } from './usuarios.queries.ts'

const EMAIL_PADRAO = 'admin@cobranca.local'

/**
 * Creates the first administrator if there is none (only one, however many nodes start together), and returns it, with its random
 * password if none was given, to be printed once. Null if there was one. A given password that is not allowed stops the start.
 */
export async function garantirPrimeiroAdmin(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  dados: { email?: string | undefined; senha?: string | undefined },
): Promise<{ email: string; senhaGerada: string | null } | null> {
  if (await haAdmin(db)) return null
  const email = dados.email?.trim() || EMAIL_PADRAO
  const senhaGerada = dados.senha ? null : randomBytes(16).toString('base64url')
  // Before the transaction: on a busy machine they take longer than the database lets one stand idle.
  if (dados.senha) await exigirSenhaDoAmbiente(dados.senha, { email, ...(await lerEmpresa(db)) })
  const senhaHash = await hashDaSenha(dados.senha ?? senhaGerada ?? '')
  return emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('primeiro-admin'))`.execute(trx)
    if (await haAdmin(trx)) return null
    const agora = relogio.agora()
    const id = await inserirUsuario(trx, { name: 'Administrador', email, senhaHash, role: 'admin' }, agora)
    await registrar(trx, {
      agora,
      acao: 'operador.criar_admin',
      descricao: frase`Primeiro administrador criado: ${oUsuario(id)}`,
      entidade: 'usuario',
      entidadeId: id,
    })
    return { email, senhaGerada }
  })
}

const haAdmin = async (db: Db | Trx) =>
  (await db.selectFrom('usuario').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined

/** The environment's password must meet the rules for everybody's: otherwise the start stops with a sentence. */
export async function exigirSenhaDoAmbiente(senha: string, dono: Dono): Promise<void> {
  const problema = await problemaDaSenha(senha, dono)
  if (problema) throw new FalhaAoIniciar(`ADMIN_PASSWORD não pode ser usada. ${problema}`)
}
