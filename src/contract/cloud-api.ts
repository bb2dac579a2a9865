import { z } from 'zod'

/*
 * WhatsApp's Cloud API: what Meta answers to our client (webhooks are in webhooks-meta.ts). Meta adds fields and values
 * without notice, so objects are loose, enums are strings, and only what an item cannot be understood without is required.
 */

/** Ids are numeric strings of up to 17 digits; a few places send them as a JSON number. */
export const IdMeta = z.union([z.string().min(1).max(200), z.number()]).transform(String)
const numeroOuTexto = z.union([z.number(), z.string()])
/** A field that may be missing, and is taken as missing when it is of another shape. */
export const leve = <T extends z.ZodType>(esquema: T) => esquema.optional().catch(undefined)

/** The body of every refusal. Decide on `code`, never on the HTTP status nor on the text. */
export const ErroGraph = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    code: z.number(),
    error_subcode: leve(z.number()),
    error_data: leve(z.union([z.looseObject({ details: leve(z.string()) }), z.string()])),
    is_transient: leve(z.boolean()),
    error_user_msg: leve(z.string()),
  }),
})
export type ErroGraph = z.infer<typeof ErroGraph>

// ---------------------------------------------------------------- answers to our calls

/** It is written down beside those of other messages: an id that the database does not take would hold them up. */
const ESCRITO = /^[!-~]+$/
export const RespostaEnvio = z.looseObject({
  contacts: z
    .array(z.looseObject({ wa_id: leve(IdMeta.pipe(z.string().regex(ESCRITO))), user_id: leve(z.string()) }))
    .catch([]),
  messages: z.array(z.looseObject({ id: z.string().max(512).regex(ESCRITO) })).min(1),
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
const SaudeMeta = z.looseObject({
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
