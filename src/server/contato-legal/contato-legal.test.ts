import { describe, expect } from 'vitest'
import type { LinhaDaLei } from '#contract/contato-legal.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { criarNota } from '#test/nota.ts'
import type { World } from '#test/world.ts'

const URL = '/api/admin/configuracoes/contato-legal'
const ver = async (world: World) => {
  const resposta = await world.chamar(await world.criarAdmin(), 'GET', URL)
  expect(resposta.statusCode).toBe(200)
  return resposta.json() as { data: LinhaDaLei[]; feriados: unknown[] }
}
const mudar = async (world: World, corpo: object) => world.chamar(await world.criarAdmin(), 'PUT', URL, corpo)
const AM = {
  uf: 'AM',
  semana: { inicio: '08:00', fim: '18:00' },
  sabado: null,
  fonte: 'Lei X',
  conferido_em: '2026-11-01',
}

describe('the hours of each state', () => {
  test('begin with the six that are known, each with its source and day', async ({ world }) => {
    const { data, feriados } = await ver(world)
    expect(
      data.map(({ uf, semana, sabado }) => [uf, semana?.inicio, semana?.fim, sabado?.inicio, sabado?.fim]),
    ).toEqual([
      ['AL', '08:00', '20:00', '08:00', '14:00'],
      ['AM', '08:00', '18:00', '08:00', '14:00'],
      ['ES', '08:00', '19:00', undefined, undefined],
      ['PR', '08:00', '18:00', '08:00', '13:00'],
      ['RJ', '09:00', '19:00', undefined, undefined],
      ['SP', '08:00', '20:00', '08:00', '14:00'],
    ])
    expect(data.every(({ fonte, conferido_em, ativo }) => /Lei/.test(fonte) && conferido_em !== '' && ativo)).toBe(true)
    expect(feriados).toEqual([])
  })

  test('are replaced by the given ones; absent fields stay; and the log says so', async ({ world }) => {
    const resposta = await mudar(world, { data: [AM] })
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({ data: [{ ...AM, ativo: true }], feriados: [] })
    await mudar(world, {
      feriados: [
        { dia: '2026-10-24', uf: 'AM', municipio: ' Manaus ' },
        { dia: '2026-10-24', uf: 'AM', municipio: 'MANAUS' },
      ],
    })
    expect(await ver(world)).toMatchObject({
      data: [{ ...AM, ativo: true }],
      feriados: [{ dia: '2026-10-24', uf: 'AM', municipio: 'MANAUS' }],
    })
    const ditas = await world.db
      .selectFrom('log')
      .select('acao')
      .where('acao', '=', 'regua.mudar_contato_legal')
      .execute()
    expect(ditas).toHaveLength(2)
  })

  test('refuse what cannot be', async ({ world }) => {
    for (const [corpo, campo] of [
      [{ data: [{ ...AM, uf: 'XX' }] }, 'data.0.uf'],
      [{ data: [{ ...AM, semana: { inicio: '18:00', fim: '08:00' } }] }, 'data.0.semana.fim'],
      [{ data: [{ ...AM, fonte: '' }] }, 'data.0.fonte'],
      [{ data: [{ ...AM, conferido_em: '2026-02-30' }] }, 'data.0.conferido_em'],
      [{ data: [AM, AM] }, 'data'],
      [{ feriados: [{ dia: '2026-10-24', municipio: 'Manaus' }] }, 'feriados.0.uf'],
    ] as const) {
      const resposta = await mudar(world, corpo)
      expect([resposta.statusCode, Object.keys(resposta.json().errors ?? {})]).toEqual([422, [campo]])
    }
    expect((await ver(world)).data).toHaveLength(6)
  })
})

