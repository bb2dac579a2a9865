import { sql } from 'kysely'
import type { StatusMeta } from '#contract/webhooks-meta.ts'
import { type StatusEnvio, type StatusOuvido, subirStatus } from '#domain/conversa.ts'
import { talvezSaiu } from '#domain/mensagem.ts'
import { canonico, ehBsuid } from '#domain/telefone.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { travarPessoas } from '#server/despacho/dias.actions.ts'
import { registrarAceitas } from '#server/despacho/resultados.actions.ts'
import { anotarSemRegistro, type SemRegistro } from '#server/despacho/retencao.actions.ts'
import { marcarProcessados } from '#server/entrada/processar.actions.ts'
import { aprenderBsuids, travarBsuids } from '#server/mensagens/bsuid.actions.ts'
import { anunciar } from '#server/saida/saida.actions.ts'

const LOTE = 500
/** The queue key of a status to be processed alone, so that those of one message stay in order. */
export const SOZINHO = sql<string>`'s:' || coalesce(payload->>'id', id::text)`

/** Meta's status as ours; null for one without meaning here. */
export function statusNosso(status: string): StatusOuvido | null {
  const palavras: Record<string, StatusOuvido> = {
    sent: 'enviada',
    delivered: 'entregue',
    read: 'lida',
    played: 'lida',
    failed: 'falha',
  }
  return Object.hasOwn(palavras, status) ? palavras[status]! : null
}

/** Statuses from Meta's older documentation, without effect. */
export const DE_ANTES = new Set(['deleted', 'warning'])

type Mensagem = Pick<
  Linha<'mensagem'>,
  'id' | 'wamid' | 'referencia' | 'status' | 'envio' | 'entregue_em' | 'lida_em' | 'preco_tipo' | 'preco_categoria'
> & {
  /** Its phone was marked as unable to receive. */
  desistida: boolean
}
type Vista = Pick<Linha<'mensagem'>, 'id' | 'wamid' | 'referencia' | 'envio' | 'cliente_id' | 'contato_id'> & {
  /** It went to a phone of which Meta's id of the person is not known. */
  semBsuid: boolean
}
/** `numero`: Meta's id of the number of ours that it was sent from; unknown of what was kept by earlier versions. */
export type StatusRecebido = StatusMeta & { numero?: string | null }
interface Evento {
  id: number
  payload: StatusRecebido
  meta_em: string
}

/**
 * Successful statuses, which are nearly all: in bulk, in any order; one that arrives before our own record of the send proves the
 * send. The others (failures, and statuses that revert one) are left to be processed one by one, under their customers' locks.
 * Returns how many it read.
 */
export async function processarStatusEmLote(db: Db, agora: Date): Promise<number> {
  return emTransacao(db, async (trx) => {
    const eventos = await tomar(trx)
    if (eventos.length === 0) return 0
    const { travadas, estranhos } = await travarMensagens(trx, eventos, agora)
    const achar = indexar(travadas)
    const [umPorUm, emLote] = separar(eventos, achar, estranhos)
    await subir(trx, emLote, achar)
    const perdidos = emLote.filter(({ payload }) => !achar(payload) && !DE_ANTES.has(payload.status))
    await anotarSemRegistro(
      trx,
      perdidos.flatMap(({ payload, meta_em }) => semRegistro(payload, meta_em)),
      agora,
    )
    if (umPorUm.length > 0)
      await sql`update evento_recebido set ordem = ${SOZINHO} where id = any(${umPorUm.map((e) => e.id)}::bigint[])`.execute(
        trx,
      )
    await marcarProcessados(trx, emLote, agora)
    return eventos.length
  })
}

