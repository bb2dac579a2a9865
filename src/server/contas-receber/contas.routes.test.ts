import { describe, expect } from 'vitest'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ouvirAtos } from '#test/ouvir.ts'
import { clienteDe, estornar, pagar } from '#test/pagamentos.ts'
import type { World } from '#test/world.ts'
import { compactarContas } from './contagem.queries.ts'

const base = '/api/operador/contas-receber'

describe('an account by hand', () => {
  test('is made, changed and cancelled while nothing is paid; the customer follows', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({}, [])
    const nova = { cliente_id: id, numero: 'M-1', valor: 12.34, emissao: '2026-11-24', vencimento: '2026-12-06' }
    const criada = await world.chamar(ana, 'POST', base, nova)
    expect(criada.statusCode).toBe(201)
    expect(criada.json()).toMatchObject({
      origem: 'manual',
      valor: 12.34,
      status: 'em_aberto',
      vencimento: '2026-12-06',
    })
    expect(await clienteDe(world, ana, id)).toMatchObject({ status: 'ativo', valor_em_aberto: 12.34 })
    // 06/12/2026 is a Sunday: late only from the Tuesday after.
    const conta = criada.json().id
    const noDia = async (instante: string) => {
      world.relogio.mover(instante)
      return (await world.chamar(await world.criarOperador(), 'GET', `${base}/${conta}`)).json()
    }
    expect(await noDia('2026-12-07T13:00:00Z')).toMatchObject({ status: 'em_aberto', dias_atraso: 0 })
    expect(await noDia('2026-12-08T13:00:00Z')).toMatchObject({ status: 'vencida', dias_atraso: 1 })
    world.relogio.mover('2026-11-24T14:00:00Z')
    const mudada = await world.chamar(ana, 'PATCH', `${base}/${conta}`, { valor: 20.01, vencimento: '2026-12-20' })
    expect(mudada.json()).toMatchObject({ valor: 20.01, vencimento: '2026-12-20', status: 'em_aberto' })
    expect((await clienteDe(world, ana, id)).valor_em_aberto).toBe(20.01)
    const cancelada = await world.chamar(ana, 'PATCH', `${base}/${conta}/cancelar`, { motivo: 'Lançada em dobro' })
    expect(cancelada.json().status).toBe('cancelada')
    expect((await clienteDe(world, ana, id)).status).toBe('concluido')
    expect((await world.chamar(ana, 'PATCH', `${base}/${conta}`, { valor: 1 })).json().codigo).toBe('conta_encerrada')
    expect((await pagar(world, ana, conta, 1)).json().codigo).toBe('conta_cancelada')
  })

  test('that changes is told to screens also when its customer’s totals stay', async ({ world, onTestFinished }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: ana.id }, [{}, { vencimento: '2026-12-10' }])
    const ouvir = await ouvirAtos(world, onTestFinished)
    const ditos = (corpo: object) =>
      ouvir(async () => expect((await world.chamar(ana, 'PATCH', `${base}/${contas[1]}`, corpo)).statusCode).toBe(200))
    const doCliente = { tipo: 'cliente', cliente_id: id, operador_id: ana.id }
    expect(await ditos({ vencimento: '2026-12-20' })).toEqual([doCliente])
    expect(await ditos({ nosso_numero: '109' })).toEqual([doCliente])
    expect(await ditos({ vencimento: '2026-12-20' })).toEqual([])
  })

  test('may have been due before the day supposed of its issue, but not before that of a note', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({}, [])
    const nova = { cliente_id: id, numero: 'M-1', valor: 100, vencimento: '2026-12-06' }
    const conta = (await world.chamar(ana, 'POST', base, nova)).json()
    const mudar = () => world.chamar(ana, 'PATCH', `${base}/${conta.id}`, { vencimento: '2026-11-19' })
    expect((await mudar()).json()).toMatchObject({ status: 'vencida', valor_atualizado: 102.17, emissao: '2026-11-19' })
    await world.db
      .updateTable('conta')
      .set({ origem: 'nfe', emissao: '2026-11-20', vencimento: '2026-12-06', chave_nfe: '1'.repeat(44), ordem: 1 })
      .where('id', '=', conta.id)
      .execute()
    expect((await mudar()).json().errors).toHaveProperty('vencimento')
  })

  test('with a payment is neither changed nor cancelled', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente()
    await pagar(world, ana, contas[0]!, 1)
    for (const [caminho, corpo] of [
      ['', { valor: 1 }],
      ['/cancelar', { motivo: 'Engano' }],
    ] as const) {
      const resposta = await world.chamar(ana, 'PATCH', `${base}/${contas[0]}${caminho}`, corpo)
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'conta_com_pagamento'])
    }
  })

  for (const [o_que, corpo, campo] of [
    ['before its issue', { emissao: '2026-12-01', vencimento: '2026-11-30' }, 'vencimento'],
    ['in a mistyped year', { vencimento: '2926-12-01' }, 'vencimento'],
    ['of nothing', { valor: 0 }, 'valor'],
    ['without a number', { numero: '  ' }, 'numero'],
  ] as const) {
    test(`${o_que}: 422 naming ${campo}`, async ({ world }) => {
      const { id } = await world.criarCliente()
      const nova = { cliente_id: id, numero: 'M-1', valor: 10, vencimento: '2026-12-06', ...corpo }
      const resposta = await world.chamar(await world.criarOperador(), 'POST', base, nova)
      expect(resposta.statusCode).toBe(422)
      expect(Object.keys(resposta.json().errors)).toEqual([campo])
    })
  }

  test("another operator's: 404 for every call", async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente({ operador_id: ana.id })
    const nova = { cliente_id: id, numero: 'M-1', valor: 10, vencimento: '2026-12-06' }
    const respostas = await Promise.all([
      world.chamar(bia, 'GET', `${base}/${contas[0]}`),
      world.chamar(bia, 'GET', `${base}/cliente/${id}`),
      world.chamar(bia, 'POST', base, nova),
      world.chamar(bia, 'PATCH', `${base}/${contas[0]}`, { valor: 1 }),
      world.chamar(bia, 'PATCH', `${base}/${contas[0]}/cancelar`, { motivo: 'Engano' }),
      pagar(world, bia, contas[0]!, 1),
      estornar(world, bia, contas[0]!, 1),
    ])
    expect(respostas.map((um) => um.statusCode)).toEqual(Array(7).fill(404))
  })
})

