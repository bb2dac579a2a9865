import type { Devolucao } from '#contract/ficha.ts'
import { acoesAceitas, retornoDoCliente } from '#domain/cliente.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { avaliarTodos, type ModeloDoMotor } from '#domain/decisao.ts'
import { type ComPausa, proximoContato } from '#domain/proximo-contato.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { comAcordoAtivo } from '#server/saldo/acordos.queries.ts'
import type { Quadro } from './decisao.queries.ts'

/**
 * What the engine would do with a customer handed back to it now, or from tomorrow on: its own decision, on the customer as they
 * would be then, with those who share the phone. Null for a customer who cannot be handed back.
 */
export async function devolucaoDe(db: Db | Trx, clienteId: number, quadro: Quadro): Promise<Devolucao | null> {
  const { momento, vizinhos } = quadro
  const cliente = vizinhos.find(({ id }) => id === clienteId)
  if (!cliente || !acoesAceitas(cliente.status).includes('reativar')) return null
  const devolvido = await comoDevolvido(db, cliente)
  if (!devolvido) return { hoje: null, proximo_contato_em: null, desde_amanha_em: null, fila: 'acordo_quebrado' }
  const todos = vizinhos.map((um) => (um.id === clienteId ? devolvido : um))
  const { motivo, modelo, passo, fila } = avaliarTodos(todos, momento).get(clienteId)!
  const ate = (pausadoAte: Dia) => proximoContato({ ...devolvido, status: 'pausado', pausadoAte }, momento)
  const proximo = proximoContato({ ...devolvido, pausadoAte: null }, momento)
  // Before the day's first allowed hour it is sent at that hour.
  const vai = motivo === 'prevista' || (motivo === 'fora_do_horario' && proximo === momento.dia)
  return {
    hoje: vai && modelo && passo !== null ? { modelo, titulo: await tituloDe(db, modelo), passo } : null,
    proximo_contato_em: fila ? null : proximo,
    desde_amanha_em: ate(somarDias(momento.dia, 1)),
    fila,
  }
}

/** As `reativar` leaves it; null when it leads to the queue. */
async function comoDevolvido(db: Db | Trx, cliente: ComPausa): Promise<ComPausa | null> {
  const acordos = await comAcordoAtivo(db, [cliente.id])
  const { quebrado, promessaQuebrada } = await db
    .selectFrom('cliente')
    .select(['acordo_quebrado_pendente as quebrado', 'promessa_quebrada_pendente as promessaQuebrada'])
    .where('id', '=', cliente.id)
    .executeTakeFirstOrThrow()
  const status = retornoDoCliente({ ativo: acordos.has(cliente.id), quebrado, promessaQuebrada })
  if (status === 'aguardando_atendimento') return null
  return status === 'ativo'
    ? { ...cliente, status, numeroChamadas: 0, tentativasVistas: 0 }
    : { ...cliente, status, tentativasVistas: cliente.numeroChamadas }
}

const tituloDe = async (db: Db | Trx, tipo: ModeloDoMotor): Promise<string> =>
  (await db.selectFrom('modelo').select('titulo').where('tipo', '=', tipo).executeTakeFirstOrThrow()).titulo
