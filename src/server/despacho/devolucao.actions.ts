import { sql } from 'kysely'
import { TALVEZ_SAIU } from '#domain/mensagem.ts'
import { descontarTentativa } from '#server/clientes/chamadas.actions.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Donos, recontarDias, travarDonos } from './dias.actions.ts'

export interface Adiada {
  id: number
  segundos: number
  /** Failed attempts before this one: makes a repeated call harmless, and protects a message that is being sent again. */
  tentativas: number
}

/**
 * Puts off messages that are known not sent, also those that a successor gave up as perhaps sent while this node stood
 * still; the engine's until the end of their day, which ends them (`expirarDeOntem`). Gives how many: others were settled meanwhile.
 */
export async function adiar(trx: Trx, adiadas: readonly Adiada[], agora: Date): Promise<number> {
  if (adiadas.length === 0) return 0
  const ids = adiadas.map(({ id }) => id)
  await travarDonos(trx, ids)
  const incertas = await desconhecidas(trx, ids)
  const linhas = adiadas.map(({ id, segundos, tentativas }) => {
    return { id, tentativas, em: new Date(agora.getTime() + segundos * 1_000) }
  })
  const { numAffectedRows } = await sql`
    update mensagem m set envio = 'fila', tentativas = m.tentativas + 1, enviando_em = null,
      proxima_em = least(n.em, (m.dia + 1)::timestamp at time zone 'America/Sao_Paulo')
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, em timestamptz, tentativas int)
    where m.id = n.id and m.tentativas = n.tentativas and m.envio in ${lista(TALVEZ_SAIU)}`.execute(trx)
  await recontarDias(trx, incertas)
  return Number(numAffectedRows)
}

/**
 * Those of these messages whose outcome was recorded as unknown, which spent their days. The caller has locked the
 * recipients.
 */
const desconhecidas = async (trx: Trx, ids: readonly number[]): Promise<Donos[]> => {
  const { rows } = await sql<Donos>`
    select cliente_id, contato_id from mensagem where id = any(${ids}::bigint[]) and envio = 'desconhecida'`.execute(
    trx,
  )
  return rows
}

/** Marked and certainly not sent: undoes the mark, whatever a successor recorded meanwhile. */
export async function desmarcar(db: Db, ids: readonly number[], em: Date): Promise<void> {
  await emTransacao(db, async (trx) => {
    await travarDonos(trx, ids)
    const incertas = await desconhecidas(trx, ids)
    await sql`
      update mensagem set envio = 'fila', enviando_em = null
      where id = any(${ids}::bigint[]) and envio in ${lista(TALVEZ_SAIU)} and enviando_em = ${em}
        and aceita_em is null and status = 'pendente'`.execute(trx)
    await recontarDias(trx, incertas)
  })
}

/** Claimed and not sent after all: back, to be judged again; not before `em`, if given. */
export async function devolver(db: Db | Trx, ids: readonly number[], em: Date | null = null): Promise<void> {
  if (ids.length === 0) return
  await sql`update mensagem set envio = 'fila', proxima_em = coalesce(${em}::timestamptz, proxima_em) where id = any(${ids}::bigint[]) and envio = 'reivindicada'`.execute(
    db,
  )
}

/**
 * A problem of the account, told after it was accepted: the message was never really sent, so its step and its day are
 * free again, and the attempt does not count. The caller has locked the customer and writes the status.
 */
export async function liberar(trx: Trx, mensagemId: number): Promise<void> {
  const mensagem = await trx
    .selectFrom('mensagem')
    .select(['cliente_id', 'contato_id', 'contou_chamada', 'liberada'])
    .where('id', '=', mensagemId)
    .forUpdate()
    .executeTakeFirst()
  if (!mensagem || mensagem.liberada) return
  await trx
    .updateTable('mensagem')
    .set({ liberada: true, envio: 'encerrada', contou_chamada: false })
    .where('id', '=', mensagemId)
    .execute()
  await trx.deleteFrom('cobranca_passo').where('mensagem_id', '=', mensagemId).execute()
  if (mensagem.contou_chamada && mensagem.cliente_id !== null) await descontarTentativa(trx, mensagem.cliente_id)
  await recontarDias(trx, [mensagem])
}
