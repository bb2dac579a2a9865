import { CamposInvalidos, NaoAutenticado, RegraViolada } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { cifrar, decifrar, usoDoSegundoFator } from '#server/chaves/cifra.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirSenha, hashDaSenha } from './argon2.ts'
import { naFilaDeSenhas } from './fila-de-senhas.ts'
import {
  anotarCodigoUsado,
  anotarPasso,
  apagarSegundoFator,
  ativar,
  buscarCodigo,
  gravarSegredo,
} from './segundo-fator.queries.ts'
import {
  ehDoAplicativo,
  escreverCodigo,
  lerCodigo,
  marcaDe,
  novoSegredo,
  novosCodigos,
  paraOAplicativo,
  passoDoCodigo,
} from './segundo-fator.ts'
import {
  chavesDaSessao,
  comSenhaConferida,
  exigirAConferida,
  type QuemEntrou,
  registrarRecusa,
} from './senha.actions.ts'
import { encerrarSessoesDe, existeSessao, travarCredencial } from './sessao.queries.ts'
import { contarTentativa, desculparFalhas, esquecerPalpites } from './tentativas.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta'>
type Credencial = Pick<
  Awaited<ReturnType<typeof travarCredencial>>,
  'id' | 'segundo_fator_cifrado' | 'segundo_fator_passo'
>

const NAO_CONFERE = [
  'O código não confere. Digite o que o aplicativo mostra agora; se persistir, acerte a hora do celular.',
]
const JA_ATIVO = 'O segundo fator já está ativo. Desative-o antes de começar de novo.'
const NAO_COMECADO = 'Comece de novo: o código do QR que você leu já não vale.'
const INATIVO = 'O segundo fator não está ativo.'

/** A new secret for one's authenticator; nothing changes at signing in until a code proves it (`confirmarSegundoFator`). */
export const iniciarSegundoFator = ({ db, chaveSecreta }: Meios, quem: QuemEntrou) =>
  emTransacao(db, async (trx) => {
    const { usuario } = quem
    const { segundo_fator_em } = await travarQuemEntrou(trx, quem)
    if (segundo_fator_em) throw new RegraViolada('segundo_fator_ativo', JA_ATIVO)
    const segredo = novoSegredo()
    await gravarSegredo(trx, usuario.id, cifrar(chaveSecreta, segredo, usoDoSegundoFator(usuario.id)))
    const { empresa } = await lerEmpresa(trx)
    return paraOAplicativo(segredo, { empresa, email: usuario.email })
  })

/**
 * In force from now on. Gives the ten recovery codes, shown this once; sessions that were opened without it end, this one
 * aside. A wrong code is a 422, counted as a wrong password.
 */
export const confirmarSegundoFator = (meios: Meios, quem: QuemEntrou, digitado: string): Promise<string[]> =>
  naFilaDeSenhas({ conhecida: true, de: quem.usuario.email.toLowerCase() }, async () => {
    const { db, relogio } = meios
    const { usuario, ip, sessaoId } = quem
    const agora = relogio.agora()
    const tentativa = await contarTentativa(db, chavesDaSessao(usuario), agora)
    const codigos = await emTransacao(db, async (trx) => {
      const credencial = await travarQuemEntrou(trx, quem)
      if (credencial.segundo_fator_em) throw new RegraViolada('segundo_fator_ativo', JA_ATIVO)
      if (!credencial.segundo_fator_cifrado) throw new RegraViolada('segundo_fator_nao_comecado', NAO_COMECADO)
      const passo = passoDe(meios, credencial, lerCodigo(digitado))
      if (passo === null) return null
      const novos = novosCodigos()
      const hashes = await Promise.all(novos.map(hashDaSenha))
      const guardados = novos.map((codigo, i) => ({ marca: marcaDe(codigo), hash: hashes[i]! }))
      await ativar(trx, usuario.id, { passo, codigos: guardados, agora })
      await encerrarSessoesDe(trx, usuario.id, { menos: sessaoId })
      await anotar(trx, quem, 'ativar_segundo_fator', 'ativou o segundo fator', agora)
      return novos.map(escreverCodigo)
    })
    if (codigos) {
      await tentativa.acertou()
      return codigos
    }
    await registrarRecusa(db, frase`Código errado de ${oUsuario(usuario.id)} ao ativar o segundo fator`, ip, agora)
    tentativa.errou()
    throw new CamposInvalidos({ codigo: NAO_CONFERE })
  })

