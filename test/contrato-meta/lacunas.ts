// biome-ignore-all lint/style/noExcessiveLinesPerFile: a list
// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema is whatever it is
export type Esquema = Record<string, any>
interface Corpo {
  content: Record<string, { schema?: Esquema }>
}
export interface Descricao {
  paths: Record<string, Record<string, { requestBody?: Corpo; responses: Record<string, Corpo> }>>
  components: { schemas: Record<string, Esquema> }
}

/** A difference between Meta's description and Meta's platform, and how it is read here. */
export interface Lacuna {
  porque: string
  emenda: (descricao: Descricao) => void
}

const texto = { type: 'string' }
const SUB_TIPOS = ['quick_reply', 'url', 'catalog', 'copy_code', 'payment_request', 'order_details']
const objeto = (properties: Esquema, required: string[] = []) => ({ type: 'object', properties, required })
const ref = (nome: string) => ({ $ref: `#/components/schemas/${nome}` })

/** The schema itself, or the part of its `allOf` that has the properties. */
function de({ components }: Descricao, nome: string): Esquema {
  const esquema = components.schemas[nome]
  if (!esquema) throw new Error(`A descrição não tem o esquema ${nome}.`)
  return esquema.allOf?.find((parte: Esquema) => parte.properties) ?? esquema
}
const campos = (nome: string, novos: Esquema) => (d: Descricao) => {
  const esquema = de(d, nome)
  esquema.properties = { ...esquema.properties, ...novos }
}
const dispensa =
  (nome: string, ...quais: string[]) =>
  (d: Descricao) => {
    const esquema = de(d, nome)
    esquema.required = esquema.required.filter((campo: string) => !quais.includes(campo))
  }
const todas =
  (...emendas: Lacuna['emenda'][]) =>
  (d: Descricao) => {
    for (const emenda of emendas) emenda(d)
  }

const resposta = (d: Descricao, verbo: string, caminho: string): Esquema =>
  d.paths[`/{Version}/${caminho}`]![verbo]!.responses['200']!.content['application/json']!.schema!
const pedido = (d: Descricao, verbo: string, caminho: string): Esquema =>
  d.paths[`/{Version}/${caminho}`]![verbo]!.requestBody!.content['application/json']!.schema!

/** The inbound schema of each kind: it was renamed where an outbound one had its name, but references to it were not. */
const RECEBIDAS: Record<string, string> = {
  text: 'TextMessage_2',
  reaction: 'ReactionMessage_1',
  audio: 'AudioMessage_1',
  document: 'DocumentMessage_1',
  image: 'ImageMessage_1',
  sticker: 'StickerMessage_1',
  video: 'VideoMessage_1',
  location: 'LocationMessage_1',
  contacts: 'ContactSharingMessage',
  unsupported: 'UnsupportedMessage',
  button: 'ButtonMessage',
  interactive: 'InteractiveMessageReply',
  system: 'SystemMessage',
}
/** Requested by name in `fields`, of a number, an account or a template. */
const SAUDE = objeto({
  can_send_message: { enum: ['AVAILABLE', 'LIMITED', 'BLOCKED'] },
  entities: {
    type: 'array',
    items: objeto(
      {
        entity_type: texto,
        id: texto,
        can_send_message: { enum: ['AVAILABLE', 'LIMITED', 'BLOCKED'] },
        additional_info: { type: 'array', items: texto },
        errors: {
          type: 'array',
          items: objeto({ error_code: { type: 'integer' }, error_description: texto, possible_solution: texto }),
        },
      },
      ['entity_type', 'id', 'can_send_message'],
    ),
  },
})

/** A call that is documented but missing from the description. */
const chamada =
  (verbo: string, caminho: string, pedido: Esquema | null, resposta: Esquema): Lacuna['emenda'] =>
  (d) => {
    const em = (schema: Esquema): Corpo => ({ content: { 'application/json': { schema } } })
    const lugar = `/{Version}/{Phone-Number-ID}/${caminho}`
    d.paths[lugar] = {
      ...d.paths[lugar],
      [verbo]: { ...(pedido ? { requestBody: em(pedido) } : {}), responses: { '200': em(resposta) } },
    }
  }
