import { createHash } from 'node:crypto'
import {
  type ContatoMeta,
  Entrada,
  ErroWebhook,
  MensagemRecebida,
  MudancaMeta,
  StatusMeta,
  umPorUm,
  ValorMensagens,
  ValorPreferencias,
  ValorTrocas,
  type Webhook,
} from '#contract/webhooks-meta.ts'
import { type Alcance, type ContaEmVigor, type DonoDito, ehNosso, porQueNaoENosso } from '#domain/conta-whatsapp.ts'
import type { TipoDeEvento } from '#domain/entrada.ts'
import { canonico } from '#domain/telefone.ts'
import { gravavel } from '#server/entrada/corpo.ts'
import type { EventoRecebido as Recebido } from '#server/entrada/origem.ts'
import { quemEscreveu } from './quem.ts'

/** One thing that Meta told. */
export interface EventoRecebido extends Recebido {
  tipo: TipoDeEvento
  canonico: string | null
  bsuid: string | null
}

/** A change as it came, or a part of one in the same shape: how unreadable ones, and those not about us, are stored. */
export interface Mudanca {
  campo: string
  valor: unknown
  /** `entry.id` and `entry.time`. */
  conta?: string | null | undefined
  time?: number | undefined
}

type Evento = Pick<EventoRecebido, 'chave' | 'tipo' | 'ordem' | 'metaEm' | 'payload'> &
  Partial<Pick<EventoRecebido, 'canonico' | 'bsuid'>>
/** One item of a change, with its owner, and how it is stored when it is only stored. */
interface Parte {
  evento: Evento
  alcance: Alcance
  numero: string | null
  bruta: Mudanca
  semEfeito?: string | null
}

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
 * Splits a webhook into its events. Unreadable ones are stored too, complete, so that nothing acknowledged to Meta is lost;
 * events that are not ours (`ehNosso`) are stored without effect.
 */
export function* eventosDe(webhook: Webhook, nossa: ContaEmVigor): Generator<EventoRecebido> {
  for (const entrada of webhook.entry) {
    const { id, time, changes } = Entrada.parse(entrada)
    for (const mudanca of changes) {
      const { field, value } = MudancaMeta.parse(mudanca)
      yield* eventosDaMudanca({ campo: field, valor: value, conta: id, time }, nossa)
    }
  }
}

/** The `campo`, which no change has, of a body with more items than are ever parsed. */
export const WEBHOOK_INTEIRO = 'webhook inteiro'

/** A body that is not read, as one thing. */
export const corpoInteiro = (corpo: string): EventoRecebido => ({
  canonico: null,
  bsuid: null,
  semEfeito: null,
  ...outro({ campo: WEBHOOK_INTEIRO, valor: gravavel(corpo) }),
})

/** Parses a stored change again, with the current program and account. */
export const relerEvento = (mudanca: Mudanca, nossa: ContaEmVigor): EventoRecebido[] => [
  ...eventosDaMudanca(comoHoje(mudanca), nossa),
]

/** Earlier versions kept a message or a status bare. */
function comoHoje(mudanca: Mudanca): Mudanca {
  const { campo, valor } = mudanca
  const partes = ['messages', 'statuses', 'errors'].filter((nome) => Object.hasOwn(Object(valor), nome))
  if (campo === 'messages' && partes.length === 0) return { ...mudanca, valor: { messages: [valor] } }
  if (campo === 'statuses' || campo === 'errors') return { ...mudanca, campo: 'messages', valor: { [campo]: [valor] } }
  return mudanca
}

function* eventosDaMudanca(mudanca: Mudanca, nossa: ContaEmVigor): Generator<EventoRecebido> {
  for (const { evento, alcance, numero, bruta, semEfeito = null } of partesDe(mudanca)) {
    const dono: DonoDito = { conta: mudanca.conta ?? null, numero }
    const motivo = ehNosso(alcance, dono, nossa) ? semEfeito : porQueNaoENosso(alcance, dono)
    const inteiro: EventoRecebido = { canonico: null, bsuid: null, ...evento, semEfeito: motivo }
    // An event without effect gets another key, so that it does not block the same event when it comes with effect.
    yield motivo === null
      ? inteiro
      : { ...inteiro, chave: `x:${inteiro.chave}`, ordem: inteiro.ordem ?? 'guardados', payload: bruta }
  }
}

function* partesDe(mudanca: Mudanca): Generator<Parte> {
  const { campo, valor } = mudanca
  if (Array.isArray(valor) && valor.length > 0 && umPorUm(valor)) {
    // One in a list is the same as one.
    for (const um of valor) yield* partesDe({ ...mudanca, valor: um })
  } else if (campo === 'messages') yield* deMensagens(mudanca)
  else if (campo === 'user_preferences') {
    const { data } = ValorPreferencias.safeParse(valor)
    yield* deUsuarios(mudanca, data?.metadata, data?.user_preferences)
  } else if (campo === 'user_id_update') {
    const { data } = ValorTrocas.safeParse(valor)
    yield* deUsuarios(mudanca, data?.metadata, data?.user_id_update)
  } else yield { evento: deOutroCampo(mudanca), alcance: 'conta', numero: null, bruta: mudanca }
}

type Metadados = { phone_number_id?: string | undefined } | undefined

/** A part of a change, with the whole's information on which number it is about. */
const soA = (mudanca: Mudanca, metadata: Metadados, valor: object): Mudanca => ({
  ...mudanca,
  valor: metadata ? { metadata, ...valor } : valor,
})