/** Signing in takes the password alone again: wants both the password and a code, of the authenticator or for recovery. */
export const desativarSegundoFator = (
  meios: Meios,
  quem: QuemEntrou,
  { password, codigo }: { password: string; codigo: string },
): Promise<void> =>
  comSenhaConferida(meios, quem, { senha: password, campo: 'password' }, async (tentativa, agora, conferida) => {
    const { usuario, ip } = quem
    const certo = await emTransacao(meios.db, async (trx) => {
      const credencial = await travarCredencial(trx, usuario.id)
      exigirAConferida(credencial, conferida)
      if (!credencial.segundo_fator_em) throw new RegraViolada('segundo_fator_inativo', INATIVO)
      if (!(await gastarCodigo(trx, meios, credencial, codigo))) return false
      await apagarSegundoFator(trx, usuario.id)
      await anotar(trx, quem, 'desativar_segundo_fator', 'desativou o segundo fator', agora)
      return true
    })
    if (certo) return tentativa.acertou()
    const descricao = frase`Código errado de ${oUsuario(usuario.id)} ao desativar o segundo fator`
    await registrarRecusa(meios.db, descricao, ip, agora)
    tentativa.errou()
    throw new CamposInvalidos({ codigo: NAO_CONFERE })
  })

/**
 * For a user who lost the authenticator and the codes: the password alone suffices until it is set up again, and what they
 * tried without them is forgiven. All sessions end, since the lost phone may have one. False when there was none.
 */
export async function zerarSegundoFator(trx: Trx, { id, email }: { id: number; email: string }): Promise<boolean> {
  if (!(await apagarSegundoFator(trx, id))) return false
  await desculparFalhas(trx, email)
  await esquecerPalpites(trx, email)
  await encerrarSessoesDe(trx, id)
  return true
}

/**
 * Uses up a code, once over all nodes: which kind it was, or null when it is wrong or was used. `credencial` is locked
 * by this transaction; the code is used when it commits.
 */
export async function gastarCodigo(
  trx: Trx,
  meios: Pick<Meios, 'relogio' | 'chaveSecreta'>,
  credencial: Credencial,
  digitado: string,
): Promise<'aplicativo' | 'recuperacao' | null> {
  const codigo = lerCodigo(digitado)
  if (ehDoAplicativo(codigo)) {
    const passo = passoDe(meios, credencial, codigo)
    if (passo === null) return null
    await anotarPasso(trx, credencial.id, passo)
    return 'aplicativo'
  }
  const marca = marcaDe(codigo)
  const guardado = await buscarCodigo(trx, credencial.id, marca)
  if (!(await conferirSenha(codigo, guardado?.hash))) return null
  await anotarCodigoUsado(trx, credencial.id, marca, meios.relogio.agora())
  return 'recuperacao'
}

/** Whoever is signed in, locked, as they are now: 401 once the session ended, as another password and blocking end it. */
async function travarQuemEntrou(trx: Trx, { usuario, sessaoId }: QuemEntrou) {
  const credencial = await travarCredencial(trx, usuario.id)
  if (!(await existeSessao(trx, sessaoId))) throw new NaoAutenticado()
  return credencial
}

/** Without the secret (lost with a SECRET_KEY) no authenticator code is right; recovery codes still are. */
function passoDe(
  { relogio, chaveSecreta }: Pick<Meios, 'relogio' | 'chaveSecreta'>,
  { id, segundo_fator_cifrado: cifrado, segundo_fator_passo: ultimo }: Credencial,
  codigo: string,
): number | null {
  if (!cifrado) return null
  const segredo = decifrar(chaveSecreta, cifrado, usoDoSegundoFator(id))
  return passoDoCodigo(segredo, codigo, relogio.deFora(), ultimo)
}

const anotar = (
  trx: Trx,
  { usuario, ip }: QuemEntrou,
  verbo: 'ativar_segundo_fator' | 'desativar_segundo_fator',
  fez: string,
  agora: Date,
) =>
  registrar(trx, {
    agora,
    acao: `sessao.${verbo}`,
    descricao: frase`${oUsuario(usuario.id)} ${fez}`,
    usuarioId: usuario.id,
    ip,
    entidade: 'usuario',
    entidadeId: usuario.id,
  })
