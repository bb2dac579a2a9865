import { describe, expect } from 'vitest'
import { aprovarModelos } from '#test/modelos.ts'
import { test, type World } from '#test/world.ts'
import { executar } from './execucao.actions.ts'
import { virarODia } from './virada.actions.ts'

const ver = (world: World, id: number) =>
  world.db.selectFrom('cliente').select(['status', 'aguardando_motivo']).where('id', '=', id).executeTakeFirstOrThrow()

/** An agreement of two instalments made today. */
async function comAcordo(world: World) {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  const pedido = { contas, parcelas: 2, primeiro_vencimento: '2026-12-01' }
  const resposta = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, pedido)
  expect(resposta.statusCode).toBe(201)
  return { id, ana }
}

describe('a new day', () => {
  test('ends the pause that was until this day, and the customer is billed in the same run', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente({ status: 'pausado', pausado_ate: '2026-11-24' })
    expect((await executar(world.servicos, {})).enfileiradas).toBe(1)
    expect(await ver(world, id)).toMatchObject({ status: 'ativo' })
  })

  test('reminds of the instalments by their own template, and breaks the agreement five days late', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const { id } = await comAcordo(world)
    world.relogio.mover('2026-12-01T13:00:00.000Z')
    await executar(world.servicos, {})
    const lembrete = await world.db.selectFrom('mensagem').selectAll().where('finalidade', '=', 'parcela').execute()
    expect(lembrete).toMatchObject([{ cliente_id: id, modelo_tipo: 'parcela', passo: 0 }])
    world.relogio.mover('2026-12-05T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toMatchObject({ status: 'negociado' })
    world.relogio.mover('2026-12-06T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toEqual({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
  })

  test('who comes out of a pause with a broken agreement goes to the queue', async ({ world }) => {
    const { id, ana } = await comAcordo(world)
    await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/pausar`, { motivo: 'Viajou', ate: '2026-12-10' })
    world.relogio.mover('2026-12-10T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toEqual({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
  })
})
