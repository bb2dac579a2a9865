import type { z } from 'zod'
import type { Administrador } from '#contract/administradores.ts'
import type { MudancaDePessoa, NovaPessoa } from '#contract/operadores.ts'
import { RegraViolada } from '#domain/erros.ts'
import { type Frase, frase, oUsuario } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { zerarSegundoFator } from '#server/sessao/segundo-fator.actions.ts'
import { encerrarSessoesDe } from '#server/sessao/sessao.queries.ts'
import { desculparFalhas } from '#server/sessao/tentativas.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { buscarAdministrador, travarAdministradores } from './administradores.queries.ts'
import { prepararCadastro, prepararMudanca } from './pessoa.actions.ts'
import { recusarUsuario } from './recusas.ts'
import { gravarUsuario } from './usuarios.queries.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>
/** An administrator, or null: whoever sits at the machine itself (`npm run admin`). */
export interface DeQuem {
  usuarioId: number | null
  ip: string | null
}

/** A new administrator, whose password another person typed; an e-mail in use, in any case, is refused. */
export async function criarAdministrador(meios: Meios, quem: DeQuem, dados: z.output<typeof NovaPessoa>) {
  const cadastrar = await prepararCadastro(meios.db, dados, 'admin')
  return escrever(meios, quem, 'criar', null, async (trx, agora) => {
    const id = await cadastrar(trx, agora)
    return { id, descricao: frase`Cadastrou ${oUsuario(id)} como administrador` }
  })
}

/** Changes what was sent and nothing else; a new password ends their tokens. */
export async function mudarAdministrador(
  meios: Meios,
  quem: DeQuem,
  id: number,
  dados: z.output<typeof MudancaDePessoa>,
) {
  const mudar = await prepararMudanca(dados)
  return escrever(meios, quem, 'mudar', id, async (trx, agora, atual) => ({
    id,
    descricao: await mudar(trx, agora, atual!, { deOutro: id !== quem.usuarioId }),
  }))
}

const A_SI_MESMO = 'Ninguém bloqueia a si mesmo: peça a outro administrador.'

/**
 * Blocks at once; the last active one stays (409 `ultimo_administrador`), whoever else blocks at the same time, and nobody blocks
 * themselves (409 `proprio_bloqueio`).
 */
export const bloquearAdministrador = (meios: Meios, quem: DeQuem, id: number): Promise<Administrador> =>
  escrever(meios, quem, 'bloquear', id, async (trx, agora, atual) => {
    if (atual?.status === 'Bloqueado') return { id }
    await gravarUsuario(trx, id, { status: 'Bloqueado' }, agora)
    if (id === quem.usuarioId) throw new RegraViolada('proprio_bloqueio', A_SI_MESMO)
    await encerrarSessoesDe(trx, id)
    return { id, descricao: frase`Bloqueou ${oUsuario(id)}` }
  })

export const reativarAdministrador = (meios: Meios, quem: DeQuem, id: number): Promise<Administrador> =>
  escrever(meios, quem, 'reativar', id, async (trx, agora, atual) => {
    if (atual?.status === 'Ativo') return { id }
    await gravarUsuario(trx, id, { status: 'Ativo' }, agora)
    await desculparFalhas(trx, atual!.email) // tries of somebody who was blocked
    return { id, descricao: frase`Reativou ${oUsuario(id)}` }
  })

const O_PROPRIO =
  'Desative o seu em Minha conta, com a senha e um código. Se os perdeu, peça a outro administrador que o zere, ou use npm run admin no servidor.'

/** Who lost the second factor signs in by the password alone, until they set up another. One's own wants a code (409 `proprio_segundo_fator`). */
export const zerarSegundoFatorDoAdministrador = (meios: Meios, quem: DeQuem, id: number): Promise<Administrador> =>
  escrever(meios, quem, 'zerar_segundo_fator', id, async (trx, _agora, atual) => {
    if (!(await zerarSegundoFator(trx, atual!))) return { id }
    if (id === quem.usuarioId) throw new RegraViolada('proprio_segundo_fator', O_PROPRIO)
    return { id, descricao: frase`O segundo fator de ${oUsuario(id)} foi zerado` }
  })

type Travado = Awaited<ReturnType<typeof travarAdministradores>>

/** Both locked, the author still active, one transaction, and one log line if something changed. */
function escrever(
  { db, relogio }: Meios,
  quem: DeQuem,
  verbo: VerboDe<'administrador'>,
  deQuem: number | null,
  mudanca: (trx: Trx, agora: Date, atual: Travado | null) => Promise<{ id: number; descricao?: Frase }>,
): Promise<Administrador> {
  const agora = relogio.agora()
  return emTransacao(db, async (trx) => {
    const atual = deQuem === null ? null : await travarAdministradores(trx, quem.usuarioId, deQuem)
    if (quem.usuarioId !== null) await exigirUsuarioAtivo(trx, quem.usuarioId)
    const { id, descricao } = await mudanca(trx, agora, atual)
    if (descricao)
      await registrar(trx, {
        agora,
        acao: `administrador.${verbo}`,
        descricao,
        ...quem,
        entidade: 'usuario',
        entidadeId: id,
      })
    return buscarAdministrador(trx, id)
  }).catch(recusarUsuario)
}
