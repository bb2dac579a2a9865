import type { z } from 'zod'
import type { MudancaDePessoa, NovaPessoa, Operador } from '#contract/operadores.ts'
import { peloUsuario } from '#domain/causa.ts'
import { diaDe } from '#domain/data.ts'
import { type Frase, frase, oUsuario } from '#domain/frase-do-log.ts'
import type { VerboDe } from '#domain/log.ts'
import { plural } from '#domain/plural.ts'
import { liberarClientesDoOperador } from '#server/clientes/carteira.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { cancelarNaFila } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { zerarSegundoFator } from '#server/sessao/segundo-fator.actions.ts'
import { encerrarSessoesDe } from '#server/sessao/sessao.queries.ts'
import { desculparFalhas } from '#server/sessao/tentativas.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { buscarOperador, travarOperador } from './operadores.queries.ts'
import { prepararCadastro, prepararMudanca } from './pessoa.actions.ts'
import { recusarUsuario } from './recusas.ts'
import { gravarUsuario } from './usuarios.queries.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>
/** A new operator; an e-mail in use, in any case, is refused. */
export async function criarOperador(meios: Meios, quem: Quem, dados: z.output<typeof NovaPessoa>) {
  const cadastrar = await prepararCadastro(meios.db, dados, 'operador')
  return escrever(meios, quem, 'criar', async (trx, agora) => {
    const id = await cadastrar(trx, agora)
    return { id, descricao: frase`Cadastrou ${oUsuario(id)} como operador` }
  })
}

/** Changes what was sent and nothing else; a new password ends the operator's tokens. */
export async function mudarOperador(meios: Meios, quem: Quem, id: number, dados: z.output<typeof MudancaDePessoa>) {
  const mudar = await prepararMudanca(dados)
  return escrever(meios, quem, 'mudar', async (trx, agora) => ({
    id,
    descricao: await mudar(trx, agora, await travarOperador(trx, id), { deOutro: true }),
  }))
}

/**
 * Blocks at once: tokens end, customers lose their operator, and queued messages written by the operator or for their customers
 * are not sent. Waits for a write of theirs in progress; none begins afterwards.
 */
export const bloquearOperador = (meios: Meios, quem: Quem, id: number): Promise<Operador> =>
  escrever(meios, quem, 'bloquear', async (trx, agora) => {
    const operador = await travarOperador(trx, id)
    if (operador.status === 'Bloqueado') return { id }
    await gravarUsuario(trx, id, { status: 'Bloqueado' }, agora)
    await encerrarSessoesDe(trx, id)
    const clientes = await liberarClientesDoOperador(trx, id, peloUsuario(quem.usuarioId, quem.ip, agora))
    const porque = { codigo: 'operador_bloqueado', mensagem: 'Não foi enviada: o operador foi bloqueado antes.' }
    await cancelarNaFila(trx, { autorId: id }, porque)
    await cancelarNaFila(trx, { clientes }, porque)
    const liberados = plural(clientes.length, 'cliente ficou sem dono', 'clientes ficaram sem dono')
    return { id, descricao: frase`Bloqueou ${oUsuario(id)}; ${liberados}` }
  })

export const reativarOperador = (meios: Meios, quem: Quem, id: number): Promise<Operador> =>
  escrever(meios, quem, 'reativar', async (trx, agora) => {
    const operador = await travarOperador(trx, id)
    if (operador.status === 'Ativo') return { id }
    await gravarUsuario(trx, id, { status: 'Ativo' }, agora)
    await desculparFalhas(trx, operador.email) // tries of somebody who was blocked
    return { id, descricao: frase`Reativou ${oUsuario(id)}` }
  })

/** Who lost the second factor signs in by the password alone, until they set up another. */
export const zerarSegundoFatorDe = (meios: Meios, quem: Quem, id: number): Promise<Operador> =>
  escrever(meios, quem, 'zerar_segundo_fator', async (trx) => {
    if (!(await zerarSegundoFator(trx, await travarOperador(trx, id)))) return { id }
    return { id, descricao: frase`O segundo fator de ${oUsuario(id)} foi zerado` }
  })

/** An administrator's write: still active, one transaction, one line in the log when something changed. */
async function escrever(
  { db, relogio }: Meios,
  quem: Quem,
  verbo: VerboDe<'operador'>,
  mudanca: (trx: Trx, agora: Date) => Promise<{ id: number; descricao?: Frase }>,
): Promise<Operador> {
  const agora = relogio.agora()
  const operacao = emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, quem.usuarioId)
    const { id, descricao } = await mudanca(trx, agora)
    if (descricao !== undefined) {
      await registrar(trx, {
        agora,
        acao: `operador.${verbo}`,
        descricao,
        ...quem,
        entidade: 'usuario',
        entidadeId: id,
      })
    }
    return buscarOperador(trx, id, diaDe(agora))
  })
  return operacao.catch(recusarUsuario)
}
