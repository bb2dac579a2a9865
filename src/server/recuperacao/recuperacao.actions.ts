import { CamposInvalidos } from '#domain/erros.ts'
import { frase, oUsuario } from '#domain/frase-do-log.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { origemDe } from '#server/sessao/endereco.ts'
import { naFilaDeSenhas } from '#server/sessao/fila-de-senhas.ts'
import { definirSenha, exigirSenhaNova, recusarADeOutro, registrarRecusa } from '#server/sessao/senha.actions.ts'
import { travarCredencial } from '#server/sessao/sessao.queries.ts'
import { contarTentativa, desculparFalhas } from '#server/sessao/tentativas.ts'
import { donoDoLink, gastarLink, guardarPedido } from './recuperacao.queries.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>

/** Requests per address in 15 minutes: the same limit as for wrong passwords. */
const POR_ENDERECO = 50

/**
 * Stores a request for a link; whether the e-mail is a user's is checked in `enviarLinks`, where timing reveals
 * nothing.
 */
export async function pedirLink({ db, relogio }: Meios, digitado: string, ip: string): Promise<void> {
  const agora = relogio.agora()
  await contarTentativa(db, [{ chave: `esqueci:${origemDe(ip)}`, limite: POR_ENDERECO }], agora)
  await emTransacao(db, (trx) => guardarPedido(trx, digitado.toLowerCase(), ip, agora))
}

interface SenhaNova {
  token: string
  password: string
  password_confirmation: string
}

const LINK_MORTO =
  'Este link não vale mais: ele serve uma vez, por 30 minutos, e um mais novo o substitui. Peça outro em "Esqueci a senha".'

/**
 * Sets the password of whoever the link was sent to: ends their sessions, opens none, leaves the second factor as it is. A link
 * that does not serve is a 422, and counted.
 */
export const definirPeloLink = ({ db, relogio }: Meios, senhas: SenhaNova, ip: string): Promise<void> =>
  naFilaDeSenhas({ conhecida: false, de: origemDe(ip) }, async () => {
    const agora = relogio.agora()
    const tentativa = await contarTentativa(db, [{ chave: `link:${origemDe(ip)}`, limite: POR_ENDERECO }], agora)
    const recusar = async () => {
      await registrarRecusa(db, 'Link de senha que não vale', ip, agora)
      tentativa.errou()
      return new CamposInvalidos({ token: [LINK_MORTO] })
    }
    const dono = await donoDoLink(db, senhas.token, agora)
    if (!dono) throw await recusar()
    await exigirSenhaNova(db, senhas, dono)
    await recusarADeOutro(db, dono.email, senhas.password)
    const senhaHash = await hashDaSenha(senhas.password)
    const definida = await emTransacao(db, async (trx) => {
      const { id, email } = await travarCredencial(trx, dono.id)
      // The link was used or replaced, or the user blocked, since it was checked.
      if (!(await gastarLink(trx, senhas.token, agora))) return false
      await definirSenha(trx, id, senhaHash, agora)
      await desculparFalhas(trx, email)
      await registrar(trx, {
        agora,
        acao: 'sessao.recuperar_senha',
        descricao: frase`${oUsuario(id)} definiu uma senha nova pelo link recebido por e-mail`,
        usuarioId: id,
        ip,
        entidade: 'usuario',
        entidadeId: id,
      })
      return true
    })
    if (!definida) throw await recusar()
    await tentativa.acertou()
  })
