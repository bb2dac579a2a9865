import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  ContatoMeta,
  ErroWebhook,
  MensagemRecebida,
  StatusMeta,
  ValorMensagens,
  ValorPreferencias,
  ValorTrocas,
  type Webhook,
} from '#contract/cloud-api.ts'
import { canonico } from '#domain/telefone.ts'

/** What the inbox keeps of a webhook: one row for each thing that happened. */
export interface EventoRecebido {
  /** The same thing told twice has the same key. */
  chave: string
  tipo: 'mensagem' | 'status' | 'modelo' | 'conta' | 'usuario' | 'outro'
  /** Events with the same key are processed in order; null: order does not matter. */
  contatoChave: string | null
  /** Canonical phone and BSUID of who wrote, to find the contact at once. */
  canonico: string | null
  bsuid: string | null
  metaEm: Date | null
  payload: unknown
}

/** Not ours to understand today: set aside at once with the reason, since trying again would say the same. */
export class NaoEntendido extends Error {}

type Evento = Omit<EventoRecebido, 'canonico' | 'bsuid'> & Partial<Pick<EventoRecebido, 'canonico' | 'bsuid'>>

const CAMPOS_DE_MODELO = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'message_template_components_update',
])
/** Known, and of no consequence here: they are of other products. */
export const CAMPOS_SEM_EFEITO = new Set([
  'smb_message_echoes',
  'smb_app_state_sync',
  'message_echoes',
  'history',
  'flows',
  'calls',
])
const CAMPOS_DE_CONTA = new Set([
  'account_update',
  'account_alerts',
  'account_review_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'security',
])

/**
 * Everything a webhook tells, split. What cannot be read is kept too, whole, so that nothing that Meta was told
 * "received" is lost. Messages to another number of the same account are not ours (`nossos`) and are left out.
 */
export function eventosDe(webhook: Webhook, nossos: readonly (string | null)[]): EventoRecebido[] {
  const eventos: Evento[] = []
  for (const entrada of webhook.entry) {
    for (const { field, value } of entrada.changes) {
      if (field === 'messages') eventos.push(...deMensagens(value, nossos))
      else eventos.push(...deOutroCampo(field, value, entrada.time))
    }
  }
  return eventos.map(inteiro)
}

const inteiro = (evento: Evento): EventoRecebido => ({ canonico: null, bsuid: null, ...evento })

/** What could not be understood when it came, read again by what the program knows now; empty when it still cannot. */
export function relerEvento({ campo, valor }: { campo: string; valor: unknown }): EventoRecebido[] {
  const lidos =
    campo === 'messages'
      ? semMetadados(valor)
      : campo === 'statuses'
        ? [deStatus(valor)]
        : deOutroCampo(campo, valor, undefined)
  return lidos.filter(({ tipo }) => tipo !== 'outro').map(inteiro)
}

const SemMetadados = ValorMensagens.partial({ metadata: true })

/** One message that could not be read, or a whole value that does not say to which number: it is taken as ours. */
function semMetadados(valor: unknown): Evento[] {
  const lido = SemMetadados.safeParse(valor)
  if (!lido.success || lido.data.messages.length + lido.data.statuses.length === 0) return [deMensagem(valor, [], null)]
  const contatos = contatosDe(lido.data.contacts)
  return [
    ...lido.data.messages.map((mensagem) => deMensagem(mensagem, contatos, null)),
    ...lido.data.statuses.map(deStatus),
  ]
}

const contatosDe = (brutos: unknown[]) =>
  brutos.map((contato) => ContatoMeta.safeParse(contato)).flatMap((c) => (c.success ? [c.data] : []))

function deMensagens(value: unknown, nossos: readonly (string | null)[]): Evento[] {
  const lido = ValorMensagens.safeParse(value)
  if (!lido.success) return [outro('messages', value)]
  const { metadata, contacts, messages, statuses, errors } = lido.data
  const numero = metadata.phone_number_id
  const contatos = contatosDe(contacts)
  return [
    ...(nossos.includes(numero) ? messages.map((mensagem) => deMensagem(mensagem, contatos, numero)) : []),
    // A status is matched by our own message's id: no number of ours can be another's.
    ...statuses.map(deStatus),
    ...errors.map((erro) =>
      ErroWebhook.safeParse(erro).success
        ? porConteudo('conta', { campo: 'errors', valor: erro }, 'conta', null)
        : outro('errors', erro),
    ),
  ]
}

