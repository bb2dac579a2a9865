import { describe, expect } from 'vitest'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { clienteDe, estornar, pagar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const base = '/api/operador/contas-receber'

describe('a payment', () => {
  test('in part, then the rest: face first, the excess is charges, and the customer completes', async ({ world }) => {
    const ana = await world.criarOperador()
    // R$ 100.00 due on Thursday 19/11, five days late today: R$ 102.17.
    const { id, contas } = await world.criarCliente({ numero_chamadas: 4 })
    const conta = contas[0]!
    expect((await world.chamar(ana, 'GET', `${base}/${conta}`)).json()).toMatchObject({
      valor_atualizado: 102.17,
      encargos: 2.17,
      dias_atraso: 5,
      status: 'vencida',
    })
    const primeira = await pagar(world, ana, conta, 40)
    expect(primeira.statusCode).toBe(201)
    expect(primeira.json()).toMatchObject({
      valor: 40,
      encargos: 0,
      forma: 'pix',
      conta: { valor_pago: 40, status: 'vencida' },
    })
    expect(await clienteDe(world, ana, id)).toMatchObject({ numero_chamadas: 0, valor_em_aberto: 60, status: 'ativo' })
    const demais = await pagar(world, ana, conta, 61.31) // 60.00 with 1.20 and 0.10
    expect(demais.statusCode).toBe(422)
    expect(demais.json().errors.valor[0]).toContain('R$ 61,30')
    const segunda = await pagar(world, ana, conta, 61.3)
    expect(segunda.json()).toMatchObject({
      valor: 61.3,
      encargos: 1.3,
      conta: { status: 'paga', valor_pago: 100, valor_atualizado: 0, pago_em: world.hoje() },
    })
    expect(await clienteDe(world, ana, id)).toMatchObject({ status: 'concluido', valor_em_aberto: 0 })
    expect((await pagar(world, ana, conta, 0.01)).statusCode).toBe(422)
    const historia = (await world.chamar(ana, 'GET', `${base}/${conta}`)).json()
    expect(historia.pagamentos).toMatchObject([
      { valor: 40, principal: 40, encargos: 0, autor: { id: ana.id }, estornado_em: null },
      { valor: 61.3, principal: 60, encargos: 1.3 },
    ])
  })

  test('of the face alone waives the charges; on an earlier day the charges are of that day', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente({}, [{}, {}])
    expect((await pagar(world, ana, contas[0]!, 100)).json().conta).toMatchObject({ status: 'paga', valor_pago: 100 })
    expect((await pagar(world, ana, contas[1]!, 100.01, { pago_em: '2026-11-19' })).statusCode).toBe(422)
    expect((await pagar(world, ana, contas[1]!, 102.03, { pago_em: '2026-11-20' })).json()).toMatchObject({
      encargos: 2.03,
      conta: { status: 'paga', pago_em: '2026-11-20' },
    })
  })

  for (const [o_que, corpo, campo] of [
    ['of zero', { valor: 0 }, 'valor'],
    ['with three decimals', { valor: 1.001 }, 'valor'],
    ['in the future', { pago_em: '2026-11-25' }, 'pago_em'],
    ['in a mistyped year', { pago_em: '0206-11-24' }, 'pago_em'],
    ['on a day that does not exist', { pago_em: '2026-02-30' }, 'pago_em'],
    ['in an unknown form', { forma: 'ouro' }, 'forma'],
  ] as const) {
    test(`${o_que}: 422 naming ${campo}`, async ({ world }) => {
      const { contas } = await world.criarCliente()
      const resposta = await pagar(world, await world.criarOperador(), contas[0]!, 1, corpo)
      expect(resposta.statusCode).toBe(422)
      expect(Object.keys(resposta.json().errors)).toEqual([campo])
    })
  }

  test('ten at once never take more than is owed', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{ vencimento: '2026-12-10' }])
    const respostas = await Promise.all(Array.from({ length: 10 }, () => pagar(world, ana, contas[0]!, 30)))
    expect(respostas.map((um) => um.statusCode).sort()).toEqual([201, 201, 201, ...Array(7).fill(422)])
    expect((await clienteDe(world, ana, id)).valor_em_aberto).toBe(10)
  })

  test('the same Idempotency-Key pays once, also at the same time', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente()
    const chave = { 'idempotency-key': 'uma' }
    const [a, b] = await Promise.all([1, 2].map(() => pagar(world, ana, contas[0]!, 10, {}, chave)))
    expect(a?.statusCode).toBe(201)
    expect(b?.json()).toEqual(a?.json())
    expect((await world.chamar(ana, 'GET', `${base}/${contas[0]}`)).json().valor_pago).toBe(10)
  })
})

