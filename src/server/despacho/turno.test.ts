import Fastify, { type FastifyReply } from 'fastify'
import { expect, onTestFinished, vi } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { despachar } from '#test/despachar.ts'
import { esperarAte } from '#test/espera.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { test, type World } from '#test/world.ts'

/** A Meta that answers as told. */
async function comMeta(world: World, responder: (pedido: number, resposta: FastifyReply) => unknown) {
  let pedidos = 0
  const meta = Fastify()
  meta.post('/*', (_pedido, resposta) => {
    pedidos += 1
    return responder(pedidos, resposta)
  })
  onTestFinished(() => meta.close())
  await aprovarModelos(world)
  world.usarWhatsapp(`${await meta.listen({ port: 0, host: '127.0.0.1' })}/v23.0`)
  return { pedidos: () => pedidos }
}

const aceita = (pedido: number) => ({
  messaging_product: 'whatsapp',
  contacts: [{ wa_id: '5511987654321' }],
  messages: [{ id: `wamid.${pedido}` }],
})
const naFila = async (world: World) =>
  (await world.db.selectFrom('mensagem').select('id').where('envio', '=', 'fila').execute()).length

test('a refusal now and then, while Meta takes the rest, makes only that message wait', async ({ world }) => {
  const error = { code: 131016, message: 'Service unavailable', type: 'OAuthException' }
  const { pedidos } = await comMeta(world, (pedido, resposta) =>
    pedido % 10 === 0 ? resposta.status(500).send({ error }) : resposta.send(aceita(pedido)),
  )
  await Promise.all(Array.from({ length: 60 }, () => world.criarCliente()))
  await executar(world.servicos, {})
  await despachar(world)
  expect([pedidos(), await naFila(world)]).toEqual([60, 6])
  const { falha_tipo } = await world.db.selectFrom('despacho').select('falha_tipo').executeTakeFirstOrThrow()
  expect(falha_tipo).toBeNull()
})

test('a slow answer ends no turn: what waits behind it, to the same person, goes in the same one', async ({
  world,
}) => {
  const primeira = Promise.withResolvers<void>()
  const { pedidos } = await comMeta(world, async (pedido) => {
    if (pedido === 1) await primeira.promise
    return aceita(pedido)
  })
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' })
  for (const template of ['reengajar', 'atraso']) {
    const { statusCode } = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { template })
    expect(statusCode).toBe(201)
  }
  const deVerdade = performance.now.bind(performance)
  let passados = 0
  const relogio = vi.spyOn(performance, 'now').mockImplementation(() => deVerdade() + passados)
  onTestFinished(() => relogio.mockRestore())

  const turno = despachar(world)
  await esperarAte('Meta is asked', () => pedidos() === 1)
  passados += 1_500
  const olhadas = relogio.mock.calls.length
  await vi.waitUntil(() => relogio.mock.calls.length > olhadas + 20, 30_000) // it goes on looking for more
  primeira.resolve()
  await turno
  expect([pedidos(), await naFila(world)]).toEqual([2, 0])
})
