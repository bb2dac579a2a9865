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

  const aceitas = () => new Set(palco.emulador.envios().map(({ referencia }) => referencia))
  const mensagens = () => world.db.selectFrom('mensagem').select(['referencia', 'envio', 'erro_codigo']).execute()
  /** What had been marked and not sent when it froze is nobody's to send again, unless it wakes and says that it never left. */
  const semFim = async () => {
    const [todas, vistas] = [await mensagens(), aceitas()]
    return todas.filter(({ referencia, envio }) => envio !== (vistas.has(referencia) ? 'aceita' : 'desconhecida'))
  }
  await esperarAte('each was accepted, or its outcome is unknown', async () => {
    await levarWebhooks(world, palco, [outro, congelado])
    return (await semFim()).length === 0
  })
  expect(palco.emulador.envios()).toHaveLength(aceitas().size)
  expect(await mensagens()).toHaveLength(quantas)
  expect(quantas - aceitas().size).toBeLessThan(10) // a handful
  expect(await violada(world.db)).toBeNull()
}, 120_000)