describe('listar and resumo', () => {
  async function povoar(world: World) {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const conta = (numero: string, vencimento: string, valor_centavos: number) => ({
      numero,
      vencimento,
      valor_centavos,
    })
    await world.criarCliente({ nome: 'Padaria Avó', operador_id: ana.id }, [
      conta('A1', '2026-12-01', 30_000),
      conta('A2', '2026-11-23', 10_000),
      conta('A3', '2026-10-20', 20_000),
    ])
    await world.criarCliente({ nome: 'De ninguém' }, [
      conta('B1', '2026-09-10', 5_000),
      conta('B2', '2026-01-10', 1_001),
    ])
    await world.criarCliente({ nome: 'Da Bia', operador_id: bia.id }, [conta('C1', '2026-11-01', 99_999)])
    return ana
  }
  const numeros = (resposta: { json(): { data: { numero: string }[] } }) =>
    resposta
      .json()
      .data.map((um) => um.numero)
      .join()

  test('filters and orders over what one sees, with the sum of all that is found', async ({ world }) => {
    const ana = await povoar(world)
    const listar = (consulta = '') => world.chamar(ana, 'GET', `${base}/listar${consulta}`)
    const todas = await listar()
    expect(todas.json()).toMatchObject({ total: 5, per_page: 15, soma: 660.01 })
    expect(numeros(todas)).toBe('B2,B1,A3,A2,A1')
    expect(numeros(await listar('?ordenar=-valor'))).toBe('A1,A3,A2,B1,B2')
    expect(numeros(await listar('?status=em_aberto'))).toBe('A1')
    expect(numeros(await listar('?status=em_aberto,vencida&faixa=a_vencer'))).toBe('A1')
    expect((await listar('?status=vencida,sumida')).statusCode).toBe(422)
    expect((await listar('?status=vencida')).json()).toMatchObject({ total: 4, soma: 360.01 })
    expect(numeros(await listar('?status=vencida&valor_min=50&valor_max=200'))).toBe('B1,A3,A2')
    expect(numeros(await listar('?vencimento_de=2026-10-20&vencimento_ate=2026-11-23'))).toBe('A3,A2')
    expect(numeros(await listar('?busca=AVO'))).toBe('A3,A2,A1')
    expect(numeros(await listar('?busca=b1'))).toBe('B1')
    expect(numeros(await listar('?busca=padaria%20a2'))).toBe('A2')
    // As a message calls it, with its instalment.
    await world.db.updateTable('conta').set({ parcela: '002' }).where('numero', '=', 'A2').execute()
    expect(numeros(await listar('?busca=a2/002'))).toBe('A2')
    expect(numeros(await listar('?busca=a2/003'))).toBe('')
    for (const [faixa, achadas] of Object.entries({
      a_vencer: 'A1',
      '1-30': 'A2',
      '31-60': 'A3',
      '61-90': 'B1',
      '90%2B': 'B2',
    }))
      expect(numeros(await listar(`?faixa=${faixa}`)), faixa).toBe(achadas)
    expect((await listar('?ordenar=nome')).statusCode).toBe(422)
    expect((await listar('?vencimento_de=ontem')).statusCode).toBe(422)
    for (const valor of ['', '%20', '0x10', '1e3', '-1', '1.234', '1.000,50', '99999999999'])
      expect((await listar(`?valor_max=${valor}`)).statusCode, valor).toBe(422)
    const outra = { origem: 'manual', valor_centavos: 5_000 } as const
    const { id, contas } = await world.criarCliente({ operador_id: ana.id }, [
      { ...outra, numero: 'D1', vencimento: '2026-11-24' },
      { ...outra, numero: 'D2', vencimento: '2026-11-23' },
      { ...outra, numero: 'D3', vencimento: '2026-09-25' }, // sixty days
    ])
    expect(numeros(await listar(`?cliente_id=${id}`))).toBe('D3,D2,D1')
    expect(numeros(await listar(`?cliente_id=${id}&status=vencida`)), 'due today is not overdue').toBe('D3,D2')
    expect(numeros(await listar(`?cliente_id=${id}&status=em_aberto`))).toBe('D1')
    expect(numeros(await listar(`?cliente_id=${id}&faixa=31-60`))).toBe('D3')
    const acordo = { contas: [contas[2]], parcelas: 2, primeiro_vencimento: '2026-12-01', incluir_encargos: false }
    await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    const somas = ['', '&status=negociada', '&status=negociada,cancelada'].map((um) => listar(`?cliente_id=${id}${um}`))
    expect(
      (await Promise.all(somas)).map((um) => um.json().soma),
      'an account and its instalments count once',
    ).toEqual([150, 50, 0])
    await world.chamar(ana, 'PATCH', `${base}/${contas[1]}/cancelar`, { motivo: 'Engano' })
    expect(numeros(await listar(`?cliente_id=${id}&faixa=1-30`)), 'nothing is late of what is closed').toBe('')
  })

  for (const ordenar of ['vencimento', '-vencimento', 'valor', '-valor']) {
    test(`by ${ordenar}, page after page: each account once, in one order`, async ({ world }) => {
      const ana = await world.criarOperador()
      const dias = ['2026-11-10', '2026-11-10', '2026-11-10', '2026-11-12', '2026-12-01', '2026-12-01', '2026-12-02']
      await world.criarCliente(
        { operador_id: ana.id },
        dias.slice(0, 4).map((vencimento) => ({ vencimento })),
      )
      await world.criarCliente(
        {},
        dias.slice(4).map((vencimento) => ({ vencimento })),
      )
      const ler = async (pagina: string) =>
        (await world.chamar(ana, 'GET', `${base}/listar?ordenar=${ordenar}&${pagina}`)).json()
      const inteira = await ler('per_page=100')
      const paginas = await Promise.all([1, 2, 3, 4, 5].map((page) => ler(`per_page=2&page=${page}`)))
      expect(inteira).toMatchObject({ total: 7, soma: 700 })
      expect(paginas.flatMap(({ data }) => data)).toEqual(inteira.data)
      expect(paginas.map(({ data, total }) => [data.length, total])).toEqual([2, 2, 2, 1, 0].map((n) => [n, 7]))
    })
  }

  test('what is listed may be taken along as a spreadsheet, safe against formulas', async ({ world }) => {
    const ana = await povoar(world)
    await world.criarCliente({ nome: '=cmd()', operador_id: ana.id }, [{ numero: 'F1', vencimento: '2026-12-02' }])
    const resposta = await world.chamar(ana, 'GET', `${base}/exportar.csv?status=em_aberto`)
    expect(resposta.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contas-a-receber-2026-11-24.csv"',
    })
    const [cabecalho, ...linhas] = resposta.body.replace('\ufeff', '').trim().split('\r\n')
    expect(cabecalho).toContain('"conta";"parcela";"cliente"')
    expect(linhas[0], 'in the words of the screen').toContain('"Em aberto";"";"Lançada à mão"')
    expect(linhas.map((linha) => linha.split(';').slice(0, 7).join(';'))).toEqual([
      expect.stringMatching(/^"A1";"";"Padaria Avó";"[\d/]+";"01\/12\/2026";"0";"300,00"$/),
      expect.stringMatching(/^"F1";"";"'=cmd\(\)";/),
    ])
  })

  test('the kept counts follow payments, transfers and accounts taken away, also while they are folded', async ({
    world,
  }) => {
    const ana = await povoar(world)
    const admin = await world.criarAdmin()
    const lista = (await world.chamar(ana, 'GET', `${base}/listar`)).json()
    const [b2, , a3] = lista.data
    await Promise.all([
      pagar(world, ana, a3.id, 50),
      pagar(world, ana, b2.id, 10.01),
      world.chamar(admin, 'POST', `/api/admin/clientes/${b2.cliente.id}/transferir`, {
        operador_id: ana.id,
      }),
      ...Array.from({ length: 5 }, () => compactarContas(world.db)),
    ])
    expect(await violada(world.db)).toBeNull()
    await compactarContas(world.db)
    expect(await violada(world.db)).toBeNull()
    for (const ruim of ['nada', 'paga,nada', '']) {
      const recusada = await world.chamar(ana, 'GET', `${base}/listar?status=${ruim}`)
      expect([recusada.statusCode, Object.keys(recusada.json().errors)], ruim).toEqual([422, ['status']])
    }
    expect((await world.chamar(ana, 'GET', `${base}/listar?status=paga`)).json()).toMatchObject({
      total: 1,
      soma: 10.01,
    })
    expect((await world.chamar(ana, 'GET', `${base}/resumo`)).json()).toMatchObject({
      total_contas: 4,
      valor_total: 600,
    })
    // Partly paid: the list's sum equals the card's, whether counted or searched.
    for (const filtro of ['', '&valor_min=0.01'])
      expect((await world.chamar(ana, 'GET', `${base}/listar?status=em_aberto,vencida${filtro}`)).json()).toMatchObject(
        {
          total: 4,
          soma: 600,
        },
      )
  })

  test("an account's story: its charges by part, where it came from, and what was done to it", async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    await world.chamar(ana, 'PATCH', `${base}/${contas[0]}`, { valor: 200 })
    await world.chamar(ana, 'PATCH', `${base}/${contas[1]}`, { valor: 300 })
    expect((await world.chamar(ana, 'GET', `${base}/${contas[0]}`)).json()).toMatchObject({
      valor_atualizado: 204.33,
      multa: 4,
      juros: 0.33,
      parcelas: null,
      importacao: null,
      motivo_cancelamento: null,
      historico: [{ acao: 'conta.mudar', entidade_id: id, usuario: { id: ana.id } }],
    })
  })

  test('the summary adds up with its bands', async ({ world }) => {
    const ana = await povoar(world)
    const { id: bia } = await world.criarOperador()
    expect((await world.chamar(ana, 'GET', `${base}/resumo`)).json()).toEqual({
      total_contas: 5,
      valor_total: 660.01,
      valor_contestado: 0,
      contas_vencidas: 4,
      clientes_vinculados: 2,
      valor_vencido: 360.01,
      aging: [
        { faixa: 'a_vencer', contas: 1, valor: 300 },
        { faixa: '1-30', contas: 1, valor: 100 },
        { faixa: '31-60', contas: 1, valor: 200 },
        { faixa: '61-90', contas: 1, valor: 50 },
        { faixa: '90+', contas: 1, valor: 10.01 },
      ],
    })
    await world.criarCliente({ operador_id: ana.id, status: 'concluido' }, [])
    const { data } = (await world.chamar(ana, 'GET', `${base}/listar`)).json()
    const contestar = async (qual: string) => {
      const { id, cliente } = data.find(({ numero }: { numero: string }) => numero === qual)
      const url = `/api/operador/clientes/${cliente.id}/contestacoes`
      const feita = await world.chamar(ana, 'POST', url, { contas: [id], motivo: 'valor' })
      return { cliente: cliente.id, url: `${url}/${feita.json().id}` }
    }
    const [, { url }, { cliente }] = [await contestar('A2'), await contestar('A3'), await contestar('B1')]
    await world.chamar(ana, 'PATCH', url, { status: 'improcedente', resposta: 'A entrega foi assinada.' })
    await world.db.updateTable('cliente').set({ operador_id: bia }).where('id', '=', cliente).execute()
    const depois = (await world.chamar(ana, 'GET', `${base}/resumo`)).json()
    expect(depois, 'the disputed and unanswered, of her own').toMatchObject({
      valor_contestado: 100,
      clientes_vinculados: 1,
    })
  })
})

test('an account by hand that is sent again, since its answer was lost, is one', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente({}, [])
  const nova = { cliente_id: id, numero: 'A-1', valor: 12.34, vencimento: '2026-12-24' }
  const chave = { 'idempotency-key': 'conta' }
  const criar = (corpo = nova) => world.chamar(ana, 'POST', base, corpo, chave)
  const [uma, outra] = await Promise.all([criar(), criar()])
  expect([uma.statusCode, outra.statusCode]).toEqual([201, 201])
  expect((await criar()).json().id).toBe(uma.json().id)
  expect((await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json().valor_em_aberto).toBe(12.34)
  expect((await criar({ ...nova, valor: 99 })).statusCode).toBe(422)
})
