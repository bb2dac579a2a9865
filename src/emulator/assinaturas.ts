import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { objetoDesconhecido, RecusaGraph } from './erros.ts'
import type { Nucleo } from './nucleo.ts'
import { lerCorpo } from './pedido.ts'

type Pedido = FastifyRequest<{
  Params: { versao: string; id: string }
  Querystring: Record<string, string | undefined>
}>

/** Which application gets the account's webhooks, and at which address. */
export function plugarAssinaturas(app: FastifyInstance, nucleo: Nucleo, exigirConta: (request: Pedido) => void) {
  const { conta, cenario } = nucleo
  app.get('/:id/subscribed_apps', async (request: Pedido) => {
    exigirConta(request)
    return { data: inscricoes(nucleo) }
  })
  app.post('/:id/subscribed_apps', async (request: Pedido) => {
    exigirConta(request)
    const trocou = await aceitarEndereco(request.body, 'override_callback_uri', nucleo)
    cenario.assinatura = 'nossa'
    return trocou ? { success: true, data: inscricoes(nucleo) } : { success: true }
  })
  app.delete('/:id/subscribed_apps', async (request: Pedido) => {
    exigirConta(request)
    cenario.assinatura = 'nenhuma'
    return { success: true }
  })
  app.post('/:id/subscriptions', async (request: Pedido) => {
    if (request.params.id !== conta.appId) throw objetoDesconhecido(request.params.id)
    const corpo = request.body instanceof FormData ? Object.fromEntries(request.body) : request.body
    await aceitarEndereco(corpo, 'callback_url', nucleo)
    return { success: true }
  })
}

function inscricoes({ conta, cenario, entregador }: Nucleo) {
  if (cenario.assinatura === 'nenhuma') return []
  const nossa = cenario.assinatura === 'nossa'
  const id = nossa ? conta.appId : '499999999999999'
  const name = nossa ? 'Emulador' : 'Outro aplicativo'
  const link = `https://www.facebook.com/games/?app_id=${id}`
  const endereco = nossa && entregador.url ? { override_callback_uri: entregador.url } : {}
  return [{ whatsapp_business_api_data: { id, name, link }, ...endereco }]
}

/** A new address is accepted only after it answered the handshake. False when none was given. */
export async function aceitarEndereco(corpo: unknown, campo: string, { entregador, conta }: Nucleo): Promise<boolean> {
  const dado = (corpo ?? {}) as Record<string, unknown>
  if (dado[campo] === undefined) return false
  const { verify_token, ...resto } = lerCorpo(
    z.looseObject({ [campo]: z.url(), verify_token: z.string().min(1) }),
    dado,
  )
  const url = String(resto[campo])
  if (!(await entregador.handshake(url, String(verify_token)))) {
    throw new RecusaGraph(2200, {
      titulo: `Callback verification failed with the following errors: the address did not answer the challenge (app ${conta.appId}).`,
    })
  }
  entregador.url = url
  return true
}
