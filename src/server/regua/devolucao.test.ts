import { describe, expect } from 'vitest'
import type { Devolucao } from '#contract/ficha.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import type { Pessoa, World } from '#test/world.ts'

const url = (id: number, resto = '') => `/api/operador/clientes/${id}${resto}`
const prever = async (world: World, quem: Pessoa, id: number): Promise<Devolucao | null> =>
  (await world.chamar(quem, 'GET', url(id))).json().devolucao
const modelosDe = async (world: World, id: number) =>
  (
    await world.db
      .selectFrom('mensagem')
      .select(['modelo_tipo', 'passo', 'status'])
      .where('cliente_id', '=', id)
      .orderBy('id')
      .execute()
  ).filter(({ status }) => status !== 'cancelada')

/** Somebody in service, with accounts due so many days ago. */
async function emAtendimento(world: World, dias: number[], campos: object = {}) {
  await aprovarModelos(world)
  const ana = await world.criarOperador()
  const vencida = (n: number) => new Date(world.relogio.agora().getTime() - n * 86_400_000).toISOString().slice(0, 10)
  const { id } = await world.criarCliente(
    { status: 'em_atendimento', operador_id: ana.id, ...campos },
    dias.map((n) => ({ vencimento: vencida(n) })),
  )
  return { ana, id }
}

describe('what handing a customer back would bring', () => {
  test.for<[string, number[], { modelo: string; passo: number } | null]>([
    ['the step that is due', [5], { modelo: 'atraso', passo: 5 }],
    ['the most overdue account’s', [20, 2], { modelo: 'atraso_grave', passo: 20 }],
    ['nothing, with the next step ahead', [-10], null],
  ])('is what it does bring: %s', async ([, dias, esperado], { world }) => {
    const { ana, id } = await emAtendimento(world, dias, { numero_chamadas: 9 })
    const previsto = await prever(world, ana, id)
    expect(previsto?.hoje ?? null).toEqual(esperado && { ...esperado, titulo: expect.any(String) })
    expect(previsto?.fila).toBeNull()
    await world.chamar(ana, 'PATCH', url(id, '/reativar'))
    const { proximo_contato_em } = (await world.chamar(ana, 'GET', url(id))).json()
    expect(previsto?.proximo_contato_em).toBe(proximo_contato_em)
    await executar(world.servicos, {})
    expect(await modelosDe(world, id)).toMatchObject(
      esperado ? [{ modelo_tipo: esperado.modelo, passo: esperado.passo }] : [],
    )
  })

  test('from tomorrow on: nothing today, and the day it says', async ({ world }) => {
    const { ana, id } = await emAtendimento(world, [5])
    const previsto = await prever(world, ana, id)
    expect(previsto).toMatchObject({ proximo_contato_em: '2026-11-24', desde_amanha_em: '2026-11-25' })
    await world.chamar(ana, 'PATCH', url(id, '/reativar'), { a_partir_de: '2026-11-25' })
    await executar(world.servicos, {})
    expect(await modelosDe(world, id)).toEqual([])
    expect((await world.chamar(ana, 'GET', url(id))).json().proximo_contato_em).toBe('2026-11-25')
  })

  test('counts the message of today, the hours and who shares the phone', async ({ world }) => {
    const telefone = '+5511987654321'
    const { ana, id } = await emAtendimento(world, [5], { telefone })
    world.relogio.passar({ horas: 10, minutos: 30 }) // past the hours
    expect(await prever(world, ana, id)).toMatchObject({ hoje: null, proximo_contato_em: '2026-11-25' })
    world.relogio.passar({ horas: 10 }) // before them, on the next day
    expect((await prever(world, ana, id))?.hoje).toMatchObject({ passo: 5 })
    const contato = { ultimo_modelo_dia: world.hoje() }
    await world.db.updateTable('contato').set(contato).where('canonico', '=', '551187654321').execute()
    expect(await prever(world, ana, id)).toMatchObject({ hoje: null, proximo_contato_em: '2026-11-26' })
  })

  test('is the queue, where no step is left; and is not said of whoever cannot be handed back', async ({ world }) => {
    const { ana, id } = await emAtendimento(world, [90])
    await world.db.updateTable('passo_regua').set({ ativo: false }).execute()
    expect(await prever(world, ana, id)).toMatchObject({ hoje: null, proximo_contato_em: null, fila: 'sem_resposta' })
    await world.chamar(ana, 'PATCH', url(id, '/reativar'))
    expect(await prever(world, ana, id)).toBeNull()
    await executar(world.servicos, {})
    expect((await world.chamar(ana, 'GET', url(id))).json().status).toBe('aguardando_atendimento')
  })
})
