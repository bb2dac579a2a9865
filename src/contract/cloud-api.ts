import { z } from 'zod'

/*
 * The wire format of WhatsApp's Cloud API, read by our client, our webhook and the emulator.
 * Meta adds fields and words without notice, so objects are loose, words are strings, and only what
 * an item cannot be understood without is required. Webhooks are parsed in layers (envelope, change,
 * item), so that one unreadable item never takes its neighbours with it.
 */

/** Ids are numeric strings of up to 17 digits; a few places send them as a JSON number. */
const IdMeta = z.union([z.string().min(1).max(200), z.number()]).transform(String)
/** Seconds since 1970, as a string in messages and as a number in account events. */
const Segundos = z.union([z.string().regex(/^\d{1,12}$/), z.int().nonnegative()]).transform(Number)
const numeroOuTexto = z.union([z.number(), z.string()])

/** An error as Meta writes it inside webhooks; in HTTP answers it stands in `ErroGraph`. */
export const ErroWebhook = z.looseObject({
  code: z.coerce.number(),
  title: z.string().optional(),
  message: z.string().optional(),
  error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).optional(),
})
export type ErroWebhook = z.infer<typeof ErroWebhook>

/** The body of every refusal. Decide on `code`, never on the HTTP status nor on the text. */
export const ErroGraph = z.looseObject({
  error: z.looseObject({
    message: z.string().default(''),
    type: z.string().optional(),
    code: z.number(),
    error_subcode: z.number().optional(),
    error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).nullish(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().nullish(),
    error_user_msg: z.string().nullish(),
    fbtrace_id: z.string().nullish(),
  }),
})
export type ErroGraph = z.infer<typeof ErroGraph>

// ---------------------------------------------------------------- answers to our calls

export const RespostaEnvio = z.looseObject({
  contacts: z
    .array(z.looseObject({ input: z.string().optional(), wa_id: IdMeta.optional(), user_id: z.string().optional() }))
    .default([]),
  messages: z.array(z.looseObject({ id: z.string().min(1).max(512), message_status: z.string().optional() })).min(1),
})

export const Sucesso = z.looseObject({ success: z.boolean() })

/** `next` absent ends the walk, whatever `cursors` say. */
export const PaginaGraph = z.looseObject({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .nullish(),
})

const Envio = z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).or(z.string())
export const SaudeMeta = z.looseObject({
  can_send_message: Envio,
  entities: z
    .array(
      z.looseObject({
        entity_type: z.string(),
        id: IdMeta.optional(),
        can_send_message: Envio.optional(),
        errors: z
          .array(
            z.looseObject({
              error_code: z.number(),
              error_description: z.string().optional(),
              possible_solution: z.string().optional(),
            }),
          )
          .optional(),
        additional_info: z.array(z.string()).optional(),
      }),
    )
    .default([]),
})

export const NumeroMeta = z.looseObject({
  id: IdMeta,
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  status: z.string().optional(),
  name_status: z.string().optional(),
  throughput: z.looseObject({ level: z.string().optional() }).optional(),
  whatsapp_business_manager_messaging_limit: z.string().optional(),
  messaging_limit_tier: z.string().optional(),
  webhook_configuration: z
    .looseObject({
      phone_number: z.string().optional(),
      whatsapp_business_account: z.string().optional(),
      application: z.string().optional(),
    })
    .nullish(),
  health_status: SaudeMeta.optional(),
})

export const ComponenteModelo = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional(), url: z.string().optional() }))
    .optional(),
})
export const ModeloMeta = z.looseObject({
  id: IdMeta,
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string().optional(),
  // One part of a kind we do not know leaves the template, and the list it came in, readable.
  components: z.array(ComponenteModelo.catch({ type: 'UNKNOWN' })).default([]),
  rejected_reason: z.string().nullish(),
  quality_score: z.looseObject({ score: z.string().optional() }).nullish(),
})
export const ModeloCriado = z.looseObject({ id: IdMeta, status: z.string(), category: z.string().optional() })