function deMensagem(bruta: unknown, contatos: z.infer<typeof ContatoMeta>[], numero: string | null): Evento {
  const lida = MensagemRecebida.safeParse(bruta)
  if (!lida.success) return outro('messages', bruta)
  const mensagem = lida.data
  const contato = contatos.find(
    (um) =>
      (mensagem.from && um.wa_id === mensagem.from) || (mensagem.from_user_id && um.user_id === mensagem.from_user_id),
  )
  const telefone = mensagem.from ?? contato?.wa_id ?? telefonePedido(mensagem)
  const bsuid = mensagem.from_user_id ?? contato?.user_id ?? null
  if (!telefone && !bsuid) return outro('messages', bruta)
  return {
    chave: `m:${mensagem.id}`,
    tipo: 'mensagem',
    contatoChave: telefone ? canonico(telefone) : bsuid,
    canonico: telefone ? canonico(telefone) : null,
    bsuid,
    metaEm: instanteDe(mensagem.timestamp),
    // `contato` is read by nobody yet: it is kept for who looks at the event, and for a later program that reads more.
    payload: { mensagem, telefone: telefone ?? null, bsuid, nome: contato?.profile?.name ?? null, contato, numero },
  }
}

/** Who hides the number and was asked for it answers with a contact of their own. */
const telefonePedido = ({ contacts }: MensagemRecebida): string | undefined =>
  contacts?.find(({ origin }) => origin === 'contact_request')?.phones?.find(({ wa_id }) => wa_id)?.wa_id

function deStatus(bruto: unknown): Evento {
  const lido = StatusMeta.safeParse(bruto)
  if (!lido.success) return outro('statuses', bruto)
  const { id, status, timestamp } = lido.data
  return {
    chave: `s:${id}:${status}`,
    tipo: 'status',
    contatoChave: null,
    metaEm: instanteDe(timestamp),
    payload: lido.data,
  }
}

function deOutroCampo(campo: string, valor: unknown, time: number | undefined): Evento[] {
  const metaEm = instanteDe(time)
  if (CAMPOS_DE_MODELO.has(campo)) return [porConteudo('modelo', { campo, valor, time }, 'modelos', metaEm)]
  if (CAMPOS_DE_CONTA.has(campo)) return [porConteudo('conta', { campo, valor, time }, 'conta', metaEm)]
  if (campo === 'user_id_update') {
    const trocas = ValorTrocas.safeParse(valor)
    if (trocas.success) {
      return trocas.data.user_id_update.map((valor) => porConteudo('usuario', { campo, valor }, 'usuarios', metaEm))
    }
  }
  if (campo === 'user_preferences') {
    const preferencias = ValorPreferencias.safeParse(valor)
    if (preferencias.success) {
      return preferencias.data.user_preferences.map((valor) =>
        porConteudo('usuario', { campo, valor }, 'usuarios', metaEm),
      )
    }
  }
  return [outro(campo, valor)]
}

const outro = (campo: string, valor: unknown) => porConteudo('outro', { campo, valor }, 'outros', null)

/** Without an id of its own, the whole content is the key. */
const porConteudo = (tipo: Evento['tipo'], payload: object, contatoChave: string, metaEm: Date | null): Evento => ({
  chave: `${tipo[0]}:${createHash('sha256').update(JSON.stringify(payload)).digest('hex')}`,
  tipo,
  contatoChave,
  metaEm,
  payload,
})

/** The end of year 9999. */
const MAIOR_INSTANTE_S = 253_402_300_799

/** Seconds as Meta counts them; null when they are no instant that could be kept. */
const instanteDe = (segundos: number | undefined): Date | null =>
  segundos !== undefined && Math.abs(segundos) <= MAIOR_INSTANTE_S ? new Date(segundos * 1000) : null

/** Meta nests some ten levels. */
const PROFUNDIDADE_MAXIMA = 64

/** A webhook's body as it can be stored; undefined when it is no JSON, or nests without end, which nothing of Meta's does. */
export function lerWebhook(corpo: string): unknown {
  let bruto: unknown
  try {
    bruto = JSON.parse(corpo)
  } catch {
    return undefined // not JSON: the schema refuses it
  }
  if (aninhadoDemais(bruto)) return undefined
  return COM_RESSALVA.test(corpo) ? gravavel(bruto) : bruto
}

/** Only written so can NUL, or half of a pair, be in JSON at all: what has neither need not be copied. */
const COM_RESSALVA = /\\u(?:0000|d[89a-f])/i

/** Level by level, so that depth is an answer and never a stack that overflows. */
function aninhadoDemais(bruto: unknown): boolean {
  let nivel = [bruto]
  for (let fundo = 0; nivel.length > 0; fundo += 1) {
    if (fundo > PROFUNDIDADE_MAXIMA) return true
    nivel = nivel.flatMap((valor) => (typeof valor === 'object' && valor !== null ? Object.values(valor) : []))
  }
  return false
}

/** Neither text nor jsonb takes NUL or half of a surrogate pair. */
function gravavel(valor: unknown): unknown {
  if (typeof valor === 'string') return valor.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(valor)) return valor.map(gravavel)
  if (valor === null || typeof valor !== 'object') return valor
  return Object.fromEntries(Object.entries(valor).map(([nome, parte]) => [gravavel(nome) as string, gravavel(parte)]))
}