describe('a payment over several accounts', () => {
  const repartir = (world: World, quem: Pessoa, partes: [conta_id: number, valor: number][], headers = {}) =>
    world.chamar(
      quem,
      'POST',
      `${base}/pagamentos`,
      {
        partes: partes.map(([conta_id, valor]) => ({ conta_id, valor })),
        pago_em: world.hoje(),
        forma: 'pix',
      },
      headers,
    )
  const DUAS = [{ vencimento: '2026-11-19' }, { vencimento: '2026-12-19' }] // R$ 100.00 each; the first owes R$ 102.17

  test('is recorded on each, in the order asked, and thanked for once with its whole sum', async ({ world }) => {
    await aprovarModelos(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, DUAS)
    const [velha, nova] = contas as [number, number]
    const resposta = await repartir(
      world,
      ana,
      [
        [nova, 100],
        [velha, 102.17],
      ],
      { 'idempotency-key': 'uma vez' },
    )
    expect(resposta.statusCode).toBe(201)
    expect(resposta.json().data).toMatchObject([
      { valor: 100, encargos: 0, conta: { id: nova, status: 'paga' } },
      { valor: 102.17, encargos: 2.17, conta: { id: velha, status: 'paga' } },
    ])
    expect(
      (
        await repartir(
          world,
          ana,
          [
            [nova, 100],
            [velha, 102.17],
          ],
          { 'idempotency-key': 'uma vez' },
        )
      ).json(),
    ).toEqual(resposta.json())
    expect(await clienteDe(world, ana, id)).toMatchObject({ status: 'concluido' })
    const ditas = await world.db
      .selectFrom('mensagem')
      .select('conteudo')
      .where('finalidade', '=', 'pagamento')
      .execute()
    expect(ditas.map(({ conteudo }) => conteudo.includes('R$ 202,17'))).toEqual([true])
    expect(await violada(world.db)).toBeNull()
  })

  test('is all or nothing: the refusal of one part names its position', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente({}, DUAS)
    const { contas: deOutro } = await world.criarCliente()
    const { contas: alheias } = await world.criarCliente({ operador_id: (await world.criarOperador()).id })
    const [velha, nova] = contas as [number, number]
    const demais = await repartir(world, ana, [
      [velha, 50],
      [nova, 100.01],
    ])
    expect([demais.statusCode, Object.keys(demais.json().errors)]).toEqual([422, ['partes.1.valor']])
    const misturado = await repartir(world, ana, [
      [velha, 50],
      [deOutro[0]!, 10],
    ])
    expect([misturado.statusCode, Object.keys(misturado.json().errors)]).toEqual([422, ['partes.1.conta_id']])
    expect(
      (
        await repartir(world, ana, [
          [velha, 50],
          [velha, 10],
        ])
      ).statusCode,
    ).toBe(422)
    expect((await repartir(world, ana, [])).statusCode).toBe(422)
    expect(
      (
        await repartir(world, ana, [
          [velha, 50],
          [alheias[0]!, 10],
        ])
      ).statusCode,
    ).toBe(404)
    expect(await world.db.selectFrom('pagamento').select('id').execute()).toEqual([])
  })
})

describe('a reversal', () => {
  test('opens the account and brings the customer back; a second one is refused', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const conta = contas[0]!
    const pagamento = (await pagar(world, ana, conta, 102.17)).json()
    const estornada = await estornar(world, ana, conta, pagamento.id)
    expect(estornada.statusCode).toBe(200)
    expect(estornada.json()).toMatchObject({ id: conta, status: 'vencida', valor_pago: 0, pago_em: null })
    expect(await clienteDe(world, ana, id)).toMatchObject({ status: 'ativo', valor_em_aberto: 100 })
    expect((await estornar(world, ana, conta, pagamento.id)).json().codigo).toBe('pagamento_estornado')
    expect((await estornar(world, ana, conta, 999)).statusCode).toBe(404)
    const semMotivo = await world.chamar(ana, 'DELETE', `${base}/${conta}/pagamentos/${pagamento.id}`, {})
    expect(semMotivo.json().errors).toHaveProperty('motivo')
  })

  test('of one of two payments leaves no charges while the face is open', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente()
    const conta = contas[0]!
    const primeiro = (await pagar(world, ana, conta, 60)).json()
    const segundo = (await pagar(world, ana, conta, 40.5)).json()
    expect(segundo.encargos).toBe(0.5)
    expect((await estornar(world, ana, conta, primeiro.id)).json()).toMatchObject({
      valor_pago: 40.5,
      status: 'vencida',
    })
    const historia = (await world.chamar(ana, 'GET', `${base}/${conta}`)).json()
    expect(historia.pagamentos[1]).toMatchObject({ id: segundo.id, valor: 40.5, principal: 40.5, encargos: 0 })
  })

  test('of a cancelled note leaves it cancelled', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const pagamento = (await pagar(world, ana, contas[0]!, 100)).json()
    await world.db.updateTable('conta').set({ nota_cancelada: true }).where('id', '=', contas[0]!).execute()
    expect((await estornar(world, ana, contas[0]!, pagamento.id)).json()).toMatchObject({
      status: 'cancelada',
      valor_pago: 0,
    })
    expect((await clienteDe(world, ana, id)).valor_em_aberto).toBe(100)
  })
})

