import { describe, expect } from 'vitest'
import { aprovarModelos } from '#test/modelos.ts'
import { test, type World } from '#test/world.ts'
import { rodarODia } from './rodada-do-dia.actions.ts'

const rodar = (world: World, olhada: Date | null = null) => rodarODia(world.servicos, olhada)
const execucoes = async (world: World) =>
  (await world.db.selectFrom('execucao').select('enfileiradas').orderBy('id').execute()).map((um) => um.enfileiradas)

describe('the engine by itself', () => {
  test('runs at the opening, once, and not before it nor on a day without sending', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    for (const instante of ['2026-11-22T15:00:00.000Z', '2026-11-24T10:59:00.000Z']) {
      world.relogio.mover(instante)
      expect(await rodar(world)).toBeNull()
    }
    world.relogio.mover('2026-11-24T11:00:00.000Z')
    await rodar(world)
    await rodar(world)
    expect(await execucoes(world)).toEqual([1])
  })

  test('looks again after an hour, and runs only for somebody new', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: 61 })
    const olhada = await rodar(world)
    expect(olhada).not.toBeNull()
    await world.criarCliente()
    expect(await rodar(world, olhada)).toBeNull()
    world.relogio.passar({ minutos: 61 })
    await rodar(world, olhada)
    expect(await execucoes(world)).toEqual([1, 1])
  })

  test('runs again at once when a template is approved or the account is mended', async ({ world }) => {
    await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: 1 })
    await aprovarModelos(world)
    await rodar(world)
    await world.criarCliente()
    world.relogio.passar({ minutos: 1 })
    await world.db.updateTable('configuracao').set({ conta_retomada_em: world.relogio.agora() }).execute()
    await rodar(world)
    expect(await execucoes(world)).toEqual([0, 1, 1])
  })
})