/** The statuses of the next batch wait each under a key of its own from now on. Gives how many. */
export async function deixarUmPorUm(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update evento_recebido set ordem = ${SOZINHO} where id in (
      select id from evento_recebido
      where tipo = 'status' and ordem is null and processado_em is null and posto_de_lado_em is null
      order by id limit ${LOTE} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

const tomar = async (trx: Trx): Promise<Evento[]> => {
  const { rows } = await sql<Evento>`
    select id, payload, coalesce(meta_em, recebido_em) as meta_em from evento_recebido
    where tipo = 'status' and ordem is null and processado_em is null and posto_de_lado_em is null
    order by id limit ${LOTE} for update skip locked`.execute(trx)
  return rows
}

/**
 * Locks in the global order: the BSUIDs to be learned, the people for whom that or an acceptance is written, then the messages by id.
 * `estranhos`: the BSUIDs under which somebody wrote who was no phone's yet.
 */
async function travarMensagens(trx: Trx, eventos: Evento[], agora: Date) {
  const vistas = await lerMensagens(trx, eventos)
  const achar = indexar(vistas)
  const provadas = provadasPor(eventos, achar)
  const novos = bsuidsDitos(eventos, achar)
  await travarBsuids(trx, [...novos.values()])
  await travarPessoas(trx, [...provadas.keys(), ...novos.keys()])
  const estranhos = await aprenderBsuids(
    trx,
    [...novos].map(([{ contato_id }, { bsuid, numero }]) => ({ contatoId: contato_id!, bsuid, numero })),
  )
  const ids = vistas.map(({ id }) => id)
  const travadas = await travarPorId(trx, ids)
  if (provadas.size === 0) return { travadas, estranhos }
  const aceitas = [...provadas].map(([{ id }, wamid]) => ({ id, wamid }))
  await registrarAceitas(trx, aceitas, agora)
  return { travadas: await travarPorId(trx, ids), estranhos }
}

/** Whom Meta names as the owner of a phone of which that was not known. */
function bsuidsDitos(eventos: Evento[], achar: Achar<Vista>) {
  const ditos = new Map<Vista, { telefone: null; bsuid: string; numero: string | null }>()
  for (const { payload } of eventos) {
    const [mensagem, bsuid] = [achar(payload), bsuidDito(payload)]
    if (mensagem?.semBsuid && bsuid !== null)
      ditos.set(mensagem, { telefone: null, bsuid, numero: payload.numero ?? null })
  }
  return ditos
}

/** Meta's id of the person whom the message went to. */
export const bsuidDito = ({ recipient_user_id: dito }: StatusMeta): string | null =>
  dito !== undefined && ehBsuid(dito) ? dito : null

async function lerMensagens(trx: Trx, eventos: Evento[]): Promise<Vista[]> {
  const wamids = eventos.map(({ payload }) => payload.id)
  const referencias = eventos.flatMap(({ payload }) => referenciaDe(payload) ?? [])
  const { rows } = await sql<Vista>`
    select id, wamid, referencia, envio, cliente_id, contato_id,
      exists (select from contato c where c.id = contato_id and c.bsuid is null and c.canonico is not null) as "semBsuid"
    from mensagem where wamid = any(${wamids}::text[]) or referencia = any(${referencias}::uuid[])`.execute(trx)
  return rows
}

const travarPorId = async (trx: Trx, ids: number[]): Promise<Mensagem[]> => {
  const { rows } = await sql<Mensagem>`
    select id, wamid, referencia, status, envio, entregue_em, lida_em, preco_tipo, preco_categoria,
      exists (select from contato c where c.id = contato_id and c.invalido_em is not null) as desistida
    from mensagem where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx)
  return rows
}

/** Messages whose answer is not written down yet, or never came, and the id by which Meta knows them. */
function provadasPor(eventos: Evento[], achar: Achar<Vista>): Map<Vista, string> {
  const provadas = new Map<Vista, string>()
  for (const { payload } of eventos) {
    const mensagem = achar(payload)
    const novo = statusNosso(payload.status)
    if (!mensagem || !novo || novo === 'falha') continue
    if (talvezSaiu(mensagem)) provadas.set(mensagem, payload.id)
  }
  return provadas
}

/** Our own id of the message, when this status carries one. */
export function referenciaDe({ biz_opaque_callback_data: dado }: StatusMeta): string | null {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
  return dado && uuid.test(dado) ? dado.toLowerCase() : null
}

/** A status of an unknown message: nothing, if it is another system's. */
export function semRegistro(status: StatusMeta, em: string): SemRegistro[] {
  const referencia = referenciaDe(status)
  if (!referencia) return []
  return [
    { referencia, status: status.status, canonico: status.recipient_id ? canonico(status.recipient_id) : null, em },
  ]
}

type Conhecida = Pick<Mensagem, 'wamid' | 'referencia'>
type Achar<T> = (status: StatusMeta) => T | undefined

function indexar<T extends Conhecida>(mensagens: T[]): Achar<T> {
  const porWamid = new Map(mensagens.map((mensagem) => [mensagem.wamid, mensagem]))
  const porReferencia = new Map(mensagens.map((mensagem) => [mensagem.referencia, mensagem]))
  return (status) => porWamid.get(status.id) ?? porReferencia.get(referenciaDe(status) ?? '')
}

function separar(eventos: Evento[], achar: Achar<Mensagem>, estranhos: ReadonlySet<string>): [Evento[], Evento[]] {
  const delicados = new Set<Evento>()
  for (const evento of eventos) {
    const mensagem = achar(evento.payload)
    const novo = statusNosso(evento.payload.status)
    if (!mensagem || DE_ANTES.has(evento.payload.status)) continue // another system's message, or a status without meaning
    const vaiBem =
      novo !== null &&
      novo !== 'falha' &&
      mensagem.envio === 'aceita' &&
      mensagem.status !== 'falha' &&
      !mensagem.desistida &&
      !estranhos.has(bsuidDito(evento.payload) ?? '')
    if (!vaiBem) delicados.add(evento)
  }
  return [eventos.filter((evento) => delicados.has(evento)), eventos.filter((evento) => !delicados.has(evento))]
}

async function subir(trx: Trx, eventos: Evento[], achar: Achar<Mensagem>) {
  const mudadas = new Map<number, Mensagem>()
  const iguais = (a: Mensagem, b: Mensagem) =>
    a.status === b.status &&
    a.entregue_em === b.entregue_em &&
    a.lida_em === b.lida_em &&
    a.preco_tipo === b.preco_tipo &&
    a.preco_categoria === b.preco_categoria
  for (const { payload, meta_em } of eventos) {
    const mensagem = achar(payload)
    const novo = statusNosso(payload.status)
    if (!mensagem || !novo) continue
    const antes = mudadas.get(mensagem.id) ?? mensagem
    const depois = {
      ...antes,
      status: subirStatus(antes.status as StatusEnvio, novo),
      entregue_em: novo === 'entregue' ? (antes.entregue_em ?? meta_em) : antes.entregue_em,
      lida_em: novo === 'lida' ? (antes.lida_em ?? meta_em) : antes.lida_em,
      ...precoDe(payload, antes),
    }
    if (!iguais(antes, depois)) mudadas.set(mensagem.id, depois)
  }
  const linhas = [...mudadas.values()]
  if (linhas.length === 0) return
  await sql`
    update mensagem m set status = n.status, entregue_em = n.entregue_em, lida_em = n.lida_em,
      preco_tipo = n.preco_tipo, preco_categoria = n.preco_categoria
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, status text, entregue_em timestamptz,
      lida_em timestamptz, preco_tipo text, preco_categoria text)
    where m.id = n.id`.execute(trx)
  await anunciar(
    trx,
    linhas.map(({ id }) => id),
  )
}

/** Meta's price, from any status that has it: `billable` is being removed, type and category stay. */
export const precoDe = (
  { pricing }: StatusMeta,
  antes: Pick<Mensagem, 'preco_tipo' | 'preco_categoria'>,
): Pick<Mensagem, 'preco_tipo' | 'preco_categoria'> => ({
  preco_tipo: pricing?.type ?? antes.preco_tipo,
  preco_categoria: pricing?.category ?? antes.preco_categoria,
})
