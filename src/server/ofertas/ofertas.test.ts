import { describe, expect } from 'vitest'
import { aceitar, comPolitica, POLITICA } from '#test/aceite.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { ANTIGA, cenario, json, ofertas, PRAZO, VENCIDA } from '#test/ofertas.ts'
import { test } from '#test/world.ts'

describe('the policy', () => {
  test('is inactive and empty at first; a PUT leaves what it leaves out, and each change is a dated version', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    expect(await json(world, admin, POLITICA)).toMatchObject({ ativa: false, faixas: [], segundo_acordo_entrada: 0 })
    await comPolitica(world, admin)
    await world.chamar(admin, 'PUT', POLITICA, { segundo_acordo_entrada: 33.33 })
    const igual = await world.chamar(admin, 'PUT', POLITICA, { ativa: true })
    expect(igual.json()).toMatchObject({ ativa: true, segundo_acordo_entrada: 33.33, versao: 2 })
    expect(igual.json().faixas).toMatchObject([{ de_dias: 1 }, { de_dias: 31, ate_dias: null, parcela_minima: 10 }])
    const { data } = await json(world, admin, `${POLITICA}/versoes`)
    expect(data.map((uma: { versao: number; desde: string }) => [uma.versao, uma.desde])).toEqual([
      [2, world.relogio.agora().toISOString()],
      [1, world.relogio.agora().toISOString()],
    ])
  })

  noMesmoMundo.for([
    [{ faixas: [{ de_dias: 10, ate_dias: 5 }] }, 'faixas.0.ate_dias'],
    [{ faixas: [{ de_dias: 1, ate_dias: 30 }, { de_dias: 30 }] }, 'faixas.1.de_dias'],
    [{ faixas: [{ de_dias: 1, desconto_principal: 101 }] }, 'faixas.0.desconto_principal'],
    [{ faixas: [{ de_dias: 1, desconto_encargos: -1 }] }, 'faixas.0.desconto_encargos'],
    [{ faixas: [{ de_dias: 1, entrada_minima: 10.001 }] }, 'faixas.0.entrada_minima'],
    [{ faixas: [{ de_dias: 1, parcelas_max: 0 }] }, 'faixas.0.parcelas_max'],
    [{ faixas: [{ de_dias: -1 }] }, 'faixas.0.de_dias'],
    [{ segundo_acordo_entrada: 200 }, 'segundo_acordo_entrada'],
    [{ ativa: 'sim' }, 'ativa'],
  ] as const)('refuses %o by its field', async ([corpo, campo], { world }) => {
    const resposta = await world.chamar(await world.criarAdmin(), 'PUT', POLITICA, corpo)
    expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, [campo]])
  })

  test('shows what a draft would offer to real customers, and writes nothing', async ({ world }) => {
    const { admin, cliente } = await cenario(world)
    const recente = await world.criarCliente({}, [VENCIDA])
    const emAcordo = await world.criarCliente({}, [VENCIDA])
    await aceitar(world, emAcordo.id, 0)
    await world.criarCliente({}, [{ ...VENCIDA, vencimento_util: world.hoje() }])
    await world.criarCliente({ anonimizado_em: world.relogio.agora() }, [VENCIDA])
    const faixas = [{ de_dias: 0, desconto_principal: 50, parcelas_max: 2 }]
    const { data } = (await world.chamar(admin, 'POST', `${POLITICA}/exemplo`, { faixas })).json()
    expect(data.map((um: { cliente: { id: number } }) => um.cliente.id).sort()).toEqual([cliente.id, recente.id].sort())
    expect(data[0].ofertas[0].desconto).toBeGreaterThan(0)
    expect((await json(world, admin, POLITICA)).versao).toBe(1)
  })

  test('says what a customer in no band owes: what is late and not disputed, each account as late as it is', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const operador = await world.criarOperador()
    const aVencer = { ...VENCIDA, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }
    await world.criarCliente({}, [VENCIDA, aVencer])
    const { id, contas } = await world.criarCliente({}, [ANTIGA])
    await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/contestacoes`, { contas, motivo: 'valor' })
    const corpo = { faixas: [{ de_dias: 300 }] }
    const { data } = (await world.chamar(admin, 'POST', `${POLITICA}/exemplo`, corpo)).json()
    expect(data).toMatchObject([{ dias_atraso: 8, valor_atualizado: 102.27, ofertas: [] }])
  })
})

describe('what a customer is offered', () => {
  test('is about all that is late and not disputed, each discounted by its band, and the same all day', async ({
    world,
  }) => {
    const venceHoje = { ...VENCIDA, vencimento_util: world.hoje() }
    const { ana, cliente, base } = await cenario(world, [VENCIDA, ANTIGA, venceHoje])
    const hoje = await ofertas(world, ana, base)
    expect(hoje.map((uma: { parcelas: unknown[] }) => uma.parcelas.length)).toEqual([1, 3, 13])
    // 10 % of 100.00 and 20 % of 900.00, and the charges of both.
    const [avista] = hoje
    expect(avista).toMatchObject({ contas: cliente.contas.slice(0, 2), valor_original: 1000, valor_negociado: 810 })
    expect(avista.desconto).toBeCloseTo(190 + avista.encargos, 2)
    expect(avista.parcelas).toEqual([{ numero: 1, vencimento: PRAZO, valor: 810 }])
    world.relogio.passar({ horas: 2 })
    expect(await ofertas(world, ana, base)).toEqual(hoje)
    await world.chamar(ana, 'POST', `${base}/contestacoes`, { contas: [cliente.contas[1]], motivo: 'valor' })
    expect((await ofertas(world, ana, base))[0]).toMatchObject({ contas: [cliente.contas[0]], valor_negociado: 90 })
  })

  test('asks for more at once after an agreement of theirs that broke, and of nobody else’s', async ({ world }) => {
    const { ana, cliente, base } = await cenario(world)
    const outro = await world.criarCliente({}, [VENCIDA])
    const terminar = (clienteId: number, status: 'quebrada' | 'cancelada') =>
      world.db
        .updateTable('negociacao')
        .set({ status, encerrada_em: world.relogio.agora() })
        .where('cliente_id', '=', clienteId)
        .execute()
    const antes = await ofertas(world, ana, base)
    await aceitar(world, cliente.id)
    await aceitar(world, outro.id)
    await terminar(cliente.id, 'cancelada')
    await terminar(outro.id, 'quebrada')
    expect(await ofertas(world, ana, base)).toEqual(antes)
    await terminar(cliente.id, 'quebrada')
    const [, duas] = await ofertas(world, ana, base)
    expect(duas.parcelas[0].valor).toBeGreaterThanOrEqual(duas.valor_negociado / 2)
    expect(antes[1].parcelas[0].valor).toBeLessThan(antes[1].valor_negociado / 2)
  })

  test('is nothing without an active policy, and another operator’s customer is not found', async ({ world }) => {
    const { admin, ana, cliente, base } = await cenario(world)
    await world.chamar(admin, 'PUT', POLITICA, { ativa: false })
    expect(await ofertas(world, ana, base)).toEqual([])
    await world.db.updateTable('cliente').set({ operador_id: ana.id }).where('id', '=', cliente.id).execute()
    expect((await world.chamar(await world.criarOperador(), 'GET', `${base}/ofertas`)).statusCode).toBe(404)
  })
})
