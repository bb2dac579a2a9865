import { randomBytes } from 'node:crypto'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirSenha, hashDaSenha } from '#server/sessao/argon2.ts'
import { definirSenha } from '#server/sessao/senha.actions.ts'
import { travarCredencial } from '#server/sessao/sessao.queries.ts'

/** Who works at the demonstration company. The passwords are no secret: they stand here, and are printed at every start. */
export const LOGINS_DA_DEMONSTRACAO = [
  { papel: 'admin', nome: 'Helena Prado', email: 'admin@serraazul.example', senha: 'serra-azul-admin' },
  { papel: 'operador', nome: 'Camila Rocha', email: 'camila@serraazul.example', senha: 'serra-azul-camila' },
  { papel: 'operador', nome: 'Rafael Nunes', email: 'rafael@serraazul.example', senha: 'serra-azul-rafael' },
] as const

/** What opens the demonstration, to be printed at the terminal. */
export interface Login {
  papel: string
  email: string
  senha: string
}

/** Is this the demonstration company's database? */
export const ehDemonstracao = async (db: Db): Promise<boolean> => (await pessoasAtivas(db)).length > 0

/**
 * The demonstration's logins for whoever is at the terminal: known passwords that still work. Where other machines
 * reach this one (`exposto`), known passwords must not work: before anybody is served each is replaced by a random one,
 * shown only now.
 */
export async function abrirLogins(meios: Pick<Servicos, 'db' | 'relogio'>, exposto: boolean): Promise<Login[]> {
  const logins: Login[] = []
  for (const { id, email, senha_hash } of await pessoasAtivas(meios.db)) {
    const { papel, senha } = LOGINS_DA_DEMONSTRACAO.find((login) => login.email === email)!
    if (!(await conferirSenha(senha, senha_hash))) continue
    const valida = exposto ? await trocarPorUmaAoAcaso(meios, id, senha_hash) : senha
    if (valida) logins.push({ papel, email, senha: valida })
  }
  return logins
}

const pessoasAtivas = (db: Db) =>
  db
    .selectFrom('usuario')
    .select(['id', 'email', 'senha_hash'])
    .where(
      'email',
      'in',
      LOGINS_DA_DEMONSTRACAO.map(({ email }) => email),
    )
    .where('status', '=', 'Ativo')
    .orderBy('id')
    .execute()

/** Null when another starting node was quicker: that node shows it. */
async function trocarPorUmaAoAcaso(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  id: number,
  conhecido: string,
): Promise<string | null> {
  const senha = randomBytes(16).toString('base64url')
  const senhaHash = await hashDaSenha(senha)
  const agora = relogio.agora()
  return emTransacao(db, async (trx) => {
    if ((await travarCredencial(trx, id)).senha_hash !== conhecido) return null
    await definirSenha(trx, id, senhaHash, agora)
    await registrar(trx, {
      agora,
      acao: 'sessao.trocar_senha',
      nivel: 'aviso',
      descricao: frase`A senha de demonstração de ${oUsuario(id)}, que todos conhecem, foi trocada: outras máquinas alcançam esta`,
      entidade: 'usuario',
      entidadeId: id,
    })
    return senha
  })
}
