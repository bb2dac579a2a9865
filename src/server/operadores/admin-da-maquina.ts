import { randomBytes } from 'node:crypto'
import { Email } from '#contract/comum.ts'
import { CamposInvalidos, NaoEncontrado } from '#domain/erros.ts'
import type { Db } from '#server/db/schema.ts'
import type { Servicos } from '#server/servicos.ts'
import * as actions from './administradores.actions.ts'
import { buscarAdministradores } from './administradores.queries.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>
type Perguntar = () => Promise<string>

/** Whoever sits at the machine: no user, no address. */
const DA_MAQUINA: actions.DeQuem = { usuarioId: null, ip: null }

const AJUDA = `npm run admin                                  lista os administradores
npm run admin -- criar <e-mail> <nome>         cadastra um; a senha é perguntada, ou feita ao acaso
npm run admin -- desbloquear <e-mail>          deixa entrar de novo quem foi bloqueado
npm run admin -- senha <e-mail>                dá outra senha e encerra as sessões
npm run admin -- segundo-fator <e-mail>        zera o segundo fator de quem o perdeu e encerra as sessões`

/**
 * Manages administrators on the server's machine; returns the lines to print. Each change is logged, without a user.
 * `perguntarSenha` returns the typed password; an empty one gives a random password, printed once. Throws the violated rule, with
 * the screens' message.
 */
export async function executarAdmin(
  meios: Meios,
  [comando, email = '', ...resto]: string[],
  perguntarSenha: Perguntar,
): Promise<string[]> {
  switch (comando) {
    case undefined:
    case 'listar':
      return listar(meios.db)
    case 'criar':
      return criar(meios, exigirEmail(email), resto.join(' ').trim() || 'Administrador', perguntarSenha)
    case 'desbloquear': {
      const { name } = await actions.reativarAdministrador(meios, DA_MAQUINA, await idDe(meios.db, email))
      return [`${name} pode entrar de novo.`]
    }
    case 'senha':
      return trocarSenha(meios, email, perguntarSenha)
    case 'segundo-fator': {
      const { name } = await actions.zerarSegundoFatorDoAdministrador(meios, DA_MAQUINA, await idDe(meios.db, email))
      return [`${name} entra só com a senha, e pode ativar outro segundo fator em Minha conta.`]
    }
    default:
      return AJUDA.split('\n')
  }
}

async function listar(db: Db): Promise<string[]> {
  const linhas: string[] = []
  for (let page = 1, ultima = 1; page <= ultima; page += 1) {
    const { data, last_page } = await buscarAdministradores(db, { page, per_page: 100 })
    ultima = last_page
    for (const { email, name, status, segundo_fator } of data)
      linhas.push([email, name, status, segundo_fator ? 'com segundo fator' : 'só senha'].join('  '))
  }
  return linhas.length > 0
    ? linhas
    : ['Nenhum administrador ainda. Cadastre um: npm run admin -- criar <e-mail> <nome>']
}

async function criar(meios: Meios, email: string, name: string, perguntarSenha: Perguntar): Promise<string[]> {
  const { password, avisos } = await escolherSenha(perguntarSenha)
  await actions.criarAdministrador(meios, DA_MAQUINA, { email, name, password, password_confirmation: password })
  return [`${name} já pode entrar, com o e-mail ${email}.`, ...avisos]
}

async function trocarSenha(meios: Meios, email: string, perguntarSenha: Perguntar): Promise<string[]> {
  const id = await idDe(meios.db, email)
  const { password, avisos } = await escolherSenha(perguntarSenha)
  const senhas = { password, password_confirmation: password }
  const { name } = await actions.mudarAdministrador(meios, DA_MAQUINA, id, senhas)
  return [`A senha de ${name} mudou e as sessões abertas terminaram.`, ...avisos]
}

async function escolherSenha(perguntarSenha: Perguntar) {
  const digitada = await perguntarSenha()
  if (digitada) return { password: digitada, avisos: [] }
  const password = randomBytes(16).toString('base64url')
  return { password, avisos: [`Senha, dita só agora: ${password}`] }
}

function exigirEmail(texto: string): string {
  const lido = Email.safeParse(texto)
  if (lido.success) return lido.data
  throw new CamposInvalidos({ email: [lido.error.issues[0]?.message ?? 'Informe o e-mail.'] })
}

async function idDe(db: Db, email: string): Promise<number> {
  const achado = await db
    .selectFrom('usuario')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!achado)
    throw new NaoEncontrado(
      `Nenhum administrador com o e-mail ${email || '(nenhum dado)'}. Veja a lista: npm run admin`,
    )
  return achado.id
}
