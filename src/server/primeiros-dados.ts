import type { Config } from '#server/config.ts'
import { bancoVazio } from '#server/db/identidade.ts'
import { criarDemonstracao, loginsDaDemonstracao } from '#server/demonstracao/demonstracao.actions.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { exigirSenhaDoAmbiente, garantirPrimeiroAdmin } from '#server/operadores/primeiro-admin.ts'
import type { Servicos } from '#server/servicos.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'

const EMPRESA_SEM_NOME = 'Minha Empresa'

/**
 * What a database must hold before anybody comes: templates, the demonstration company when asked for, an
 * administrator. Gives the lines to print: logins that the person at the terminal needs.
 */
export async function prepararDados(servicos: Servicos, config: Config) {
  const { db, relogio, chaveSecreta } = servicos
  const agora = relogio.agora()
  await garantirModelos(db, agora)
  if (config.demo !== false && (await bancoVazio(db))) {
    if (config.admin) await exigirSenhaDoAmbiente(config.admin.senha, { email: config.admin.email })
    await criarDemonstracao(db, { agora, chaveSecreta, hashDaSenha, admin: config.admin })
  }
  if (config.empresa) await nomearEmpresa(servicos, config.empresa)
  const admin = await garantirPrimeiroAdmin(servicos, config.admin ?? {})
  const { empresa } = await db.selectFrom('configuracao').select('empresa').executeTakeFirstOrThrow()
  const logins = await loginsDaDemonstracao(db)
  return { avisos: [...avisosDeLogin(logins), ...avisoDoAdmin(admin)], demonstracao: logins.length > 0, empresa }
}

/** COMPANY_NAME names a company that has no name yet; what an admin wrote on the screen stays. */
const nomearEmpresa = ({ db }: Servicos, empresa: string) =>
  db.updateTable('configuracao').set({ empresa }).where('empresa', '=', EMPRESA_SEM_NOME).execute()

const avisosDeLogin = (logins: Awaited<ReturnType<typeof loginsDaDemonstracao>>) =>
  logins.length === 0
    ? []
    : [
        '',
        'Empresa de demonstração. Entre com:',
        ...logins.map(({ papel, email, senha }) => `  ${papel.padEnd(8)}  ${email}  ${senha}`),
        '',
      ]

function avisoDoAdmin(admin: Awaited<ReturnType<typeof garantirPrimeiroAdmin>>): string[] {
  if (!admin?.senhaGerada) return []
  return ['', `Primeiro administrador: ${admin.email}`, `Senha (mostrada só agora): ${admin.senhaGerada}`, '']
}
