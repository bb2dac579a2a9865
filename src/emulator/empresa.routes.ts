import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { aceitarEndereco } from './assinaturas.ts'
import { GESTAO, MENSAGENS } from './conta.ts'
import { exigirNumero } from './credencial.ts'
import type { CodigoQr, Empresa } from './empresa.ts'
import { corpoDoErro, erroDeStatus, RecusaGraph } from './erros.ts'
import { waId } from './mundo.ts'
import type { Nucleo } from './nucleo.ts'
import { lerCorpo } from './pedido.ts'

type Pedido = FastifyRequest<{
  Params: { id: string; codigo: string }
  Querystring: Record<string, string | undefined>
}>

const whatsapp = { messaging_product: z.literal('whatsapp') }
const Pin = z.string().regex(/^\d{6}$/)
const RAMOS = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
] as const
const Perfil = z.strictObject({
  ...whatsapp,
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.email().max(128).optional(),
  vertical: z.enum(RAMOS).optional(),
  websites: z
    .array(z.url({ protocol: /^https?$/ }).max(256))
    .max(2)
    .optional(),
})
const PedidoDeCodigo = z.looseObject({ code_method: z.enum(['SMS', 'VOICE']), language: z.string().min(2) })
const Codigo = z.looseObject({ code: z.string().min(1) })
/** With the code of an existing one, changes its text. */
const Qr = z.looseObject({
  prefilled_message: z.string().min(1).max(140),
  code: z.string().optional(),
  generate_qr_image: z.enum(['SVG', 'PNG']).optional(),
})
const Bloqueio = z.strictObject({
  ...whatsapp,
  block_users: z
    .array(z.strictObject({ user: z.string().min(1) }))
    .min(1)
    .max(1_000),
})

/** The calls about the company's own number: profile, verification, PIN, QR codes, and whom it blocked. */
export function plugarEmpresa(app: FastifyInstance, nucleo: Nucleo): void {
  plugarPerfil(app, nucleo)
  plugarRegistro(app, nucleo)
  plugarCodigosQr(app, nucleo)
  plugarBloqueios(app, nucleo)
}

function plugarPerfil(app: FastifyInstance, nucleo: Nucleo): void {
  const { empresa } = nucleo
  app.get('/:id/whatsapp_business_profile', async (request: Pedido) => {
    exigirNumero(request, MENSAGENS, nucleo)
    const pedidos = new Set(request.query.fields?.split(',').map((campo) => campo.trim()))
    const dados = Object.entries(empresa.perfil).filter(([campo]) => pedidos.has(campo))
    return { data: [{ ...Object.fromEntries(dados), messaging_product: 'whatsapp' }] }
  })
  app.post('/:id/whatsapp_business_profile', async (request: Pedido) => {
    exigirNumero(request, MENSAGENS, nucleo)
    const { messaging_product: _, ...novo } = lerCorpo(Perfil, request.body)
    Object.assign(empresa.perfil, novo)
    return { success: true }
  })
}

function plugarRegistro(app: FastifyInstance, nucleo: Nucleo): void {
  const { empresa } = nucleo
  // The number of the account is verified from the start, as one that sends is.
  app.post('/:id/request_code', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    lerCorpo(PedidoDeCodigo, { ...request.query, ...(request.body as object) })
    throw new RecusaGraph(136024)
  })
  app.post('/:id/verify_code', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    lerCorpo(Codigo, { ...request.query, ...(request.body as object) })
    throw new RecusaGraph(136025)
  })

  app.post('/:id/register', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    const { pin } = lerCorpo(z.looseObject({ messaging_product: z.literal('whatsapp'), pin: Pin }), request.body)
    exigirPin(empresa, pin)
    if (nucleo.cenario.situacao === 133010) nucleo.cenario.situacao = 'normal'
    return { success: true }
  })
  app.post('/:id/deregister', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    nucleo.cenario.situacao = 133010
    return { success: true }
  })
}

function plugarCodigosQr(app: FastifyInstance, nucleo: Nucleo): void {
  const { empresa } = nucleo
  app.get('/:id/message_qrdls', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    return { data: [...empresa.codigos.values()] }
  })
  app.post('/:id/message_qrdls', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    const { code, prefilled_message } = lerCorpo(Qr, request.body)
    const qr = code === undefined ? novoQr(empresa) : codigoDe(empresa, code)
    qr.prefilled_message = prefilled_message
    return qr
  })
  app.get('/:id/message_qrdls/:codigo', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    return { data: [codigoDe(empresa, request.params.codigo)] }
  })
  app.delete('/:id/message_qrdls/:codigo', async (request: Pedido) => {
    exigirNumero(request, GESTAO, nucleo)
    empresa.codigos.delete(codigoDe(empresa, request.params.codigo).code)
    return { success: true }
  })
}