const lista = (items: Esquema) => objeto({ data: { type: 'array', items }, paging: ref('CursorPaging') }, ['data'])
const FEITO = objeto({ success: { type: 'boolean' } }, ['success'])
const PERFIL = {
  messaging_product: { const: 'whatsapp' },
  about: { type: 'string', minLength: 1, maxLength: 139 },
  address: { type: 'string', maxLength: 256 },
  description: { type: 'string', maxLength: 512 },
  email: { type: 'string', maxLength: 128 },
  vertical: texto,
  websites: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 256 } },
}
const QR = objeto({ code: texto, prefilled_message: { type: 'string', maxLength: 140 }, deep_link_url: texto }, [
  'code',
  'prefilled_message',
  'deep_link_url',
])
const BLOQUEIO = objeto(
  {
    messaging_product: { const: 'whatsapp' },
    block_users: { type: 'array', minItems: 1, maxItems: 1000, items: objeto({ user: texto }, ['user']) },
  },
  ['messaging_product', 'block_users'],
)
const ERRO = objeto({
  message: texto,
  type: texto,
  code: { type: 'integer' },
  error_data: objeto({ messaging_product: texto, details: texto }),
  fbtrace_id: texto,
})
const ALGUEM = { input: texto, wa_id: texto }
const bloqueados = (feito: string) =>
  objeto(
    {
      messaging_product: { const: 'whatsapp' },
      block_users: objeto({
        [feito]: { type: 'array', items: objeto(ALGUEM, ['input', 'wa_id']) },
        failed_users: {
          type: 'array',
          items: objeto({ ...ALGUEM, errors: { type: 'array', items: ERRO } }, ['input', 'errors']),
        },
      }),
      errors: ERRO,
    },
    ['messaging_product', 'block_users'],
  )

