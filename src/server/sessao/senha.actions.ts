import type { Usuario } from '#contract/sessao.ts'
import { CamposInvalidos, NaoAutenticado, Proibido } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirSenha, hashDaSenha } from './argon2.ts'
import { naFilaDeSenhas } from './fila-de-senhas.ts'
import { problemaDaSenha } from './senha-forte.ts'
import {
  buscarCredencial,
  confirmarSessao,
  encerrarSessoesDe,
  gravarSenha,
  travarCredencial,
} from './sessao.queries.ts'
import { chavesDeConhecido, contarTentativa, type Tentativa } from './tentativas.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>

/** Somebody signed in, in which session, and from where. */
export interface QuemEntrou {
  usuario: Usuario
  sessaoId: number
  ip: string
}

/**
 * Runs `fazer` after checking the typed password, in the queue for such work; a wrong one is a 422 on `campo`, and
 * counted. `fazer` gets the attempt, still counted while more can be guessed, and calls `acertou` when everything was
 * right; and the hash that matched, which may be the user's no longer once it has their lock (`exigirAConferida`).
 */
export const comSenhaConferida = <T>(
  { db, relogio }: Meios,
  { usuario, ip }: QuemEntrou,
  { senha, campo }: { senha: string; campo: string },
  fazer: (tentativa: Tentativa, agora: Date, conferida: string | undefined) => Promise<T>,
): Promise<T> =>
  naFilaDeSenhas({ conhecida: true, de: usuario.email.toLowerCase() }, async () => {
    const agora = relogio.agora()
    const tentativa = await contarTentativa(db, chavesDaSessao(usuario), agora)
    const credencial = await buscarCredencial(db, usuario.email)
    if (!(await conferirSenha(senha, credencial?.senha_hash))) {
      await registrarRecusa(db, frase`Senha errada para ${oUsuario(usuario.id)}`, ip, agora)
      tentativa.errou()
      throw new CamposInvalidos({ [campo]: ['A senha atual não confere. Digite a senha com que você entrou.'] })
    }
    return fazer(tentativa, agora, credencial?.senha_hash)
  })

/** The password was changed since it was compared, as by an administrator, and every session ended: this one too. */
export function exigirAConferida({ senha_hash }: { senha_hash: string }, conferida: string | undefined): void {
  if (senha_hash !== conferida) throw new NaoAutenticado()
}

/** A session's user is known: strangers' failures do not block them, and their own count. */
export const chavesDaSessao = ({ id, email }: Usuario) => chavesDeConhecido(email, `sessao de ${id}`)

/** A sign-in, or a password typed again, that was refused. */
export const registrarRecusa = (
  db: Db,
  descricao: Parameters<typeof registrar>[1]['descricao'],
  ip: string,
  agora: Date,
) => registrar(db, { agora, acao: 'sessao.recusar', nivel: 'aviso', descricao, ip })

/** The session may do what is dangerous for 15 minutes more; a wrong password is a 422, and counted. */
export const confirmarSenha = (meios: Meios, quem: QuemEntrou, password: string): Promise<void> =>
  comSenhaConferida(meios, quem, { senha: password, campo: 'password' }, async (tentativa, agora) => {
    await tentativa.acertou()
    await emTransacao(meios.db, async (trx) => {
      await confirmarSessao(trx, quem.sessaoId, agora)
      await registrar(trx, {
        agora,
        acao: 'sessao.confirmar',
        descricao: frase`${oUsuario(quem.usuario.id)} confirmou a senha`,
        usuarioId: quem.usuario.id,
        ip: quem.ip,
      })
    })
  })

/** A new password for oneself; ends every token of the user, this one too. */
export async function trocarSenha(
  meios: Meios,
  quem: QuemEntrou,
  senhas: { password_atual: string; password: string; password_confirmation: string },
): Promise<void> {
  const { usuario, ip } = quem
  // Judging a password takes as long as comparing one, and is asked for as easily.
  const vez = { conhecida: true, de: usuario.email.toLowerCase() }
  await naFilaDeSenhas(vez, () => exigirSenhaNova(meios.db, senhas, usuario))
  const atual = { senha: senhas.password_atual, campo: 'password_atual' }
  await comSenhaConferida(meios, quem, atual, async (tentativa, agora, conferida) => {
    await tentativa.acertou()
    const senhaHash = await hashDaSenha(senhas.password)
    await emTransacao(meios.db, async (trx) => {
      const credencial = await travarCredencial(trx, usuario.id)
      const { status, senha_de_outro } = credencial
      if (status !== 'Ativo') throw new Proibido('Seu acesso está bloqueado. Fale com um administrador.')
      exigirAConferida(credencial, conferida)
      if (senha_de_outro && senhas.password === senhas.password_atual) throw aDeOutro()
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

/** 422 when the user keeps the password that another person chose, which would then count as their own. */
export async function recusarADeOutro(db: Db, email: string, senha: string): Promise<void> {
  const credencial = await buscarCredencial(db, email)
  if (credencial?.senha_de_outro && (await conferirSenha(senha, credencial.senha_hash))) throw aDeOutro()
}

const aDeOutro = () =>
  new CamposInvalidos({
    password: ['Esta senha foi escolhida por outra pessoa. Digite uma diferente, que só você saiba.'],
  })

/** Writes a password's hash and ends that user's tokens at once. `deOutro`: it was another person who chose it. */
export async function definirSenha(
  trx: Trx,
  usuarioId: number,
  senhaHash: string,
  agora: Date,
  { deOutro = false }: { deOutro?: boolean } = {},
): Promise<void> {
  await gravarSenha(trx, usuarioId, senhaHash, deOutro, agora)
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