function plugarBloqueios(app: FastifyInstance, nucleo: Nucleo): void {
  const { empresa } = nucleo
  app.get('/:id/block_users', async (request: Pedido) => {
    exigirNumero(request, MENSAGENS, nucleo)
    const data = [...empresa.bloqueados].map((id) => ({
      messaging_product: 'whatsapp',
      wa_id: waId(nucleo.mundo.ver(`+${id}`)),
    }))
    return { data }
  })
  app.post('/:id/block_users', async (request: Pedido) => {
    exigirNumero(request, MENSAGENS, nucleo)
    return bloquear(request, nucleo)
  })
  app.delete('/:id/block_users', async (request: Pedido) => {
    exigirNumero(request, MENSAGENS, nucleo)
    const { block_users } = lerCorpo(Bloqueio, request.body)
    const removed_users = block_users.map(({ user }) => {
      const aparelho = nucleo.mundo.ver(comMais(user))
      empresa.bloqueados.delete(aparelho.id)
      return { input: user, wa_id: waId(aparelho) }
    })
    return { messaging_product: 'whatsapp', block_users: { removed_users } }
  })
}

/** Sets the number's first PIN; a number that has one is registered with no other. */
function exigirPin(empresa: Empresa, pin: string): void {
  if (empresa.pin !== null && empresa.pin !== pin) throw new RecusaGraph(133005)
  empresa.pin = pin
}

/** Sets the number's webhook address, or the PIN of its two-step verification. */
export async function ajustarNumero(dado: unknown, nucleo: Nucleo) {
  const forma = z.union([z.looseObject({ webhook_configuration: z.looseObject({}) }), z.looseObject({ pin: Pin })])
  const corpo = lerCorpo(forma, dado)
  if ('webhook_configuration' in corpo)
    await aceitarEndereco(corpo.webhook_configuration, 'override_callback_uri', nucleo)
  else nucleo.empresa.pin = corpo.pin as string
  return { success: true }
}

/** Only people who wrote in the last 24 hours can be blocked; the answer reports each. */
function bloquear(request: Pedido, { empresa, mundo, agora }: Nucleo) {
  const { block_users } = lerCorpo(Bloqueio, request.body)
  const pessoas = block_users.map(({ user }) => ({ user, aparelho: mundo.ver(comMais(user)) }))
  const [podem, naoPodem] = [true, false].map((certo) =>
    pessoas.filter(({ aparelho }) => aparelho.janelaAte > agora().getTime() === certo),
  ) as [typeof pessoas, typeof pessoas]
  for (const { aparelho } of podem) empresa.bloqueados.add(aparelho.id)
  const feito = ({ user, aparelho }: (typeof pessoas)[number]) => ({ input: user, wa_id: waId(aparelho) })
  const { code, message, error_data } = erroDeStatus(131047)
  const falhou = { errors: [{ code, message: `(#${code}) ${message}`, error_data }] }
  return {
    messaging_product: 'whatsapp',
    block_users: {
      added_users: podem.map(feito),
      ...(naoPodem.length > 0 ? { failed_users: naoPodem.map((um) => ({ ...feito(um), ...falhou })) } : {}),
    },
    ...(naoPodem.length > 0 ? { errors: corpoDoErro(139100) } : {}),
  }
}

function novoQr(empresa: Empresa): CodigoQr {
  const code = randomBytes(10)
    .toString('base64url')
    .replace(/[^A-Za-z0-9]/g, 'X')
    .toUpperCase()
    .slice(0, 14)
  const qr = { code, prefilled_message: '', deep_link_url: `https://wa.me/message/${code}` }
  empresa.codigos.set(code, qr)
  return qr
}

function codigoDe({ codigos }: Empresa, code: string): CodigoQr {
  const qr = codigos.get(code)
  if (!qr) throw new RecusaGraph(100, { detalhe: `The QR code ${code} does not exist.` })
  return qr
}

const comMais = (telefone: string) => `+${telefone.replace(/\D/g, '')}`
