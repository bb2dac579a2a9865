import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { fimDaJanela } from '#domain/conversa.ts'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

export type Contato = Linha<'contato'> & {
  /** The contact that turned out to be the same person, and is this one now. */
  juntado: number | null
}

/** Who wrote, as Meta says: the phone in WhatsApp's own form, the business-scoped id, or both. */
export interface Remetente {
  /** Digits; null when the person hides the number. */
  telefone: string | null
  bsuid: string | null
}

/** The contact ids that the phone and the BSUID lead to, without a lock. */
export async function procurarContatos(trx: Trx, canonico: string | null, bsuid: string | null): Promise<number[]> {
  const achados = await trx
    .selectFrom('contato')
    .select('id')
    .where((eb) =>
      eb.or([...(canonico ? [eb('canonico', '=', canonico)] : []), ...(bsuid ? [eb('bsuid', '=', bsuid)] : [])]),
    )
    .orderBy('id')
    .execute()
  return achados.map(({ id }) => id)
}

/**
 * The one contact of who wrote, locked: found by phone or by BSUID, made when unknown, and both ways linked whenever
 * both appear. The customers of these contacts are locked by the caller before.
 */
export async function contatoDe(trx: Trx, chaveSecreta: Buffer, { telefone, bsuid }: Remetente): Promise<Contato> {
  // The same person may be writing by phone and by BSUID at this moment: one of the two makes the contact.
  if (bsuid) await sql`select pg_advisory_xact_lock(hashtextextended(${`bsuid:${bsuid}`}, 0))`.execute(trx)
  const porTelefone = telefone ? await peloTelefone(trx, chaveSecreta, telefone) : undefined
  const porBsuid = bsuid
    ? await trx.selectFrom('contato').select('id').where('bsuid', '=', bsuid).executeTakeFirst()
    : undefined
  const ids = [...new Set([porTelefone, porBsuid?.id].filter((id) => id !== undefined))].sort((a, b) => a - b)
  if (ids.length === 0) return criarSoComBsuid(trx, chaveSecreta, bsuid!)
  const contatos = await trx
    .selectFrom('contato')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const principal = contatos.find(({ id }) => id === (porTelefone ?? porBsuid?.id))!
  const outro = contatos.find(({ id }) => id !== principal.id)
  const juntado = outro ? await juntar(trx, principal, outro) : null
  const novo = { wa_id: telefone ?? principal.wa_id, bsuid: bsuid ?? principal.bsuid }
  if (novo.wa_id !== principal.wa_id || novo.bsuid !== principal.bsuid) {
    await trx.updateTable('contato').set(novo).where('id', '=', principal.id).execute()
  }
  return { ...principal, ...novo, juntado }
}

async function peloTelefone(trx: Trx, chaveSecreta: Buffer, telefone: string): Promise<number> {
  const e164 = `+${telefone}`
  const achados = await contatosDe(trx, chaveSecreta, [e164], 'escreveu para a empresa')
  return achados.get(e164)!
}

async function criarSoComBsuid(trx: Trx, chaveSecreta: Buffer, bsuid: string): Promise<Contato> {
  const hash = createHmac('sha256', chaveSecreta).update(`bsuid:${bsuid}`).digest()
  await trx
    .insertInto('contato')
    .values({ bsuid, hash, consentimento_origem: 'escreveu para a empresa' })
    .onConflict((conflito) => conflito.doNothing())
    .execute()
  const contato = await trx
    .selectFrom('contato')
    .selectAll()
    .where('bsuid', '=', bsuid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...contato, juntado: null }
}

/**
 * The person once known only by BSUID turns out to have this phone: one contact, with the later word of both.
 * Gives the id that is no more.
 */
async function juntar(trx: Trx, principal: Linha<'contato'>, outro: Linha<'contato'>): Promise<number | null> {
  if (outro.canonico !== null) {
    // Another phone had this BSUID: the person changed numbers, and the phones stay two.
    await trx.updateTable('contato').set({ bsuid: null }).where('id', '=', outro.id).execute()
    return null
  }
  await trx.updateTable('mensagem').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx
    .updateTable('evento_whatsapp')
    .set({ contato_id: principal.id })
    .where('contato_id', '=', outro.id)
    .execute()
  await trx.updateTable('cliente').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx.deleteFrom('contato').where('id', '=', outro.id).execute()
  const palavra = (outro.palavra_em ?? '') > (principal.palavra_em ?? '') ? outro : principal
  const herdado = {
    aceita_mensagens: palavra.aceita_mensagens,
    palavra_em: palavra.palavra_em,
    janela_ate: (outro.janela_ate ?? '') > (principal.janela_ate ?? '') ? outro.janela_ate : principal.janela_ate,
  }
  await trx.updateTable('contato').set(herdado).where('id', '=', principal.id).execute()
  Object.assign(principal, herdado)
  return outro.id
}

/** A message arrived: the window runs from Meta's own timestamp and only ever moves forward; the number works. */
export const abrirJanela = (trx: Trx, contatoId: number, recebidaEm: Date) =>
  sql`update contato set janela_ate = greatest(janela_ate, ${fimDaJanela(recebidaEm)}::timestamptz), invalido_em = null
    where id = ${contatoId}`.execute(trx)
