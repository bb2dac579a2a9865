import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { esperarAte } from './espera.ts'
import { violada } from './invariantes.ts'
import { levarWebhooks, saidaVazia, test } from './processo.ts'

test('a node that freezes while it sends is replaced within seconds, and sends nothing when it wakes', async ({
  world,
  palco,
  iniciar,
}) => {
  const quantas = 300
  await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
  const congelado = await iniciar({ WHATSAPP_MAX_MPS: '5' }) // it is far from its end when the other has started
  await executar(world.servicos, {})
  const enviadas = () => palco.emulador.envios().length
  await esperarAte('it sends', () => enviadas() >= 5)
  const outro = await iniciar({ WHATSAPP_MAX_MPS: '400' })
  await congelado.congelar()
  const parado = enviadas()
  expect(parado).toBeLessThan(quantas)
  // Within the patience of esperarAte: without an end of its own, the lock would be held for two hours.
  await esperarAte('another sends in its place', () => enviadas() > parado + 20)
  congelado.acordar() // in the middle of the other's work
  await saidaVazia(world)
  await levarWebhooks(world, palco, [outro, congelado])

  const aceitas = palco.emulador.envios().map(({ referencia }) => referencia)
  expect(new Set(aceitas).size).toBe(aceitas.length)
  const mensagens = await world.db.selectFrom('mensagem').select(['referencia', 'envio', 'erro_codigo']).execute()
  expect(mensagens).toHaveLength(quantas)
  // What it had marked and not sent, when it stopped, is nobody's to send again; it is a handful.
  const incertas = mensagens.filter(({ referencia }) => !aceitas.includes(referencia))
  // Each has an end that says so: unknown until Meta tells, or known not sent and why.
  const semFim = incertas.filter(({ envio, erro_codigo }) => envio !== 'desconhecida' && !erro_codigo)
  expect(semFim).toEqual([])
  expect(incertas.length).toBeLessThan(10)
  expect(await violada(world.db)).toBeNull()
}, 120_000)