export const MidiaCriada = z.looseObject({ id: IdMeta })
export const NumeroDaConta = z.looseObject({ id: IdMeta, display_phone_number: z.string().optional() })

/** An invalid token is said so with HTTP 200. `expires_at` 0: never. */
export const TokenInspecionado = z.looseObject({
  data: z.looseObject({
    app_id: IdMeta.optional(),
    type: z.string().optional(),
    is_valid: z.boolean(),
    expires_at: z.number().default(0),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z.array(z.looseObject({ scope: z.string(), target_ids: z.array(IdMeta).optional() })).default([]),
    error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).nullish(),
  }),
})

export const AppAssinado = z.looseObject({
  whatsapp_business_api_data: z.looseObject({
    id: IdMeta,
    name: z.string().optional(),
    link: z.string().optional(),
  }),
  override_callback_uri: z.string().optional(),
})

export const MidiaMeta = z.looseObject({
  id: IdMeta.optional(),
  url: z.url(),
  mime_type: z.string().default('application/octet-stream'),
  sha256: z.string().optional(),
  file_size: numeroOuTexto.optional(),
})

// ---------------------------------------------------------------- webhooks

/** `hub.mode`, `hub.challenge`, `hub.verify_token`: the dots are part of the names. */
export const ConsultaAperto = z.looseObject({
  'hub.mode': z.literal('subscribe'),
  'hub.challenge': z.string().min(1).max(200),
  'hub.verify_token': z.string().max(500),
})

/** The envelope alone; each change is then read by its `field`. */
export const Webhook = z.looseObject({
  object: z.string(),
  entry: z
    .array(
      z.looseObject({
        id: IdMeta.optional(),
        time: z.number().optional(),
        changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })).default([]),
      }),
    )
    .default([]),
})
export type Webhook = z.infer<typeof Webhook>

export const ContatoMeta = z.looseObject({
  profile: z.looseObject({ name: z.string().optional(), username: z.string().optional() }).optional(),
  wa_id: IdMeta.optional(),
  user_id: z.string().optional(),
})

/** The value of field `messages`: items stay unknown and are read one at a time. */
export const ValorMensagens = z.looseObject({
  metadata: z.looseObject({ phone_number_id: IdMeta, display_phone_number: z.string().optional() }),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
  errors: z.array(z.unknown()).default([]),
})

const Midia = z.looseObject({
  id: IdMeta,
  mime_type: z.string().optional(),
  sha256: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
  url: z.string().optional(),
  voice: z.boolean().optional(),
})

