/** An error of Meta's as it goes over the wire. */
interface ErroEmJson {
  http: number
  titulo: string
  detalhe: string
}

const erro = (http: number, titulo: string, detalhe = titulo): ErroEmJson => ({ http, titulo, detalhe })

/** The errors this emulator can give, in Meta's words and with the status of Meta's own table. */
export const ERROS: Record<number, ErroEmJson> = {
  2: erro(503, 'Service temporarily unavailable'),
  4: erro(400, 'Application request limit reached'),
  100: erro(400, 'Invalid parameter'),
  104: erro(400, 'An access token is required to request this resource.'),
  190: erro(401, 'Error validating access token: Session has expired.'),
  200: erro(
    403,
    'You do not have the necessary permissions required to send messages on behalf of this WhatsApp Business Account',
  ),
  368: erro(
    403,
    'Temporarily blocked for policies violations',
    'The WhatsApp Business Account associated with the app has been restricted or disabled for violating a platform policy.',
  ),
  2040: erro(400, 'Message type not supported', 'The receiver cannot show this kind of message.'),
  2200: erro(400, 'Callback verification failed'),
  2500: erro(400, 'Unknown path components'),
  80007: erro(400, 'Rate limit issues', 'The WhatsApp Business Account has reached its rate limit.'),
  130429: erro(400, 'Rate limit hit', 'Cloud API message throughput has been reached.'),
  130472: erro(
    400,
    "User's number is part of an experiment",
    "Failed to send message because this user's phone number is part of an experiment",
  ),
  131000: erro(500, 'Something went wrong', 'Message failed to send due to an unknown error.'),
  134011: erro(400, 'WhatsApp Payments terms of service has not been accepted'),
  131008: erro(400, 'Required parameter is missing'),
  131009: erro(400, 'Parameter value is not valid'),
  131016: erro(500, 'Service unavailable', 'A service is temporarily unavailable.'),
  131021: erro(400, 'Recipient cannot be sender', 'Recipient and sender phone number is the same.'),
  131026: erro(400, 'Message undeliverable', 'Message Undeliverable.'),
  131031: erro(403, 'Business Account locked', 'Business account has been locked.'),
  131042: erro(
    400,
    'Business eligibility payment issue',
    'Message failed to send because there were one or more errors related to your payment method.',
  ),
  131047: erro(
    400,
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ),
  131048: erro(
    400,
    'Spam rate limit hit',
    'Message failed to send because there are restrictions on how many messages can be sent from this phone number.',
  ),
  131049: erro(
    400,
    'This message was not delivered to maintain healthy ecosystem engagement.',
    'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  ),
  131050: erro(
    400,
    'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
    'The recipient has stopped marketing messages from this business.',
  ),
  131051: erro(400, 'Unsupported message type', 'Message type is not currently supported.'),
  131053: erro(
    400,
    'Media upload error',
    'Downloading media from weblink failed with http code 404, status message Not Found',
  ),
  131056: erro(
    400,
    '(Business Account, Consumer Account) pair rate limit hit',
    'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
  ),
  131057: erro(500, 'Business Account is in maintenance mode'),
  132000: erro(400, 'Number of parameters does not match the expected number of params'),
  132001: erro(404, 'Template name does not exist in the translation'),
  132005: erro(400, 'Translated text too long'),
  132012: erro(400, 'Parameter format does not match format in the created template'),
  132015: erro(
    400,
    'Template is paused',
    'Template is paused due to low quality so it cannot be sent in a template message.',
  ),
  132016: erro(
    400,
    'Template is disabled',
    'Template has been paused too many times due to low quality and is now permanently disabled.',
  ),
  132018: erro(400, 'There’s an issue with the parameters in your template'),
  133005: erro(400, 'Two step verification PIN Mismatch', 'The PIN is not the one of this number.'),
  136024: erro(400, 'Request code error', 'The phone number is already verified.'),
  136025: erro(400, 'Verify code error', 'The code is not valid.'),
  139100: erro(
    400,
    'Failed to block/unblock some users',
    'Failed to block or unblock some users, see the block_users response list for details.',
  ),
  133010: erro(400, 'Account not registered', 'Phone number not registered on the WhatsApp Business Platform.'),
}

interface Pormenores {
  detalhe?: string
  subcodigo?: number
  titulo?: string
  /** An error of Graph itself, whatever the product. */
  doGraph?: boolean
  /** The texts for a person at a screen, which the creation of templates gives. */
  paraPessoa?: { titulo: string; mensagem: string }
}

/** Thrown to refuse a call; the emulator's error handler writes it in Graph's envelope. */
export class RecusaGraph extends Error {
  readonly http: number
  readonly corpo: object

  constructor(codigo: number, pormenores: Pormenores = {}) {
    const base = ERROS[codigo] ?? erro(400, 'Unknown error')
    const titulo = pormenores.titulo ?? base.titulo
    super(titulo)
    this.http = base.http
    this.corpo = { error: corpoDoErro(codigo, titulo, pormenores.detalhe ?? base.detalhe, pormenores) }
  }
}

/** The `error` object, in Meta's words unless others are given. */
export function corpoDoErro(
  codigo: number,
  titulo = ERROS[codigo]?.titulo ?? 'Unknown error',
  detalhe = ERROS[codigo]?.detalhe ?? titulo,
  pormenores: Pormenores = {},
) {
  const { subcodigo, paraPessoa, doGraph = subcodigo === 33 } = pormenores
  const mensageria = codigo >= 130000 || codigo === 368 || (codigo === 100 && subcodigo === undefined && !doGraph)
  const semPrefixo = doGraph || codigo === 190 || codigo === 104 || codigo === 2500 || subcodigo !== undefined
  return {
    message: semPrefixo ? titulo : `(#${codigo}) ${titulo}`,
    type: doGraph ? 'GraphMethodException' : 'OAuthException',
    code: codigo,
    ...(mensageria ? { error_data: { messaging_product: 'whatsapp', details: detalhe } } : {}),
    ...(subcodigo === undefined ? {} : { error_subcode: subcodigo }),
    ...(paraPessoa
      ? { is_transient: false, error_user_title: paraPessoa.titulo, error_user_msg: paraPessoa.mensagem }
      : {}),
    fbtrace_id: 'AEmulador',
  }
}

/** The same error as a `failed` status brings it. */
export function erroDeStatus(codigo: number) {
  const { titulo, detalhe } = ERROS[codigo] ?? erro(400, 'Unknown error')
  return {
    code: codigo,
    title: titulo,
    message: titulo,
    error_data: { details: detalhe },
    href: '/documentation/business-messaging/whatsapp/support/error-codes',
  }
}

/** The object does not exist for this token: Meta says so for every id that is not ours. */
export const objetoDesconhecido = (id: string, metodo = 'post') =>
  new RecusaGraph(100, {
    subcodigo: 33,
    titulo: `Unsupported ${metodo.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  })
