import { z } from 'zod'
import { cortar } from '#domain/texto.ts'
import { IdMeta, leve } from './cloud-api.ts'

/*
 * WhatsApp's webhooks, parsed in layers (envelope, change, item) so that one unreadable item does not lose the others.
 * Only what an item cannot be placed without is strict: of a message who, which and when; of a status which, what and
 * when. Any other field that is not as documented counts as absent, so that no reply is lost over a detail that Meta
 * changed.
 */

/** Words; a number is written out. */
const Palavra = z.union([z.string(), z.number()]).transform(String)
/** A word of a list of Meta's own: a longer one is of none, and would be written so into keys, logs and screens. */
const Termo = z.string().max(64)
/** What Meta explains in its own words. */
const Explicado = z.string().transform((texto) => cortar(texto, 1_000))
/** Seconds since 1970, as a string in messages and as a number in account events. */
const Segundos = z
  .union([z.string().regex(/^\d{1,12}(\.\d+)?$/), z.number().nonnegative()])
  .transform((dito) => Math.floor(Number(dito)))
/** Meta's id of a message or of what is in one. */
const IdMensagem = z.union([z.string().min(1).max(512), z.number()]).transform(String)

/** More plain values than any list of Meta's has. */
const MUITOS = 50
const ehObjeto = (valor: unknown) => typeof valor === 'object' && valor !== null && !Array.isArray(valor)
/**
 * Whether a list's items are read one by one. A longer list of plain values is not one of Meta's, and is read as a
 * single item.
 */
export const umPorUm = (lista: unknown[]): boolean =>
  lista.length <= MUITOS || lista.length - lista.filter(ehObjeto).length <= MUITOS
const emLista = (valor: unknown): unknown[] => {
  if (Array.isArray(valor)) return umPorUm(valor) ? valor : [valor]
  return valor == null ? [] : [valor]
}
/** A list, a single item or nothing, always as a list of unread items. */
const Lista = z.unknown().optional().transform(emLista)
/** The items of a list that can be read. */
const listaDe = <T extends z.ZodType>(esquema: T) =>
  Lista.transform((itens) =>
    itens.flatMap((item) => {
      const lido = esquema.safeParse(item)
      return lido.success ? [lido.data] : []
    }),
  )

/** An error as Meta writes it inside webhooks; in HTTP answers it stands in `ErroGraph`. */
export const ErroWebhook = z.looseObject({
  code: z.coerce.number(),
  title: leve(z.string()),
  message: leve(z.string()),
  error_data: leve(z.union([z.looseObject({ details: leve(z.string()) }), z.string()])),
})
export type ErroWebhook = z.infer<typeof ErroWebhook>

/** `hub.mode`, `hub.challenge`, `hub.verify_token`: the dots are part of the names. */
export const ConsultaDoHandshake = z.looseObject({
  'hub.mode': z.literal('subscribe'),
  'hub.challenge': z.string().min(1).max(200),
  'hub.verify_token': z.string().max(500),
})

/** One change; the field is empty when it does not say which. */
export const MudancaMeta = z
  .looseObject({ field: z.string().catch(''), value: z.unknown().optional() })
  .catch(({ value }) => ({ field: '', value }))
/** Events of one account (`id`), at one time. Each change is then parsed separately. */
export const Entrada = z
  .looseObject({ id: leve(IdMeta), time: leve(z.coerce.number()), changes: Lista })
  .catch(({ value }) => ({ id: undefined, time: undefined, changes: [{ field: '', value }] }))

/** The envelope alone; each entry is then read by itself. */
export const Webhook = z.looseObject({ object: z.string(), entry: Lista })
export type Webhook = z.infer<typeof Webhook>

export const ContatoMeta = z.looseObject({
  profile: leve(z.looseObject({ name: leve(z.string()), username: leve(z.string()) })),
  wa_id: leve(IdMeta),
  user_id: leve(IdMeta),
})
export type ContatoMeta = z.infer<typeof ContatoMeta>

/** Which number of the company a change is about. */
const Metadados = leve(z.looseObject({ phone_number_id: leve(IdMeta), display_phone_number: leve(Palavra) }))

/** The value of field `messages`: items stay unknown and are read one at a time. */
export const ValorMensagens = z.looseObject({
  metadata: Metadados,
  contacts: listaDe(ContatoMeta),
  messages: Lista,
  statuses: Lista,
  errors: Lista,
})

const Midia = z.looseObject({
  id: leve(IdMeta),
  mime_type: leve(z.string()),
  sha256: leve(z.string()),
  caption: leve(Palavra),
  filename: leve(Palavra),
  url: leve(z.string()),
  voice: leve(z.boolean()),
})

const Escolha = z.looseObject({ id: leve(Palavra), title: leve(Palavra), description: leve(Palavra) })

