import { sql } from 'kysely'
import type { FinalidadeDeSaida } from '#domain/mensagem.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { notificar, notificarTodos } from '#server/eventos/notificar.ts'

/** Notified when something waits to be sent. */
export const CANAL_SAIDA = 'saida'

export interface NovaSaida {
  /** Null: whoever has the phone is no customer. */
  clienteId: number | null
  contatoId: number
  finalidade: FinalidadeDeSaida
  tipo: 'texto' | 'template' | 'imagem' | 'documento'
  /** As it reads now; what goes out is fixed when it is claimed. */
  conteudo: string
  modeloTipo?: TipoModelo | null
  modeloVersaoId?: number | null
  parametros?: string[] | null
  /** A template's header and buttons, filled. */
  partes?: PartesPreenchidas | null
  /** The file of one that is a picture or a document. */
  midia?: object | null
  autorId?: number | null
  /** Sent by the system itself, with nobody writing it. */
  automatica?: boolean
  /** An inbound message that it answers, quoted. */
  respondeA?: number | null
  /** Not before this instant, when one may write; its day is counted from there. */
  em?: string | null
}

/**
 * Puts a message in the outbox, in the caller's transaction: it exists if and only if what it tells of does.
 * The dispatcher sends it soon after the commit.
 */
export async function enfileirar(trx: Trx, nova: NovaSaida, agora: Date): Promise<Linha<'mensagem'>> {
  const mensagem = await trx
    .insertInto('mensagem')
    .values({
      cliente_id: nova.clienteId,
      contato_id: nova.contatoId,
      direcao: 'enviada',
      tipo: nova.tipo,
      conteudo: nova.conteudo,
      status: 'pendente',
      finalidade: nova.finalidade,
      modelo_tipo: nova.modeloTipo ?? null,
      modelo_versao_id: nova.modeloVersaoId ?? null,
      parametros: nova.parametros ? JSON.stringify(nova.parametros) : null,
      partes: nova.partes ? JSON.stringify(nova.partes) : null,
      midia: nova.midia ? JSON.stringify(nova.midia) : null,
      autor_id: nova.autorId ?? null,
      automatica: nova.automatica ?? false,
      responde_a: nova.respondeA ?? null,
      envio: 'fila',
      proxima_em: nova.em ?? agora,
      nao_antes_de: nova.em ?? null,
      created_at: agora,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await anunciar(trx, [mensagem.id], 'mensagem')
  await acordarSaida(trx)
  return mensagem
}

/** As one array parameter, because a statement's number of parameters is limited. */
export const umDe = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

export interface Cancelamento {
  /** A `codigo` of the message's `erro`. */
  codigo: string
  /** A Portuguese sentence, shown beside the message. */
  mensagem: string
}

/** One that the engine made is good for its own day. */
export const EXPIRADA: Cancelamento = {
  codigo: 'expirada',
  mensagem: 'A mensagem valia só para o dia em que foi para a fila.',
}

/** A message that the engine did not make is cancelled after a day of waiting. */
export const ESPEROU_DEMAIS: Cancelamento = {
  codigo: 'expirada',
  mensagem: 'A mensagem esperou mais de um dia e não foi enviada. Envie de novo.',
}

/**
 * Cancels these customers' queued messages, or those written by this person. Claimed ones are not cancelled: the claim counts as
 * sending. Their steps and their day become free again. Returns the cancelled messages.
 */
export async function cancelarNaFila(
  trx: Trx,
  alvo: { clientes?: readonly number[]; autorId?: number; finalidades?: readonly FinalidadeDeSaida[] },
  porque: Cancelamento,
): Promise<{ id: number; cliente_id: number | null }[]> {
  let fila = trx.selectFrom('mensagem').select('id').where('envio', '=', 'fila')
  if (alvo.clientes) fila = fila.where('cliente_id', '=', umDe(alvo.clientes))
  if (alvo.autorId) fila = fila.where('autor_id', '=', alvo.autorId)
  if (alvo.finalidades) fila = fila.where('finalidade', 'in', alvo.finalidades)
  const ids = (await fila.orderBy('id').forUpdate().execute()).map((linha) => linha.id)
  return cancelar(trx, ids, porque)
}

/** Cancels these messages, whose rows the caller has locked and found unsent. */
export async function cancelar(trx: Trx, ids: readonly number[], porque: Cancelamento) {
  if (ids.length === 0) return []
  await trx.deleteFrom('cobranca_passo').where('mensagem_id', '=', umDe(ids)).execute()
  const canceladas = await trx
    .updateTable('mensagem')
    .set({
      status: 'cancelada',
      envio: 'encerrada',
      liberada: true,
      erro_codigo: porque.codigo,
      erro_mensagem: porque.mensagem,
    })
    .where('id', '=', umDe(ids))
    .returning(['id', 'cliente_id'])
    .execute()
  await anunciar(trx, ids)
  return canceladas
}

/** Wakes the dispatcher, wherever it runs, when the transaction commits. */
export const acordarSaida = (trx: Trx) => sql`select pg_notify(${CANAL_SAIDA}, '')`.execute(trx)

/** This many at once are notified as one: screens reload what they show. */
const ANUNCIOS_UM_A_UM = 50

/** Tells the screens of whoever may see them that these messages changed. */
export async function anunciar(
  trx: Trx,
  ids: readonly number[],
  tipo: 'mensagem' | 'mensagem_status' = 'mensagem_status',
) {
  if (ids.length === 0) return
  if (ids.length > ANUNCIOS_UM_A_UM) return notificarTodos(trx, tipo)
  const eventos = await trx
    .selectFrom('mensagem')
    .innerJoin('cliente', 'cliente.id', 'mensagem.cliente_id')
    .select(['mensagem.id as mensagem_id', 'mensagem.status', 'cliente.id as cliente_id', 'cliente.operador_id'])
    .where('mensagem.id', '=', umDe(ids))
    .execute()
  await notificar(trx, ...eventos.map((evento) => ({ tipo, ...evento })))
}
