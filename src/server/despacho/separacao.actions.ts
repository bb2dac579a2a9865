import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Cancelamento } from '#server/saida/saida.actions.ts'
import { cancelarComRelatorio } from './canceladas.actions.ts'

/** PostgreSQL's classes of a value that it does not take, and of a constraint: all else may pass, as a restore does. */
export const ehRecusa = (erro: unknown) => /^2[23]/.test(String(codigoDe(erro)))
const codigoDe = (erro: unknown) => (erro as { code?: unknown } | null)?.code

/** What one row brings about, there or in our own code, and would again: not a database that is away, busy or of another version. */
const ehDaLinha = (erro: unknown) =>
  ehRecusa(erro) ||
  (erro instanceof Error && /^(undefined|ERR_)/.test(String(codigoDe(erro))) && !falhaDoAmbiente(erro))

const ehDosDados = (erro: unknown) => ehRecusa(erro) || erro instanceof RegraViolada

interface Meios {
  db: Db
  agora: Date
  log?: FastifyBaseLogger | undefined
}

interface Falha<C> {
  uma: C
  erro: unknown
}

/**
 * Claims all of these at once or, if one of them makes that impossible, by halves until that one is alone, so that the others are
 * claimed. Returns what each transaction claimed. A failure explained by the data cancels the message. Any other is a fault of
 * the program: the message waits for ten minutes or, if it stops the whole queue, the error is thrown and the stalled queue is
 * reported.
 */
export async function emPartes<C extends { id: number }, T>(
  meios: Meios,
  candidatas: C[],
  reivindicar: (quais: C[]) => Promise<T>,
): Promise<T[]> {
  const feitas: T[] = []
  const falhas: Falha<C>[] = []
  try {
    await porMetades(candidatas, async (quais) => void feitas.push(await reivindicar(quais)), falhas)
    const nossa = falhas.find(({ erro }) => !ehDosDados(erro))
    const separaveis = feitas.length > 0 ? falhas : falhas.filter(({ erro }) => ehDosDados(erro))
    for (const { uma, erro } of separaveis) await separar(meios, uma.id, erro)
    if (nossa && feitas.length === 0) throw nossa.erro
  } catch (erro) {
    if (feitas.length === 0) throw erro
    // Claimed messages are ours to send; changes in between are seen by the next claim.
    meios.log?.error({ err: erro }, 'uma parte da fila espera pela próxima vez')
  }
  return feitas
}

async function porMetades<C>(
  candidatas: C[],
  reivindicar: (quais: C[]) => Promise<void>,
  falhas: Falha<C>[],
): Promise<void> {
  try {
    return await reivindicar(candidatas)
  } catch (erro) {
    if (!ehDaLinha(erro)) throw erro
  }
  const [uma, outra] = candidatas
  if (uma && outra) {
    const meio = Math.ceil(candidatas.length / 2)
    await porMetades(candidatas.slice(0, meio), reivindicar, falhas)
    return porMetades(candidatas.slice(meio), reivindicar, falhas)
  }
  try {
    await reivindicar(candidatas) // the first refusal may be of somebody else's write at the same moment
  } catch (erro) {
    if (!uma || !ehDaLinha(erro)) throw erro
    falhas.push({ uma, erro })
  }
}

const NAO_PREPARADA: Cancelamento = {
  codigo: 'nao_preparada',
  mensagem:
    'O sistema não conseguiu preparar esta mensagem, e ela não foi enviada. O motivo técnico está no registro do servidor.',
}

const ESPERA_MS = 10 * 60_000

async function separar(meios: Meios, id: number, erro: unknown) {
  meios.log?.error({ err: erro, mensagem: id }, 'uma mensagem não pode ser preparada para o envio')
  if (ehDosDados(erro)) {
    try {
      return await cancelar(meios, id)
    } catch (outro) {
      if (!ehDaLinha(outro)) throw outro
      meios.log?.error({ err: outro, mensagem: id }, 'nem cancelada ela pode ser')
    }
  }
  const em = new Date(meios.agora.getTime() + ESPERA_MS)
  await sql`update mensagem set proxima_em = ${em} where id = ${id} and envio = 'fila'`.execute(meios.db)
}

const cancelar = ({ db, agora }: Meios, id: number) =>
  emTransacao(db, async (trx) => {
    const mensagem = await trx
      .selectFrom('mensagem')
      .select(['id', 'execucao_id', 'cliente_id'])
      .where('id', '=', id)
      .where('envio', '=', 'fila')
      .forUpdate()
      .executeTakeFirst()
    if (!mensagem) return
    await cancelarComRelatorio(trx, [mensagem], NAO_PREPARADA)
    const { cliente_id } = mensagem
    await registrar(trx, {
      agora,
      nivel: 'erro',
      acao: 'mensagem.falhar',
      descricao: frase`Uma mensagem ${cliente_id === null ? '' : frase`para ${oCliente(cliente_id)} `}não pôde ser preparada e não foi enviada. O motivo técnico está no registro do servidor.`,
      entidade: 'cliente',
      ...(cliente_id === null ? {} : { entidadeId: cliente_id }),
      dados: { mensagem: id },
    })
  })