describe('a customer far away', () => {
  const detalhe = async (world: World, id: number) =>
    (await world.chamar(await world.criarOperador(), 'GET', `/api/operador/clientes/${id}`)).json()
  const executar = async (world: World, corpo = {}) =>
    (await world.chamar(await world.criarAdmin(), 'POST', '/api/admin/cobranca/executar', corpo)).json()

  test('is written to by their own clock and law, and the decision and the report say which row spoke', async ({
    world,
  }) => {
    await aprovarModelos(world)
    world.relogio.mover('2026-11-24T11:30:00.000Z') // 8:30 in São Paulo, 7:30 in Manaus
    const { id } = await world.criarCliente({ telefone: '+5592980000002' })
    const { decisao } = await detalhe(world, id)
    expect(decisao).toMatchObject({ motivo: 'fora_do_horario', enviada: false })
    expect(decisao.detalhe).toContain('A linha de AM em Contato legal (Lei 306/2016')
    expect(decisao.razoes.map((uma: { texto: string }) => uma.texto).join()).toContain('A linha de AM')
    const { execucao_id, ignorados } = await executar(world)
    expect(ignorados).toEqual({ fora_do_horario: 1 })
    const { data } = (
      await world.chamar(await world.criarAdmin(), 'GET', `/api/admin/cobranca/execucoes/${execucao_id}`)
    ).json()
    expect(data[0].detalhe).toContain('e lá são 07:30')
    world.relogio.mover('2026-11-24T12:00:00.000Z')
    expect((await executar(world)).enfileiradas).toBe(1)
  })

  test('is left in peace on a holiday of the town, which moves no due day', async ({ world }) => {
    await aprovarModelos(world)
    const { id, contas } = await world.criarCliente(
      { telefone: '+5592980000002', municipio: 'São Paulo de Olivença' },
      [{ vencimento: '2026-11-24' }],
    )
    await mudar(world, { feriados: [{ dia: '2026-11-24', uf: 'AM', municipio: 'sao paulo de olivenca' }] })
    expect((await detalhe(world, id)).decisao.detalhe).toContain('24/11/2026 é feriado em sao paulo de olivenca/AM')
    expect((await detalhe(world, id)).proximo_contato_em).toBe('2026-11-25')
    expect((await executar(world)).ignorados).toEqual({ feriado: 1 })
    const conta = await world.db
      .selectFrom('conta')
      .select('vencimento_util')
      .where('id', '=', contas[0]!)
      .executeTakeFirst()
    expect(conta?.vencimento_util).toBe('2026-11-24')
    expect((await executar(world, { forcar_horario: true })).enfileiradas).toBe(1)
  })

  test('is where the operator, the spreadsheet or the note says; a wrong state in a file leaves only itself out', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const onde = async () =>
      (await world.db.selectFrom('cliente').select(['uf', 'municipio']).orderBy('id').execute()).map((um) => [
        um.uf,
        um.municipio,
      ])
    const { json, statusCode } = await enviarCsv(
      world,
      operador,
      ['nome;cpf;Estado;Cidade', 'Ana Lima;529.982.247-25;Amazonas;Manaus', 'Bia;111.444.777-35;ZZ;'].join('\n'),
    )
    expect([statusCode, json().erros.map((um: { campo: string }) => um.campo)]).toEqual([200, ['uf']])
    expect(await onde()).toEqual([
      ['AM', 'Manaus'],
      [null, null],
    ])
    const nota = criarNota({ numero: 7, cliente: { documento: '11144477735', uf: 'RO', municipio: 'Vilhena' } })
    expect((await enviarXml(world, operador, nota)).statusCode).toBe(200)
    const outra = criarNota({ numero: 8, cliente: { documento: '52998224725', uf: 'SP', municipio: 'Santos' } })
    expect((await enviarXml(world, operador, outra)).statusCode).toBe(200)
    expect(await onde()).toEqual([
      ['AM', 'Manaus'],
      ['RO', 'Vilhena'],
    ])
    const { id } = await world.db.selectFrom('cliente').select('id').orderBy('id').executeTakeFirstOrThrow()
    const mudado = await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { uf: 'PE', municipio: null })
    expect(mudado.json()).toMatchObject({ uf: 'PE', municipio: null })
    expect(
      (await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { uf: 'XX' })).json().errors,
    ).toHaveProperty('uf')
    await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { uf: '' })
    expect((await onde())[0]).toEqual([null, null])
  })
})

test('a customer’s state is taken as people write it, and refused in a sentence', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente({ operador_id: ana.id })
  const mudar = (uf: unknown) => world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}`, { uf })
  expect((await mudar(' am ')).json()).toMatchObject({ uf: 'AM' })
  for (const uf of ['XX', 7, 'Amazonas'])
    expect((await mudar(uf)).json().errors).toEqual({ uf: ['Informe a sigla do estado, por exemplo AM.'] })
  for (const uf of ['', null]) expect((await mudar(uf)).json()).toMatchObject({ uf: null })
})
