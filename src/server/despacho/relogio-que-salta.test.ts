import { sql } from 'kysely'
import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { World } from '#test/world.ts'

test.for([[[0, -1, 24, 0, 1]], [[24, 0, -1, 1, 24]]] as const)(
  'a clock that jumps by these hours, %s, bills nobody twice',
  async ([horas], { world, palco }) => {
    for (let i = 0; i < 3; i += 1) await world.criarCliente()
    const inicio = world.relogio.agora().getTime()
    for (const hora of horas) {
      world.relogio.mover(new Date(inicio + hora * 3_600_000).toISOString())
      await executar(world.servicos, {})
      await despachar(world)
    }
    expect(palco.emulador.envios()).toHaveLength(3)
  },
)

/** Which transaction wrote each message last. */
const escritas = async ({ db }: World) =>
  (await sql<{ xmin: string }>`select xmin::text from mensagem order by id`.execute(db)).rows

test('a day that a node whose clock is ahead ran before its hour is sent when the hour comes', async ({
  world,
  palco,
}) => {
  for (let i = 0; i < 3; i += 1) await world.criarCliente()
  world.relogio.mover('2026-11-24T11:00:10.000Z')
  await executar(world.servicos, { automatica: true })
  world.relogio.passar({ segundos: -90 })
  await despachar(world)
  expect(palco.emulador.envios()).toEqual([])
  const adiadas = await escritas(world)
  await despachar(world)
  expect(await escritas(world)).toEqual(adiadas)
  world.relogio.mover('2026-11-24T11:00:00.000Z')
  await despachar(world)
  expect(palco.emulador.envios()).toHaveLength(3)
})

test('a run that a person forced before the hour goes at once', async ({ world, palco }) => {
  for (let i = 0; i < 3; i += 1) await world.criarCliente()
  world.relogio.mover('2026-11-24T10:30:00.000Z')
  await executar(world.servicos, { forcado: true })
  await despachar(world)
  expect(palco.emulador.envios()).toHaveLength(3)
})
