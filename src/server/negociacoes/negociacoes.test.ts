import { describe, expect } from 'vitest'
import { pagar as receber } from '#server/contas-receber/pagamentos.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { violada } from '#test/invariantes.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { comPagamento, estornar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'
import { quebrarVencidas } from './encerramento.actions.ts'

const PEDIDO = { parcelas: 3, primeiro_vencimento: '2026-12-04' }

const cancelar = (world: World, quem: Pessoa, id: number, acordo: number) =>
  world.chamar(quem, 'PATCH', `/api/operador/clientes/${id}/negociacoes/${acordo}/cancelar`, {
    motivo: 'Cliente desistiu',
  })
const negociar = (world: World, ana: Pessoa, id: number, contas: number[], mais: object = {}) =>
  world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, { ...PEDIDO, contas, ...mais })

describe('an agreement that ends early', () => {
  test('brings the originals back, what was paid on the oldest first, a payment split between two keeping its id', async ({
    world,
  }) => {
    const intocado = await comFigurante(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [
      { valor_centavos: 2_000, vencimento: '2026-10-01' },
      { valor_centavos: 8_000, vencimento: '2026-11-02' },
    ])
    const acordo = (await negociar(world, ana, id, contas, { parcelas: 2 })).json()
    await comPagamento(world, ana, acordo.parcelas[0].conta_id, 50)
    const { id: desfeito } = await comPagamento(world, ana, acordo.parcelas[1].conta_id, 10)
    expect((await estornar(world, ana, acordo.parcelas[1].conta_id, desfeito)).statusCode).toBeLessThan(300)
    const cancelado = await cancelar(world, ana, id, acordo.id)
    expect(cancelado.json()).toMatchObject({ id: acordo.id, status: 'cancelada' })
    const cliente = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect([cliente.status, cliente.valor_em_aberto]).toEqual(['em_atendimento', 50])
    const originais = contas.map((conta) => cliente.contas.find((uma: { id: number }) => uma.id === conta))
    expect(originais.map(({ status, valor_pago }) => [status, valor_pago])).toEqual([
      ['paga', 20],
      ['vencida', 30],
    ])
    // What is paid and reversed on one of them afterwards leaves the other's part of the payment.
    const { id: mais } = await comPagamento(world, ana, contas[1]!, 10)
    expect((await estornar(world, ana, contas[1]!, mais)).statusCode).toBeLessThan(300)
    expect(await violada(world.db)).toBeNull()
    await intocado()
  })

  test('takes along what is being paid on an instalment while its end waits', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const acordo = (await negociar(world, ana, id, contas)).json()
    const causa = { origem: 'sistema' as const, agora: world.relogio.agora() }
    const pago = { valor: 1_000, pago_em: world.hoje(), forma: 'pix' as const }
    const cancelado = await enquantoEspera(world.db, {
      segurar: (trx) => receber(trx, acordo.parcelas[0].conta_id, pago, causa),
      pedir: () => cancelar(world, ana, id, acordo.id),
    })
    expect(cancelado.json()).toMatchObject({ status: 'cancelada' })
    expect(await linha(world, 'conta', contas[0]!)).toMatchObject({ situacao: 'aberta', pago_centavos: 1_000 })
    expect(await violada(world.db)).toBeNull()
  })

  test('settles an original on the latest day of what paid it, before the agreement or in it', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    await comPagamento(world, ana, contas[0]!, 40)
    const acordo = (await negociar(world, ana, id, contas, { parcelas: 2 })).json()
    await comPagamento(world, ana, acordo.parcelas[0].conta_id, 80, { pago_em: '2026-11-20' })
    await cancelar(world, ana, id, acordo.id)
    const { contas: voltaram } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect(voltaram.find((uma: { id: number }) => uma.id === contas[0])).toMatchObject({
      status: 'paga',
      pago_em: world.hoje(),
    })
  })

  test('settles an original on a day of what paid it, not of a reversed payment or of one that paid charges alone', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{ vencimento: '2020-11-24', vencimento_util: '2020-11-24' }])
    const { id: errado } = await comPagamento(world, ana, contas[0]!, 30)
    expect((await estornar(world, ana, contas[0]!, errado)).statusCode).toBeLessThan(300)
    const acordo = (await negociar(world, ana, id, contas, { parcelas: 5, incluir_encargos: true })).json()
    expect(acordo.valor_negociado).toBeGreaterThan(170)
    const dias = ['2026-11-20', '2026-11-20', '2026-11-20', world.hoje()]
    for (const [i, pago_em] of dias.entries())
      await comPagamento(world, ana, acordo.parcelas[i].conta_id, acordo.parcelas[i].valor, { pago_em })
    await cancelar(world, ana, id, acordo.id)
    const { contas: voltaram } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect(voltaram.find((uma: { id: number }) => uma.id === contas[0])).toMatchObject({
      status: 'paga',
      pago_em: '2026-11-20',
    })
    expect(await violada(world.db)).toBeNull()
  })

  test('breaks neither by an instalment that is paid nor by one on hold, though another’s breaks', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const acordos: { parcelas: { conta_id: number; valor: number }[] }[] = []
    for (const _ of [0, 1, 2]) {
      const { id, contas } = await world.criarCliente()
      acordos.push((await negociar(world, ana, id, contas, { primeiro_vencimento: '2026-11-28' })).json())
    }
    const primeira = (i: number) => acordos[i]!.parcelas[0]!
    await comPagamento(world, ana, primeira(0).conta_id, primeira(0).valor)
    world.relogio.mover('2026-12-05T13:00:00Z')
    const agora = world.relogio.agora()
    await world.db
      .insertInto('conta_a_caminho')
      .values({ conta_id: primeira(1).conta_id, reaberta_em: agora })
      .execute()
    expect(await quebrarVencidas(world.db, agora)).toBe(1)
    const ficam = await world.db.selectFrom('negociacao').select('status').orderBy('id').execute()
    expect(ficam.map(({ status }) => status)).toEqual(['ativa', 'ativa', 'quebrada'])
  })
})