test('what is paid, reversed, changed or cancelled is of its account alone', async ({ world }) => {
  const intocado = await comFigurante(world)
  const ana = await world.criarOperador()
  const { contas } = await world.criarCliente({}, [{}, {}, {}])
  const { id } = (await pagar(world, ana, contas[0]!, 40)).json()
  const outro = (await pagar(world, ana, contas[0]!, 60)).json()
  expect((await estornar(world, ana, contas[1]!, id)).statusCode).toBe(404)
  expect((await estornar(world, ana, contas[0]!, id)).statusCode).toBeLessThan(300)
  expect((await world.chamar(ana, 'GET', `${base}/${contas[0]}`)).json()).toMatchObject({ valor_pago: 60 })
  await intocado()
  expect((await estornar(world, ana, contas[0]!, outro.id)).statusCode).toBeLessThan(300)
  expect((await world.chamar(ana, 'PATCH', `${base}/${contas[1]}`, { valor: 90 })).statusCode).toBe(200)
  const numero = { nosso_numero: '5566', linha_digitavel: null }
  expect((await world.chamar(ana, 'PATCH', `${base}/${contas[1]}`, numero)).statusCode).toBe(200)
  expect((await world.chamar(ana, 'PATCH', `${base}/${contas[1]}/cancelar`, { motivo: 'Engano' })).statusCode).toBe(200)
  await intocado()
  const outra = { valor: 100, status: 'vencida', nosso_numero: null }
  expect((await world.chamar(ana, 'GET', `${base}/${contas[2]}`)).json()).toMatchObject(outra)
  const paga = await pagar(world, ana, contas[2]!, 100)
  expect([paga.statusCode, paga.json().conta.status]).toEqual([201, 'paga'])
  expect((await world.chamar(ana, 'PATCH', `${base}/${contas[2]}`, numero)).json()).toMatchObject({
    codigo: 'conta_encerrada',
  })
  await intocado()
})

test('a line of the log names an account as every screen does', async ({ world }) => {
  const ana = await world.criarOperador()
  const chave = '35261114206377000108550010000184321000000017'
  const { contas } = await world.criarCliente({}, [
    { numero: '18432', parcela: '001', origem: 'nfe', chave_nfe: chave, ordem: 1 },
    { numero: '18432', parcela: '002', origem: 'nfe', chave_nfe: chave, ordem: 2 },
  ])
  await pagar(world, ana, contas[1]!, 40)
  const { historico } = (await world.chamar(ana, 'GET', `${base}/${contas[1]}`)).json()
  expect(historico[0].descricao).toContain('Pagamento de R$ 40,00 da conta NF-e 18.432 · 2/2 de')
})

test('of an account that goes with an undone import while its customer is waited for, it is said that there is none', async ({
  world,
}) => {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente({}, [{}, {}])
  const [paga, mudada] = contas as [number, number]
  for (const [conta, pedir] of [
    [paga, () => pagar(world, ana, paga, 10)],
    [mudada, () => world.chamar(ana, 'PATCH', `${base}/${mudada}`, { valor: 90 })],
  ] as const) {
    const resposta = await enquantoEspera(world.db, {
      segurar: (trx) => travarClientes(trx, [id]),
      pedir,
      depois: (trx) => trx.deleteFrom('conta').where('id', '=', conta).execute(),
    })
    expect([resposta.statusCode, resposta.json().message]).toEqual([
      404,
      expect.stringMatching(/^Esta conta não existe/),
    ])
  }
})