const conteudosDaRecebida = {
  text: z.looseObject({ body: z.string() }).optional(),
  button: z.looseObject({ payload: z.string().optional(), text: z.string().optional() }).optional(),
  interactive: z
    .looseObject({
      type: z.string(),
      button_reply: z.looseObject({ id: z.string().optional(), title: z.string().optional() }).optional(),
      list_reply: z
        .looseObject({ id: z.string().optional(), title: z.string().optional(), description: z.string().optional() })
        .optional(),
      nfm_reply: z.looseObject({ body: z.string().optional(), response_json: z.unknown() }).optional(),
    })
    .optional(),
  image: Midia.optional(),
  video: Midia.optional(),
  audio: Midia.optional(),
  document: Midia.optional(),
  sticker: Midia.optional(),
  location: z
    .looseObject({
      latitude: numeroOuTexto.optional(),
      longitude: numeroOuTexto.optional(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
}

const camposDaRecebida = {
  id: z.string().min(1).max(512),
  from: IdMeta.optional(),
  from_user_id: z.string().optional(),
  timestamp: Segundos,
  type: z.string(),
  context: z
    .looseObject({ id: z.string().optional(), from: IdMeta.optional(), forwarded: z.boolean().optional() })
    .nullish(),
  ...conteudosDaRecebida,
  contacts: z
    .array(
      z.looseObject({
        origin: z.string().optional(),
        name: z.looseObject({ formatted_name: z.string().optional() }).optional(),
        phones: z.array(z.looseObject({ phone: z.string().optional(), wa_id: IdMeta.optional() })).optional(),
      }),
    )
    .optional(),
  reaction: z.looseObject({ message_id: z.string(), emoji: z.string().nullish() }).optional(),
  system: z
    .looseObject({
      body: z.string().optional(),
      wa_id: IdMeta.optional(),
      user_id: z.string().optional(),
      type: z.string().optional(),
    })
    .optional(),
  errors: z.array(ErroWebhook).optional(),
}

/** An inbound message. `from` is missing for who hides the number; then `from_user_id` is there. */
export const MensagemRecebida = z.looseObject({
  ...camposDaRecebida,
  /** The whole message as it reads now. */
  edit: z
    .looseObject({
      original_message_id: z.string(),
      message: z.looseObject({ ...conteudosDaRecebida, type: z.string() }),
    })
    .optional(),
  revoke: z.looseObject({ original_message_id: z.string() }).optional(),
})
export type MensagemRecebida = z.infer<typeof MensagemRecebida>

/** What became of a message of ours: `sent`, `delivered`, `read`, `played`, `failed`, or a word yet unknown. */
export const StatusMeta = z.looseObject({
  id: z.string().min(1).max(512),
  status: z.string(),
  timestamp: Segundos,
  recipient_id: IdMeta.optional(),
  recipient_user_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
  pricing: z
    .looseObject({ type: z.string().optional(), category: z.string().optional(), billable: z.boolean().optional() })
    .nullish(),
  errors: z.array(ErroWebhook).optional(),
})
export type StatusMeta = z.infer<typeof StatusMeta>

/** Match by name and language: the id comes as a JSON number and may be beyond what one can hold. */
export const EventoModelo = z.looseObject({
  event: z.string(),
  message_template_id: IdMeta.optional(),
  message_template_name: z.string(),
  message_template_language: z.string(),
  reason: z.string().nullish(),
  message_template_category: z.string().optional(),
  other_info: z.looseObject({ title: z.string().optional(), description: z.string().optional() }).nullish(),
  rejection_info: z.looseObject({ reason: z.string().optional(), recommendation: z.string().optional() }).nullish(),
})

export const EventoCategoria = z.looseObject({
  message_template_name: z.string(),
  message_template_language: z.string(),
  new_category: z.string().optional(),
  previous_category: z.string().optional(),
  correct_category: z.string().optional(),
})

export const EventoQualidadeModelo = z.looseObject({
  message_template_name: z.string(),
  message_template_language: z.string(),
  previous_quality_score: z.string().optional(),
  new_quality_score: z.string(),
})

/** `account_update`: each event brings a detail object of its own. */
export const EventoConta = z.looseObject({
  event: z.string(),
  ban_info: z.looseObject({ waba_ban_state: z.union([z.string(), z.array(z.string())]).optional() }).nullish(),
  restriction_info: z.array(z.looseObject({ restriction_type: z.string() })).nullish(),
  violation_info: z.looseObject({ violation_type: z.string().optional() }).nullish(),
})

export const EventoNumero = z.looseObject({
  display_phone_number: z.string().optional(),
  event: z.string().optional(),
  max_daily_conversations_per_business: numeroOuTexto.optional(),
})

export const PreferenciaCliente = z.looseObject({
  wa_id: IdMeta.optional(),
  user_id: z.string().optional(),
  category: z.string().optional(),
  value: z.string(),
  timestamp: Segundos,
})
export const ValorPreferencias = z.looseObject({ user_preferences: z.array(z.unknown()) })

export const TrocaDeUsuario = z.looseObject({
  wa_id: IdMeta.optional(),
  user_id: z.looseObject({ previous: z.string().optional(), current: z.string() }),
  timestamp: Segundos.optional(),
})
export const ValorTrocas = z.looseObject({ user_id_update: z.array(z.unknown()) })
