import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { Canal } from './canal.ts'
import { esperarAte } from './espera.ts'
import { violada } from './invariantes.ts'
import { esperarOuvir, ouvir } from './ouvir.ts'
import { fimDeCada, saidaVazia, test } from './processo.ts'

test('a node that freezes while it sends is replaced within seconds, and sends nothing when it wakes', async ({
  world,
  palco,
  iniciar,
}) => {
  const quantas = 300
  await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
  // Five minutes: far from done when the other one has started, however busy the machine is.
  const congelado = await iniciar({ WHATSAPP_MAX_MPS: '1' })
  await executar(world.servicos, {})
  const enviadas = () => palco.emulador.envios().length
  await esperarAte('it sends', () => enviadas() > 0)
  const outro = await iniciar({ WHATSAPP_MAX_MPS: '400' })
  await congelado.congelar()
  const parado = enviadas()
  expect(parado).toBeLessThan(quantas)
  // Within esperarAte's limit: without the idle timeout, the lock would be held for two hours.
  await esperarAte('another sends in its place', () => enviadas() > parado + 20)
  congelado.acordar() // while the other one is working
  await saidaVazia(world)

  const aceitas = await fimDeCada(world, palco, [outro, congelado])
  expect(quantas - aceitas.size).toBeLessThan(10) // nobody sends the rows it had marked when it froze
  expect(await violada(world.db)).toBeNull()
})

test('a listening connection that went silent while its network is well is given up, and live events are heard again', async ({
  world,
  iniciar,
  onTestFinished,
}) => {
  // A proxy or pooler in between keeps both ends alive, so TCP keepalive finds nothing wrong.
  const { canal, url } = await Canal.abrir(world.url)
  onTestFinished(() => canal.fechar())
  const programa = await iniciar({ DATABASE_URL: url })
  const ouvido = await ouvir(programa, await world.criarAdmin(), onTestFinished)
  await esperarOuvir(world, ouvido, 1_000_001)
  canal.ensurdecer()
  await esperarOuvir(world, ouvido, 1_000_002)
})