const conteudosDaRecebida = {
  text: leve(z.looseObject({ body: leve(Palavra) })),
  button: leve(z.looseObject({ payload: leve(Palavra), text: leve(Palavra) })),
  interactive: leve(
    z.looseObject({
      type: leve(z.string()),
      button_reply: leve(Escolha),
      list_reply: leve(Escolha),
      nfm_reply: leve(z.looseObject({ body: leve(Palavra) })),
      /** May the company call this person? */
      call_permission_reply: leve(z.looseObject({ response: leve(z.string()) })),
    }),
  ),
  image: leve(Midia),
  video: leve(Midia),
  audio: leve(Midia),
  document: leve(Midia),
  sticker: leve(Midia),
  location: leve(
    z.looseObject({
      latitude: leve(Palavra),
      longitude: leve(Palavra),
      name: leve(Palavra),
      address: leve(Palavra),
    }),
  ),
  contacts: listaDe(
    z.looseObject({
      origin: leve(z.string()),
      name: leve(z.looseObject({ formatted_name: leve(Palavra) })),
      phones: listaDe(z.looseObject({ phone: leve(Palavra), wa_id: leve(IdMeta) })),
    }),
  ),
  errors: listaDe(ErroWebhook),
}

/** A message's content; for an edited one, the new content in full. */
export const ConteudoRecebido = z.looseObject({ type: z.string().catch(''), ...conteudosDaRecebida })
export type ConteudoRecebido = z.infer<typeof ConteudoRecebido>

/**
 * An inbound message. `from` is missing when the sender hides the number, or holds the business-scoped id that is
 * otherwise in `from_user_id`; `type` is empty when missing.
 */
export const MensagemRecebida = z.looseObject({
  id: IdMensagem,
  timestamp: Segundos,
  from: leve(IdMeta),
  from_user_id: leve(IdMeta),
  /** Written in a group: no private reply. */
  group_id: leve(IdMeta),
  type: z.string().catch(''),
  context: leve(z.looseObject({ id: leve(IdMensagem), from: leve(IdMeta), forwarded: leve(z.boolean()) })),
  ...conteudosDaRecebida,
  reaction: leve(z.looseObject({ message_id: IdMensagem, emoji: leve(z.string()) })),
  system: leve(z.looseObject({ type: z.string(), body: leve(Palavra), wa_id: leve(IdMeta), user_id: leve(IdMeta) })),
  edit: leve(z.looseObject({ original_message_id: IdMensagem, message: ConteudoRecebido })),
  revoke: leve(z.looseObject({ original_message_id: IdMensagem })),
})
export type MensagemRecebida = z.infer<typeof MensagemRecebida>

/** What became of a message of ours: `sent`, `delivered`, `read`, `played`, `failed`, or a word yet unknown. */
export const StatusMeta = z.looseObject({
  id: IdMensagem,
  status: Termo,
  timestamp: Segundos,
  recipient_id: leve(IdMeta),
  recipient_user_id: leve(IdMeta),
  biz_opaque_callback_data: leve(Palavra),
  pricing: leve(z.looseObject({ type: leve(z.string()), category: leve(z.string()), billable: leve(z.boolean()) })),
  errors: listaDe(ErroWebhook),
})
export type StatusMeta = z.infer<typeof StatusMeta>

const doModelo = { message_template_name: z.string(), message_template_language: z.string() }

/** Match by name and language: the id is a JSON number and may exceed the safe integers. */
export const EventoModelo = z.looseObject({
  event: Termo,
  ...doModelo,
  message_template_id: leve(IdMeta),
  reason: leve(Explicado),
  message_template_category: leve(Termo),
  other_info: leve(z.looseObject({ title: leve(z.string()), description: leve(z.string()) })),
  rejection_info: leve(z.looseObject({ reason: leve(Explicado), recommendation: leve(Explicado) })),
})

export const EventoCategoria = z.looseObject({
  ...doModelo,
  new_category: leve(Termo),
  previous_category: leve(Termo),
  correct_category: leve(Termo),
})

export const EventoQualidadeModelo = z.looseObject({
  ...doModelo,
  previous_quality_score: leve(Termo),
  new_quality_score: Termo,
})

/** `account_update`: each event brings a detail object of its own. */
export const EventoConta = z.looseObject({
  event: z.string(),
  ban_info: leve(z.looseObject({ waba_ban_state: Lista.pipe(z.array(z.string().catch(''))) })),
  restriction_info: listaDe(z.looseObject({ restriction_type: z.string() })),
  violation_info: leve(z.looseObject({ violation_type: leve(z.string()) })),
})

export const PreferenciaCliente = z.looseObject({
  wa_id: leve(IdMeta),
  user_id: leve(IdMeta),
  category: leve(z.string()),
  value: z.string(),
  timestamp: Segundos,
})
export const ValorPreferencias = z.looseObject({ metadata: Metadados, user_preferences: Lista })

export const TrocaDeUsuario = z.looseObject({
  wa_id: leve(IdMeta),
  user_id: z.looseObject({ previous: leve(IdMeta), current: IdMeta }),
  timestamp: leve(Segundos),
})
export const ValorTrocas = z.looseObject({ metadata: Metadados, user_id_update: Lista })
