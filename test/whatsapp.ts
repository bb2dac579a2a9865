import { randomUUID } from 'node:crypto'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { assinar } from '#server/whatsapp/assinatura.ts'
import { daMeta } from '#server/whatsapp/inbox.ts'
import type { World } from './world.ts'

/** A webhook as Meta would send it, signed as Meta signs, to the real endpoint. */
export const enviarWebhook = (world: World, webhook: object | string, assinatura?: string) => {
  const corpo = typeof webhook === 'string' ? webhook : JSON.stringify(webhook)
  return world.app.inject({
    method: 'POST',
    url: '/api/webhooks/whatsapp',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': assinatura ?? assinar(world.conta.appSecret, corpo),
    },
    payload: corpo,
  })
}

/** Runs the inbox until it has nothing to do now. */
export async function esvaziarEntrada(world: World) {
  while (await processarEntrada(world.servicos, daMeta(world.servicos)));
}

export const envelope = (field: string, value: object, time?: number) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '200000000000001', ...(time ? { time } : {}), changes: [{ field, value }] }],
})

export const mensagens = (world: World, parte: object) =>
  envelope('messages', {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140000100', phone_number_id: world.conta.phoneNumberId },
    ...parte,
  })

const segundos = (world: World, em?: Date) => String(Math.floor((em ?? world.relogio.agora()).getTime() / 1000))

export interface Escrita {
  /** E.164 or WhatsApp's digits. */
  de?: string | null
  bsuid?: string
  texto?: string
  id?: string
  em?: Date
  cita?: string
  /** Other fields of the message: another type and its content. */
  outros?: object
}

export function mensagemDe(world: World, { de, bsuid, texto = 'Oi, tudo bem?', id, em, cita, outros }: Escrita) {
  return {
    ...(de ? { from: de.replace('+', '') } : {}),
    ...(bsuid ? { from_user_id: bsuid } : {}),
    id: id ?? `wamid.${randomUUID()}`,
    timestamp: segundos(world, em),
    type: 'text',
    text: { body: texto },
    ...(cita ? { context: { from: '551140000100', id: cita } } : {}),
    ...outros,
  }
}

/** A customer writes, and the inbox processes it. */
export async function escrever(world: World, ...escritas: Escrita[]) {
  const messages = escritas.map((escrita) => mensagemDe(world, escrita))
  const resposta = await enviarWebhook(world, mensagens(world, { messages }))
  if (resposta.statusCode !== 200) throw new Error(`o webhook respondeu ${resposta.statusCode}: ${resposta.body}`)
  await esvaziarEntrada(world)
}

export interface StatusDito {
  wamid: string
  status: string
  referencia?: string
  erro?: number
  em?: Date
  para?: string
}

export const statusDe = (world: World, { wamid, status, referencia, erro, em, para }: StatusDito) => ({
  id: wamid,
  status,
  timestamp: segundos(world, em),
  ...(para ? { recipient_id: para } : {}),
  ...(referencia ? { biz_opaque_callback_data: referencia } : {}),
  ...(erro ? { errors: [{ code: erro, title: 'x', message: 'x', error_data: { details: 'x' } }] } : {}),
})

/** Meta sends statuses, and the inbox processes them. */
export async function dizerStatus(world: World, ...ditos: StatusDito[]) {
  await enviarWebhook(world, mensagens(world, { statuses: ditos.map((dito) => statusDe(world, dito)) }))
  await esvaziarEntrada(world)
}

/** A message of ours that WhatsApp accepted and whose statuses and replies are still to come. */
export const jaEnviada = (world: World, clienteId: number, contatoId: number, wamid: string, minutosAtras = 60) => {
  const em = new Date(world.relogio.agora().getTime() - minutosAtras * 60_000)
  return world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      contato_id: contatoId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      status: 'enviada',
      finalidade: 'reengajar',
      wamid,
      envio: 'aceita',
      aceita_em: em,
      created_at: em,
    })
    .execute()
}

/** The messages in both directions, in order. */
export const recebidas = (world: World) => comDirecao(world, 'recebida')
export const enviadas = (world: World) => comDirecao(world, 'enviada')
const comDirecao = (world: World, direcao: 'recebida' | 'enviada') =>
  world.db.selectFrom('mensagem').selectAll().where('direcao', '=', direcao).orderBy('id').execute()