export const LACUNAS: readonly Lacuna[] = [
  {
    porque: 'The profile of a number, its QR codes and the users that it blocked are documented and not described.',
    emenda: todas(
      chamada('get', 'whatsapp_business_profile', null, lista(objeto(PERFIL, ['messaging_product']))),
      chamada('post', 'whatsapp_business_profile', objeto(PERFIL, ['messaging_product']), FEITO),
      chamada('get', 'message_qrdls', null, lista(QR)),
      chamada(
        'post',
        'message_qrdls',
        objeto({ prefilled_message: texto, code: texto, generate_qr_image: { enum: ['SVG', 'PNG'] } }, [
          'prefilled_message',
        ]),
        QR,
      ),
      chamada('get', 'message_qrdls/{QR-Code-ID}', null, lista(QR)),
      chamada('delete', 'message_qrdls/{QR-Code-ID}', null, FEITO),
      chamada('get', 'block_users', null, lista(objeto({ messaging_product: texto, wa_id: texto }))),
      chamada('post', 'block_users', BLOQUEIO, bloqueados('added_users')),
      chamada('delete', 'block_users', BLOQUEIO, bloqueados('removed_users')),
    ),
  },
  {
    porque:
      'Of the interactive kinds that are no reply and no list the description has some; a link, a place asked for and a phone asked for (July 2026) are documented, with an action that has a name.',
    emenda: (d) => {
      const { properties } = de(d, 'InteractiveObject')
      properties.type.enum.push('cta_url', 'location_request_message', 'request_contact_info')
      de(d, 'ActionObject').oneOf.push(
        objeto({ name: texto, parameters: objeto({ display_text: { type: 'string', maxLength: 20 }, url: texto }) }, [
          'name',
        ]),
      )
    },
  },
  {
    porque: 'A message may carry 257 contacts, whose phones are of more kinds than two, by the page of that message.',
    emenda: (d) => {
      de(d, 'ContactsMessage').properties.contacts.maxItems = 257
      de(d, 'PhoneObject').properties.type = texto
    },
  },
  {
    porque:
      'Inbound messages refer to the outbound schemas of the same names (`TextMessage` for `TextMessage_2`, and so on), and to the outbound base for their own: schemas of two documents were merged and only one kept its name.',
    emenda: (d) => {
      for (const nome of Object.values(RECEBIDAS)) {
        const partes = d.components.schemas[nome]!.allOf as Esquema[]
        partes[0] = ref('BaseMessageProperties_1')
      }
      const mapping = Object.fromEntries(Object.entries(RECEBIDAS).map(([tipo, nome]) => [tipo, ref(nome).$ref]))
      d.components.schemas.IncomingMessage = { type: 'object', discriminator: { mapping } }
    },
  },
  {
    porque:
      'The subscribed app is described by its bare id and name; the schema that matches the documentation is its twin, whose data has a twin as well.',
    emenda: (d) => {
      d.components.schemas.SubscribedApp = d.components.schemas.SubscribedApp_1!
      d.components.schemas.WhatsAppBusinessApiData = d.components.schemas.WhatsAppBusinessApiData_1!
    },
  },
  {
    porque:
      'Read receipts go to the same address as messages and have their own schemas, which nothing refers to; the typing indicator came later.',
    emenda: campos('MarkMessageRequestPayload', { typing_indicator: objeto({ type: { const: 'text' } }, ['type']) }),
  },
  {
    porque:
      '`recipient_type` and `type` have defaults (a message without `type` is text), and `to` gives way to `recipient`, a business-scoped user id, since July 2026.',
    emenda: todas(
      (d) => {
        d.components.schemas.Message!.discriminator.padrao = 'text'
      },
      dispensa('BaseMessageProperties', 'recipient_type', 'to', 'type'),
      campos('BaseMessageProperties', { recipient: texto }),
    ),
  },
  {
    porque:
      'A copy-code button takes its value at each send, as the documentation of templates says, and a payment button its action, as that of payments in Brazil says; the list of kinds leaves them out.',
    emenda: todas(
      campos('TemplateComponent', { sub_type: { enum: SUB_TIPOS } }),
      campos('ButtonComponent', { sub_type: { enum: SUB_TIPOS } }),
      campos('ButtonParameterObject', { type: { enum: ['payload', 'text', 'coupon_code', 'action'] } }),
      (d) => {
        const acao = objeto({ action: { type: 'object' } }, ['action'])
        d.components.schemas.ButtonActionParameter = { allOf: [ref('ButtonParameterObject'), acao] }
        d.components.schemas.ButtonParameterObject!.discriminator.mapping.action = ref('ButtonActionParameter').$ref
      },
      (d) => {
        const codigo = objeto({ coupon_code: { type: 'string', maxLength: 15 } }, ['coupon_code'])
        d.components.schemas.ButtonCouponParameter = { allOf: [ref('ButtonParameterObject'), codigo] }
        d.components.schemas.ButtonParameterObject!.discriminator.mapping.coupon_code =
          ref('ButtonCouponParameter').$ref
      },
    ),
  },
  {
    porque:
      '`biz_opaque_callback_data` is documented for every send and returned in its statuses, and is described nowhere.',
    emenda: todas(
      campos('BaseMessageProperties', { biz_opaque_callback_data: { type: 'string', maxLength: 512 } }),
      campos('Statuses', { biz_opaque_callback_data: texto }),
    ),
  },
  {
    porque: 'Media sent may have a caption, a document a file name, and audio the mark of a voice note.',
    emenda: (d) => {
      for (const parte of de(d, 'MediaObject').oneOf as Esquema[])
        Object.assign(parte.properties, { caption: texto, filename: texto, voice: { type: 'boolean' } })
    },
  },
  {
    porque: '`language.policy` is legacy and may be left out.',
    emenda: dispensa('LanguageObject', 'policy'),
  },
  {
    porque: 'The position of a button is 0 to 9, as text or number; the pattern given refuses 0 and 1.',
    emenda: (d) => {
      const index = {
        anyOf: [
          { type: 'string', pattern: '^[0-9]$' },
          { type: 'integer', minimum: 0, maximum: 9 },
        ],
      }
      campos('TemplateComponent', { index })(d)
      campos('ButtonComponent', { index })(d)
    },
  },
  {
    porque: 'Named parameters are documented and not described.',
    emenda: (d) => {
      for (const parametro of ['TextParameter', 'CurrencyParameter', 'DateTimeParameter'])
        if (d.components.schemas[parametro]) campos(parametro, { parameter_name: texto })(d)
    },
  },
  {
    porque: 'A location is documented with numbers or numeric text; only text is described.',
    emenda: (d) =>
      Object.assign(de(d, 'LocationMessage').properties.location.properties, {
        latitude: { type: ['string', 'number'] },
        longitude: { type: ['string', 'number'] },
      }),
  },
  {
    porque: 'A send to a user id is answered with `user_id` (July 2026).',
    emenda: (d) =>
      Object.assign(de(d, 'MessageResponsePayload').properties.contacts.items.properties, { user_id: texto }),
  },
  {
    porque: 'Messaging errors bring `error_data`, by Meta’s page of error codes.',
    emenda: (d) =>
      Object.assign(de(d, 'GraphAPIError').properties.error.properties, {
        error_data: objeto({ messaging_product: { const: 'whatsapp' }, details: texto }),
      }),
  },
  {
    porque:
      'Of the number’s fields the description has six; status, throughput, platform, mode, limit, webhook address and health are documented, and quality may be UNKNOWN.',
    emenda: (d) => {
      const novos = {
        status: texto,
        throughput: objeto({ level: texto }),
        platform_type: texto,
        account_mode: texto,
        last_onboarded_time: texto,
        is_official_business_account: { type: 'boolean' },
        is_pin_enabled: { type: 'boolean' },
        whatsapp_business_manager_messaging_limit: texto,
        webhook_configuration: objeto({
          application: texto,
          whatsapp_business_account: texto,
          phone_number: texto,
        }),
        health_status: SAUDE,
        quality_rating: { enum: ['GREEN', 'YELLOW', 'RED', 'UNKNOWN', 'NA'] },
        code_verification_status: { enum: ['VERIFIED', 'NOT_VERIFIED', 'EXPIRED'] },
      }
      campos('PhoneNumberInfo', novos)(d)
      campos('WhatsAppBusinessAccountPhoneNumber', { ...novos, name_status: texto })(d)
      // Only the fields asked for come back.
      dispensa('WhatsAppBusinessAccountPhoneNumber', 'display_phone_number', 'status')(d)
    },
  },
  {
    porque:
      'The account’s health is documented and not described; its verification comes in lower case, and only the fields asked for.',
    emenda: todas(
      campos('WhatsAppBusinessAccount', { health_status: SAUDE, business_verification_status: texto }),
      dispensa('WhatsAppBusinessAccount', 'name'),
    ),
  },
  {
    porque:
      'Templates are described by an example: format of parameters, quality, health, reason of rejection, addresses of buttons, samples of payments and named examples are documented.',
    emenda: (d) => {
      const componente = {
        type: 'array',
        items: objeto(
          {
            type: texto,
            format: texto,
            text: texto,
            add_security_recommendation: { type: 'boolean' },
            buttons: {
              type: 'array',
              items: objeto(
                { type: texto, text: texto, url: texto, phone_number: texto, example: {}, payment_setting: {} },
                ['type'],
              ),
            },
            example: objeto({
              body_text: { type: 'array', items: { type: 'array', items: texto } },
              body_text_named_params: { type: 'array', items: objeto({ param_name: texto, example: texto }) },
              header_text: { type: 'array', items: texto },
              header_handle: { type: 'array', items: texto },
            }),
          },
          ['type'],
        ),
      }
      const comuns = {
        components: componente,
        parameter_format: texto,
        display_format: texto,
        message_send_ttl_seconds: { type: 'integer' },
      }
      const lido = {
        ...comuns,
        rejected_reason: texto,
        previous_category: texto,
        sub_category: texto,
        correct_category: texto,
        quality_score: objeto({ score: texto, date: { type: 'integer' } }),
        health_status: SAUDE,
      }
      Object.assign(resposta(d, 'get', '{WABA-ID}/message_templates').properties.data.items.properties, lido)
      Object.assign(resposta(d, 'get', '{TEMPLATE_ID}').properties, lido)
      Object.assign(pedido(d, 'post', '{TEMPLATE_ID}').properties, comuns)
      Object.assign(pedido(d, 'post', '{WABA-ID}/message_templates').properties, comuns, {
        allow_category_change: { type: 'boolean' },
      })
    },
  },
  {
    porque: 'Lists bring the addresses of the next and previous pages.',
    emenda: (d) =>
      Object.assign(resposta(d, 'get', '{WABA-ID}/message_templates').properties.paging.properties, {
        next: texto,
        previous: texto,
      }),
  },
  {
    porque: 'A list of subscribed apps has cursors as any other.',
    emenda: campos('SubscribedAppsResponse', { paging: ref('CursorPaging') }),
  },
  {
    porque:
      'Webhooks of account and template fields bring `time`, and are not described: only their envelope is judged here, and their fields by the samples.',
    emenda: (d) => {
      campos('Entry', { time: { type: 'integer' } })(d)
      Object.assign(de(d, 'Change').properties, { value: {}, field: texto })
    },
  },
  {
    porque: 'User ids and usernames (2026): neither `from` nor `wa_id` nor `recipient_id` is certain any more.',
    emenda: todas(
      dispensa('BaseMessageProperties_1', 'from'),
      campos('BaseMessageProperties_1', { from_user_id: texto }),
      dispensa('Statuses', 'recipient_id'),
      campos('Statuses', { recipient_user_id: texto }),
      campos('ContactProfile', {
        user_id: texto,
        profile: objeto({ name: texto, username: texto }, ['name']),
      }),
    ),
  },
  {
    porque:
      'Any inbound message may quote another: `context` is described for few kinds, and there with a product inquiry as if it were always one.',
    emenda: todas(
      campos('BaseMessageProperties_1', {
        context: objeto({
          from: texto,
          id: texto,
          forwarded: { type: 'boolean' },
          frequently_forwarded: { type: 'boolean' },
          referred_product: {},
        }),
      }),
      (d) => {
        for (const nome of Object.values(RECEBIDAS)) delete de(d, nome).properties.context
        for (const nome of ['ButtonMessage', 'InteractiveMessageReply']) dispensa(nome, 'context')(d)
      },
    ),
  },
  {
    porque: 'Inbound media bring their address since November 2025, and a document its caption.',
    emenda: todas(campos('MediaMessageProperties', { url: texto }), (d) => {
      const { allOf } = de(d, 'DocumentMessage_1').properties.document
      allOf.push(objeto({ caption: texto }))
    }),
  },
  {
    porque:
      'An inbound message may bring errors of the kind that statuses bring (a file too large, a kind not supported), and says since 2025 what kind it was.',
    emenda: (d) => {
      campos('BaseMessageProperties_1', {
        errors: { type: 'array', items: ref('StatusError') },
        unsupported: objeto({ type: texto }),
      })(d)
      delete de(d, 'UnsupportedMessage').properties.errors
    },
  },
  {
    porque: 'A contact shared since 2026 says where it came from and brings its card.',
    emenda: (d) => {
      const contato = de(d, 'ContactObject_1')
      Object.assign(contato.properties, { origin: texto, vcard: texto })
      de(d, 'ContactSharingMessage').properties.contacts.items = ref('ContactObject_1')
    },
  },
  {
    porque: 'Errors of the whole app come in a value of their own, with neither messages nor statuses.',
    emenda: (d) => {
      const { messaging_product, metadata } = de(d, 'IncomingMessageValueGeneral').properties
      const errors = { type: 'array', items: ref('StatusError'), minItems: 1 }
      d.components.schemas.ErrorValue = objeto({ messaging_product, metadata, errors }, [
        'messaging_product',
        'metadata',
        'errors',
      ])
    },
  },
  {
    porque: 'A pin that is no known place comes with neither name nor address, by Meta’s page of that webhook.',
    emenda: (d) => {
      de(d, 'LocationMessage_1').properties.location.required = ['latitude', 'longitude']
    },
  },
  {
    porque: 'A row of a list that has no description comes back without one.',
    emenda: (d) => {
      de(d, 'InteractiveListReplyContent').properties.list_reply.required = ['id', 'title']
    },
  },
  {
    porque: 'A reaction taken back comes without its emoji.',
    emenda: (d) => {
      de(d, 'ReactionMessage_1').properties.reaction.required = ['message_id']
    },
  },
  {
    porque: 'Statuses since 2025: `played`, the kind of price, and the contact that accompanies them.',
    emenda: todas(
      campos('Statuses', { status: { enum: ['sent', 'delivered', 'read', 'played', 'failed'] } }),
      campos('Pricing', { type: texto }),
      campos('StatusMessageValue', { contacts: { type: 'array', items: ref('ContactProfile') } }),
    ),
  },
  {
    porque: 'A system message comes among the others and may come with contacts, and tells of changed user ids too.',
    emenda: (d) => {
      dispensa('IncomingMessageValueGeneral', 'contacts')(d)
      Object.assign(de(d, 'SystemMessage').properties.system.properties, { user_id: texto, type: texto })
    },
  },
  {
    porque: 'Edits and deletions by the customer arrive as kinds of their own in recent versions.',
    emenda: (d) => {
      const original = { original_message_id: texto }
      d.components.schemas.EditMessage = {
        allOf: [ref('BaseMessageProperties_1'), objeto({ type: texto, edit: objeto({ ...original, message: {} }) })],
      }
      d.components.schemas.RevokeMessage = {
        allOf: [ref('BaseMessageProperties_1'), objeto({ type: texto, revoke: objeto(original) })],
      }
      const { mapping } = d.components.schemas.IncomingMessage!.discriminator
      Object.assign(mapping, { edit: ref('EditMessage').$ref, revoke: ref('RevokeMessage').$ref })
    },
  },
]