function* deMensagens(mudanca: Mudanca): Generator<Parte> {
  const { data } = ValorMensagens.safeParse(mudanca.valor)
  const numero = data?.metadata?.phone_number_id ?? null
  const nada = !data || data.messages.length + data.statuses.length + data.errors.length === 0
  if (nada) {
    if (numero === null) yield { evento: outro(mudanca), alcance: 'conversa', numero, bruta: mudanca }
    return
  }
  const { metadata, contacts, messages, statuses, errors } = data
  for (const mensagem of messages) yield { ...deMensagem(mensagem, contacts, mudanca, metadata), numero }
  for (const status of statuses) {
    const bruta = soA(mudanca, metadata, { statuses: [status] })
    yield { evento: deStatus(status, numero, bruta), alcance: 'conversa', numero, bruta }
  }
  for (const erro of errors) {
    const bruta = soA(mudanca, metadata, { errors: [erro] })
    yield { evento: deErro(erro, bruta), alcance: 'numero', numero, bruta }
  }
}

function deMensagem(
  bruto: unknown,
  contatos: ContatoMeta[],
  mudanca: Mudanca,
  metadata: Metadados,
): Pick<Parte, 'evento' | 'alcance' | 'bruta' | 'semEfeito'> {
  const lida = MensagemRecebida.safeParse(bruto)
  const quem = lida.success ? quemEscreveu(lida.data, contatos) : null
  // Only the sender's contact: keeping all contacts with each message would be quadratic.
  const dele = quem?.contato ?? (contatos.length === 1 ? contatos[0] : undefined)
  const bruta = soA(mudanca, metadata, { contacts: dele ? [dele] : [], messages: [bruto] })
  if (!lida.success || quem === null) return { evento: outro(bruta), alcance: 'conversa', bruta }
  const mensagem = lida.data
  const { telefone, bsuid, contato } = quem
  const evento: Evento = {
    chave: `m:${mensagem.id}`,
    tipo: 'mensagem',
    ordem: telefone ? canonico(telefone) : bsuid,
    canonico: telefone ? canonico(telefone) : null,
    bsuid,
    metaEm: instanteDe(mensagem.timestamp),
    // `contato` is read by nobody yet: it is kept for whoever looks at the event, and for a later program that reads more.
    payload: {
      mensagem,
      telefone,
      bsuid,
      nome: contato?.profile?.name ?? null,
      contato,
      numero: metadata?.phone_number_id ?? null,
    },
  }
  return { evento, alcance: 'conversa', bruta, semEfeito: mensagem.group_id === undefined ? null : DE_GRUPO }
}

const DE_GRUPO = 'É uma mensagem escrita em um grupo, e não uma resposta particular. Foi guardada, e nada mudou.'

function deStatus(bruto: unknown, numero: string | null, bruta: Mudanca): Evento {
  const lido = StatusMeta.safeParse(bruto)
  if (!lido.success) return outro(bruta)
  const { id, status, timestamp } = lido.data
  return {
    chave: `s:${id}:${status}`,
    tipo: 'status',
    ordem: null,
    metaEm: instanteDe(timestamp),
    payload: { ...lido.data, numero },
  }
}

const deErro = (erro: unknown, bruta: Mudanca): Evento =>
  ErroWebhook.safeParse(erro).success
    ? porConteudo('conta', { campo: 'errors', valor: erro }, 'conta', null)
    : outro(bruta)

/** Things of people, told in a list: one each. */
function* deUsuarios(mudanca: Mudanca, metadata: Metadados, itens: unknown[] = []): Generator<Parte> {
  const { campo, time } = mudanca
  const numero = metadata?.phone_number_id ?? null
  if (itens.length === 0) yield { evento: outro(mudanca), alcance: 'conversa', numero, bruta: mudanca }
  for (const valor of itens)
    yield {
      evento: porConteudo('usuario', { campo, valor, numero }, 'usuarios', instanteDe(time)),
      alcance: 'conversa',
      numero,
      bruta: soA(mudanca, metadata, { [campo]: [valor] }),
    }
}

function deOutroCampo({ campo, valor, conta, time }: Mudanca): Evento {
  const metaEm = instanteDe(time)
  if (CAMPOS_DE_MODELO.has(campo)) return porConteudo('modelo', { campo, valor, time }, 'modelos', metaEm)
  if (CAMPOS_DE_CONTA.has(campo)) return porConteudo('conta', { campo, valor, time }, 'conta', metaEm)
  return outro({ campo, valor, conta })
}

const outro = ({ campo, valor, conta }: Mudanca) => porConteudo('outro', { campo, valor, conta }, 'outros', null)

/** Without an id of its own, the whole content is the key. */
const porConteudo = (tipo: Evento['tipo'], payload: object, ordem: string, metaEm: Date | null): Evento => ({
  chave: `${tipo[0]}:${createHash('sha256').update(JSON.stringify(payload)).digest('hex')}`,
  tipo,
  ordem,
  metaEm,
  payload,
})

/** The end of year 9999. */
const MAIOR_INSTANTE_S = 253_402_300_799

/** Seconds as Meta counts them; null when they are no instant that could be kept. */
const instanteDe = (segundos: number | undefined): Date | null =>
  segundos !== undefined && Math.abs(segundos) <= MAIOR_INSTANTE_S ? new Date(segundos * 1000) : null
