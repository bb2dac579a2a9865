import type { Usuario } from '#contract/sessao.ts'
import { CamposInvalidos, NaoAutenticado, Proibido } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirSenha, hashDaSenha } from './argon2.ts'
import { origemDe } from './endereco.ts'
import { naFilaDeSenhas } from './fila-de-senhas.ts'
import { problemaDaSenha } from './senha-forte.ts'
import {
  anotarEntrada,
  buscarCredencial,
  criarSessao,
  encerrarSessao,
  encerrarSessoesDe,
  gravarSenha,
  travarCredencial,
} from './sessao.queries.ts'
import { chavesDeConhecido, chavesDeEstranho, contarTentativa } from './tentativas.ts'

const PAR_ERRADO = 'E-mail ou senha não conferem. Confira os dois e tente de novo.'

type Meios = Pick<Servicos, 'db' | 'relogio'>

/** Where a sign-in comes from: its address, and the browser's name when this e-mail signed in there before. */
export interface Origem {
  ip: string
  navegador: string | null
}

/** A token for the right pair; the same sentence and the same work whether the e-mail exists or not. */
export const entrar = (
  { db, relogio }: Meios,
  { email, password }: { email: string; password: string },
  { ip, navegador }: Origem,
): Promise<{ token: string; user: Usuario }> =>
  naFilaDeSenhas(
    navegador ? { conhecida: true, de: email.toLowerCase() } : { conhecida: false, de: origemDe(ip) },
    async () => {
      const agora = relogio.agora()
      const chaves = navegador ? chavesDeConhecido(email, navegador) : chavesDeEstranho(email, ip)
      const tentativa = await contarTentativa(db, chaves, agora)
      const credencial = await buscarCredencial(db, email)
      if (!(await conferirSenha(password, credencial?.senha_hash)) || !credencial) {
        await registrarRecusa(db, credencial?.id, ip, agora)
        tentativa.errou()
        throw new NaoAutenticado(PAR_ERRADO)
      }
      const sessao = await emTransacao(db, (trx) => abrirSessao(trx, credencial, ip, agora)).catch(async (erro) => {
        if (erro instanceof Proibido) await registrarBloqueado(db, credencial.id, ip, agora)
        throw erro // and stays counted: it cannot be repeated without end
      })
      await tentativa.acertou()
      return sessao
    },
  )

async function abrirSessao(trx: Trx, vista: { id: number; senha_hash: string }, ip: string, agora: Date) {
  const { senha_hash, status, ...user } = await travarCredencial(trx, vista.id)
  if (status !== 'Ativo') throw new Proibido('Seu acesso está bloqueado. Fale com um administrador.')
  // The password was changed between the check and this lock: what was checked is no longer the password.
  if (senha_hash !== vista.senha_hash) throw new NaoAutenticado(PAR_ERRADO)
  const token = await criarSessao(trx, user.id, agora, ip)
  await anotarEntrada(trx, user.id, agora)
  await registrar(trx, {
    agora,
    acao: 'sessao.entrar',
    descricao: frase`${oUsuario(user.id)} entrou`,
    usuarioId: user.id,
    ip,
  })
  return { token, user }
}

const registrarRecusa = (db: Db, usuarioId: number | undefined, ip: string, agora: Date) =>
  registrar(db, {
    agora,
    acao: 'sessao.recusar',
    nivel: 'aviso',
    descricao: usuarioId ? frase`Senha errada para ${oUsuario(usuarioId)}` : 'Entrada com um e-mail desconhecido',
    ip,
  })

const registrarBloqueado = (db: Db, usuarioId: number, ip: string, agora: Date) =>
  registrar(db, {
    agora,
    acao: 'sessao.recusar',
    nivel: 'aviso',
    descricao: frase`${oUsuario(usuarioId)} tentou entrar, com a senha certa, e está bloqueado`,
    ip,
  })

/** The token is dead at once. */
export const sair = ({ db, relogio }: Meios, usuario: Usuario, token: string, ip: string) =>
  emTransacao(db, async (trx) => {
    await encerrarSessao(trx, token)
    await registrar(trx, {
      agora: relogio.agora(),
      acao: 'sessao.sair',
      descricao: frase`${oUsuario(usuario.id)} saiu`,
      usuarioId: usuario.id,
      ip,
    })
  })

/** A new password for oneself; ends every token of the user, this one too. */
export async function trocarSenha(
  { db, relogio }: Meios,
  usuario: Usuario,
  senhas: { password_atual: string; password: string; password_confirmation: string },
  ip: string,
): Promise<void> {
  await exigirSenhaNova(db, senhas, usuario)
  const { email } = usuario
  await naFilaDeSenhas({ conhecida: true, de: email.toLowerCase() }, async () => {
    const agora = relogio.agora()
    // Who holds a token is known: strangers' failures do not keep them from changing the password, and theirs count.
    const tentativa = await contarTentativa(db, chavesDeConhecido(email, `sessao de ${usuario.id}`), agora)
    const credencial = await buscarCredencial(db, email)
    if (!(await conferirSenha(senhas.password_atual, credencial?.senha_hash))) {
      await registrarRecusa(db, usuario.id, ip, agora)
      tentativa.errou()
      throw new CamposInvalidos({ password_atual: ['A senha atual não confere. Digite a senha com que você entrou.'] })
    }
    await tentativa.acertou()
    const senhaHash = await hashDaSenha(senhas.password)
    await emTransacao(db, async (trx) => {
      const atual = await travarCredencial(trx, usuario.id)
      if (atual.status !== 'Ativo') throw new Proibido('Seu acesso está bloqueado. Fale com um administrador.')
      await definirSenha(trx, usuario.id, senhaHash, agora)
      await registrar(trx, {
        agora,
        acao: 'sessao.trocar_senha',
        descricao: frase`${oUsuario(usuario.id)} trocou a própria senha`,
        usuarioId: usuario.id,
        ip,
        entidade: 'usuario',
        entidadeId: usuario.id,
      })
    })
  })
}

/** Writes a password's hash and ends that user's tokens at once. */
export async function definirSenha(trx: Trx, usuarioId: number, senhaHash: string, agora: Date): Promise<void> {
  await gravarSenha(trx, usuarioId, senhaHash, agora)
  await encerrarSessoesDe(trx, usuarioId)
}

/** 422 unless the password may be used and was written twice the same. */
export async function exigirSenhaNova(
  db: Db | Trx,
  { password, password_confirmation }: { password: string; password_confirmation?: string | undefined },
  dono: { name?: string; email?: string },
): Promise<void> {
  const { empresa } = await lerEmpresa(db)
  const problema = await problemaDaSenha(password, { ...dono, empresa })
  if (problema) throw new CamposInvalidos({ password: [problema] })
  if (password !== password_confirmation) {
    throw new CamposInvalidos({ password_confirmation: ['As duas senhas não são iguais. Digite a mesma nas duas.'] })
  }
}
