import type { Usuario } from '#contract/sessao.ts'
import { NaoAutenticado, NaoEncontrado, Proibido } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirSenha } from './argon2.ts'
import { origemDe } from './endereco.ts'
import { naFilaDeSenhas } from './fila-de-senhas.ts'
import { gastarCodigo } from './segundo-fator.actions.ts'
import { type QuemEntrou, registrarRecusa } from './senha.actions.ts'
import {
  anotarEntrada,
  buscarCredencial,
  criarSessao,
  encerrarSessao,
  encerrarSessaoDe,
  travarCredencial,
} from './sessao.queries.ts'
import { chavesDeConhecido, chavesDeEstranho, chavesDoCodigo, contarTentativa } from './tentativas.ts'

const PAR_ERRADO = 'E-mail ou senha não conferem. Confira os dois e tente de novo.'
const FALTA_O_CODIGO = 'Digite o código que o aplicativo do seu celular mostra agora.'
const CODIGO_ERRADO =
  'O código não confere, ou já foi usado. Espere o próximo e digite-o; sem o celular, use um código de recuperação.'
/** The code of a sign-in whose password was right, and which needs the second factor. */
const SEGUNDO_FATOR = 'segundo_fator'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta'>

/** Where a sign-in comes from: address, browser, and the browser's own id when this e-mail signed in there before. */
export interface Origem {
  ip: string
  navegador: string | null
  nomeDoNavegador: string | null
}
interface Dados {
  email: string
  password: string
  codigo?: string | undefined
}

/** A code was given and is not the one of now, nor a recovery code that is left. */
class CodigoErrado extends NaoAutenticado {
  constructor() {
    super(CODIGO_ERRADO, SEGUNDO_FATOR)
  }
}

/**
 * A token for the right pair and, for whoever has a second factor, the right code; the same sentence and the same work whether the
 * e-mail exists or not.
 */
export const entrar = (meios: Meios, dados: Dados, origem: Origem): Promise<{ token: string; user: Usuario }> => {
  const { ip, navegador } = origem
  const email = dados.email.toLowerCase()
  const vez = navegador ? { conhecida: true, de: email } : { conhecida: false, de: origemDe(ip) }
  return naFilaDeSenhas(vez, async () => {
    const { db, relogio } = meios
    const agora = relogio.agora()
    const chaves = navegador ? chavesDeConhecido(email, navegador) : chavesDeEstranho(email, ip)
    const tentativa = await contarTentativa(db, chaves, agora)
    const credencial = await buscarCredencial(db, email)
    if (!(await conferirSenha(dados.password, credencial?.senha_hash)) || !credencial) {
      const descricao = credencial
        ? frase`Senha errada para ${oUsuario(credencial.id)}`
        : 'Entrada com um e-mail desconhecido'
      await registrarRecusa(db, descricao, ip, agora)
      tentativa.errou()
      throw new NaoAutenticado(PAR_ERRADO)
    }
    // Only whoever knows the password gets here; guesses of the code are limited, from anywhere.
    const palpite =
      dados.codigo === undefined ? null : await contarTentativa(db, chavesDoCodigo(email, navegador), agora)
    try {
      const sessao = await emTransacao(db, (trx) => abrirSessao(trx, meios, credencial, dados.codigo, origem, agora))
      await Promise.all([tentativa.acertou(), palpite?.acertou()])
      return sessao
    } catch (erro) {
      // Blocked users and wrong codes stay counted, so that they cannot be tried endlessly. A missing code is no failure.
      if (erro instanceof Proibido) await registrarRecusa(db, frase`${oUsuario(credencial.id)} ${BLOQUEADO}`, ip, agora)
      else if (erro instanceof CodigoErrado) {
        await registrarRecusa(db, frase`Código errado para ${oUsuario(credencial.id)}, com a senha certa`, ip, agora)
        tentativa.errou()
        palpite?.errou()
      } else if (erro instanceof NaoAutenticado) await Promise.all([tentativa.acertou(), palpite?.acertou()])
      throw erro
    }
  })
}

const BLOQUEADO = 'tentou entrar, com a senha certa, mas o acesso está bloqueado'

async function abrirSessao(
  trx: Trx,
  meios: Meios,
  vista: { id: number; senha_hash: string },
  codigo: string | undefined,
  { ip, nomeDoNavegador }: Origem,
  agora: Date,
) {
  const credencial = await travarCredencial(trx, vista.id)
  const { id, name, email, role } = credencial
  if (credencial.status !== 'Ativo') throw new Proibido('Seu acesso está bloqueado. Fale com um administrador.')
  // The password was changed between the check and this lock: what was checked is no longer the password.
  if (credencial.senha_hash !== vista.senha_hash) throw new NaoAutenticado(PAR_ERRADO)
  const comRecuperacao = credencial.segundo_fator_em !== null && (await exigirCodigo(trx, meios, credencial, codigo))
  const token = await criarSessao(trx, id, agora, ip, nomeDoNavegador)
  await anotarEntrada(trx, id, agora)
  const descricao = comRecuperacao
    ? frase`${oUsuario(id)} entrou com um código de recuperação`
    : frase`${oUsuario(id)} entrou`
  const nivel = comRecuperacao ? ('aviso' as const) : ('info' as const)
  await registrar(trx, { agora, acao: 'sessao.entrar', nivel, descricao, usuarioId: id, ip })
  return { token, user: { id, name, email, role } }
}

/** The code is used up only if the sign-in commits. Returns whether it was a recovery code. */
async function exigirCodigo(
  trx: Trx,
  meios: Meios,
  credencial: Parameters<typeof gastarCodigo>[2],
  codigo: string | undefined,
): Promise<boolean> {
  if (codigo === undefined) throw new NaoAutenticado(FALTA_O_CODIGO, SEGUNDO_FATOR)
  const gasto = await gastarCodigo(trx, meios, credencial, codigo)
  if (!gasto) throw new CodigoErrado()
  return gasto === 'recuperacao'
}

/** The token is dead at once. */
export const sair = ({ db, relogio }: Meios, { usuario, ip }: QuemEntrou, token: string) =>
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

/** Ends one of one's own sessions, here or elsewhere; another person's does not exist. */
export const encerrarUma = ({ db, relogio }: Pick<Meios, 'db' | 'relogio'>, { usuario, ip }: QuemEntrou, id: number) =>
  emTransacao(db, async (trx) => {
    if (!(await encerrarSessaoDe(trx, usuario.id, id)))
      throw new NaoEncontrado('Sessão não encontrada. Ela pode já ter terminado.')
    await registrar(trx, {
      agora: relogio.agora(),
      acao: 'sessao.encerrar',
      descricao: frase`${oUsuario(usuario.id)} encerrou uma das próprias sessões`,
      usuarioId: usuario.id,
      ip,
    })
  })
