import { EMPRESA_SEM_NOME } from '#domain/empresa.ts'
import type { Config } from '#server/config.ts'
import { ehInventada } from '#server/configuracao/empresa.queries.ts'
import { bancoVazio } from '#server/db/identidade.ts'
import type { Db } from '#server/db/schema.ts'
import { criarDemonstracao } from '#server/demonstracao/demonstracao.actions.ts'
import { abrirLogins, ehDemonstracao, type Login } from '#server/demonstracao/logins.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { exigirSenhaDoAmbiente, garantirPrimeiroAdmin } from '#server/operadores/primeiro-admin.ts'
import type { Servicos } from '#server/servicos.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'

/** Is the demonstration still to be made? */
const falta = async (db: Db, { demo }: Config) => demo !== false && (await bancoVazio(db))

/** Are this database's customers invented, or would they be once `prepararDados` has run? */
export const seraInventada = async (db: Db, config: Config) => (await ehInventada(db)) || falta(db, config)

/**
 * What a database must hold before anybody comes: templates, the demonstration company when asked for, an
 * administrator. Gives the lines to print: logins that the person at the terminal needs; `soAgora`: those that are never given again.
 */
export async function prepararDados(servicos: Servicos, config: Config) {
  const { db, relogio, chaveSecreta, armazem } = servicos
  const agora = relogio.agora()
  await garantirModelos(db, agora)
  if (await falta(db, config)) {
    if (config.admin) await exigirSenhaDoAmbiente(config.admin.senha, { email: config.admin.email })
    await criarDemonstracao(db, { agora, chaveSecreta, hashDaSenha, armazem, admin: config.admin })
  }
  if (config.empresa) await nomearEmpresa(servicos, config.empresa)
  const admin = await garantirPrimeiroAdmin(servicos, config.admin ?? {})
  const { empresa } = await db.selectFrom('configuracao').select('empresa').executeTakeFirstOrThrow()
  const logins = await abrirLogins(servicos, config.exposto)
  const [daDemonstracao, doAdmin] = [avisosDeLogin(logins, config.exposto), avisoDoAdmin(admin)]
  const soAgora = config.exposto ? [...daDemonstracao, ...doAdmin] : doAdmin
  return { avisos: [...daDemonstracao, ...doAdmin], soAgora, demonstracao: await ehDemonstracao(db), empresa }
}

/** COMPANY_NAME names a company that has no name yet; what an admin wrote on the screen stays. */
const nomearEmpresa = ({ db }: Servicos, empresa: string) =>
  db.updateTable('configuracao').set({ empresa }).where('empresa', '=', EMPRESA_SEM_NOME).execute()

const avisosDeLogin = (logins: Login[], exposto: boolean) =>
  logins.length === 0
    ? []
    : [
        '',
        exposto
          ? 'Empresa de demonstração, ao alcance de outras máquinas. Entre com estas senhas, mostradas só agora:'
          : 'Empresa de demonstração. Entre com:',
        ...logins.map(({ papel, email, senha }) => `  ${papel.padEnd(8)}  ${email}  ${senha}`),
        '',
      ]

function avisoDoAdmin(admin: Awaited<ReturnType<typeof garantirPrimeiroAdmin>>): string[] {
  if (!admin?.senhaGerada) return []
  return ['', `Primeiro administrador: ${admin.email}`, `Senha (mostrada só agora): ${admin.senhaGerada}`, '']
}
