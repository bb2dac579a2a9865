import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { pagar as pagarConta } from '#server/contas-receber/pagamentos.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { enquantoEspera } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { violada } from '#test/invariantes.ts'
import { MOVIMENTOS, registrar } from '#test/julgamento.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { umPix } from '#test/movimento.ts'
import { comPagamento, estornar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'
import { julgarVencidas } from './promessas.actions.ts'

/** Tuesday, 24/11/2026; what is promised until Friday may be kept until the Tuesday after. */
const SEXTA = '2026-11-27'
const LIMITE = '2026-12-01'
const DEPOIS = '2026-12-02T13:00:00.000Z'

const base = (id: number) => `/api/operador/clientes/${id}/promessas`
const prometer = (world: World, quem: Pessoa, id: number, contas: number[], mais: object = {}) =>
  world.chamar(quem, 'POST', base(id), { contas, ate: SEXTA, ...mais })
/** Days later, when the session of before is over. */
async function passarPara(world: World, instante: string, ...pessoas: Pessoa[]) {
  world.relogio.mover(instante)
  for (const pessoa of pessoas) pessoa.token = await criarSessao(world.db, pessoa.id, world.relogio.agora(), null)
}
const aUnica = async (world: World, quem: Pessoa, id: number) =>
  (await world.chamar(quem, 'GET', base(id))).json().data[0]
const cliente = (world: World, id: number) =>
  world.db
    .selectFrom('cliente')
    .select(['status', 'aguardando_motivo', 'promessa_quebrada_pendente'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a promise', () => {
  test('is of open accounts, by default all that they owe on its day, and stands on them', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, { valor_centavos: 5_000 }])
    const resposta = await prometer(world, ana, id, contas, { observacao: 'Recebe na sexta' })
    expect(resposta.statusCode).toBe(201)
    // R$ 150.00 eight days late at 2 % and 1 %: 100 → 102.27, 50 → 51.13.
    expect(resposta.json()).toMatchObject({
      contas,
      valor: 153.4,
      valor_pago: 0,
      ate: SEXTA,
      limite: LIMITE,
      status: 'pendente',
      origem: 'operador',
      autor: { id: ana.id },
      observacao: 'Recebe na sexta',
    })
    const lidas = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect(lidas.contas.map((conta: { prometida_ate: string }) => conta.prometida_ate)).toEqual([SEXTA, SEXTA])
    expect(lidas.historico[0]).toMatchObject({ acao: 'promessa.registrar' })
  })

  test('kept, cancelled or judged, is that one alone', async ({ world }) => {
    const intocado = await comFigurante(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}, {}])
    const [paga, desfeita] = [contas[0]!, contas[1]!]
    const status = async () =>
      (await world.chamar(ana, 'GET', base(id))).json().data.map((uma: { status: string }) => uma.status)
    for (const conta of contas) expect((await prometer(world, ana, id, [conta], { valor: 50 })).statusCode).toBe(201)
    await comPagamento(world, ana, paga, 50)
    expect((await status()).sort()).toEqual(['cumprida', 'pendente', 'pendente'])
    const { rows } = await sql<{
      id: number
    }>`select promessa_id as id from promessa_conta where conta_id = ${desfeita}`.execute(world.db)
    expect(
      (await world.chamar(ana, 'PATCH', `${base(id)}/${rows[0]!.id}/cancelar`, { motivo: 'Engano' })).statusCode,
    ).toBe(200)
    expect((await status()).sort()).toEqual(['cancelada', 'cumprida', 'pendente'])
    const { id: dele } = await world.db
      .selectFrom('promessa')
      .select('id')
      .where('cliente_id', '<>', id)
      .executeTakeFirstOrThrow()
    expect((await world.chamar(ana, 'PATCH', `${base(id)}/${dele}/cancelar`, { motivo: 'Engano' })).statusCode).toBe(
      404,
    )
    await intocado()
  })

  test.for([
    [{ ate: '2026-11-23' }, 'ate'],
    [{ ate: '2026-12-05' }, 'ate'],
    [{ valor: 102.28 }, 'valor'],
    [{ valor: 0 }, 'valor'],
    [{ contas: [] }, 'contas'],
  ] as const)('of %j is refused, by its field', async ([campos, campo], { world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const resposta = await prometer(world, ana, id, contas, campos)
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
  })

  test('is refused of what is not open or not theirs, of another operator’s, and twice', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente({ operador_id: ana.id }, [{}, { situacao: 'cancelada' }])
    const outro = await world.criarCliente()
    expect((await prometer(world, bia, id, contas)).statusCode).toBe(404)
    expect((await prometer(world, ana, id, contas)).json().errors).toHaveProperty('contas')
    expect((await prometer(world, ana, id, outro.contas)).json().errors).toHaveProperty('contas')
    expect((await prometer(world, ana, id, [contas[0]!], { ate: world.hoje() })).statusCode).toBe(201)
    const segunda = await prometer(world, ana, id, [contas[0]!])
    expect([segunda.statusCode, segunda.json().codigo]).toEqual([409, 'promessa_pendente'])
  })

  test('of ten at once is one; the same key answers the same', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const respostas = await Promise.all(Array.from({ length: 10 }, () => prometer(world, ana, id, contas)))
    expect(respostas.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(respostas.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9)
  })
})

describe('a promise is kept', () => {
  test('by payments of after it was made, which reach it together', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    await comPagamento(world, ana, contas[0]!, 30) // before: it counts for nothing
    await prometer(world, ana, id, contas, { valor: 142.17 })
    await comPagamento(world, ana, contas[0]!, 40)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'pendente', valor_pago: 40 })
    await comPagamento(world, ana, contas[1]!, 102.17) // with its charges
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'cumprida', valor_pago: 142.17 })
    await passarPara(world, DEPOIS, ana)
    await virarODia(world.db, world.relogio.agora())
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'cumprida' })
    expect((await cliente(world, id)).status).toBe('ativo')
  })

  test('by a movement that is applied anew after it, taken back before, whatever was reversed meanwhile', async ({
    world,
  }) => {
    const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const aMao = await comPagamento(world, ana, contas[0]!, 30)
    const [movimento] = await registrar(world, umPix(world, { valorCentavos: 6_000 }))
    const decidir = async (oQue: string, corpo: object) =>
      expect((await world.chamar(admin, 'POST', `${MOVIMENTOS}/${movimento}/${oQue}`, corpo)).statusCode).toBe(200)
    await decidir('aplicar', { contas: [{ id: contas[1], valor: 60 }] })
    await decidir('desfazer', { motivo: 'Era de outra conta' })
    world.relogio.passar({ minutos: 1 })
    await prometer(world, ana, id, contas, { valor: 60 })
    world.relogio.passar({ minutos: 1 })
    await estornar(world, ana, contas[0]!, aMao.id)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'pendente', valor_pago: 0 })
    await decidir('aplicar', { contas: [{ id: contas[1], valor: 60 }] })
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'cumprida', valor_pago: 60 })
  })

  test('by all accounts being paid, for less than was promised', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    await prometer(world, ana, id, contas)
    await comPagamento(world, ana, contas[0]!, 100) // its charges are waived
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'cumprida', valor: 102.27, valor_pago: 100 })
  })

  test('until the payment is reversed: awaited again, broken when its day was over, replaced when another is or a dispute', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    await prometer(world, ana, id, contas)
    const pago = await comPagamento(world, ana, contas[0]!, 100)
    await estornar(world, ana, contas[0]!, pago.id)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'pendente', valor_pago: 0, encerrada_em: null })
    const outro = await comPagamento(world, ana, contas[0]!, 100)
    await passarPara(world, DEPOIS, ana)
    await estornar(world, ana, contas[0]!, outro.id)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'quebrada' })
    expect(await cliente(world, id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'promessa_quebrada',
    })

    const contestar = (dela: number, conta: number) =>
      world.chamar(ana, 'POST', `/api/operador/clientes/${dela}/contestacoes`, { contas: [conta], motivo: 'valor' })
    const outra = (dela: number, conta: number) => prometer(world, ana, dela, [conta], { ate: '2026-12-07' })
    for (const [tomar, ficam] of [
      [outra, ['pendente', 'cancelada']],
      [contestar, ['cancelada']],
    ] as const) {
      const dela = await world.criarCliente()
      await prometer(world, ana, dela.id, dela.contas, { ate: '2026-12-04', valor: 50 })
      const parte = await comPagamento(world, ana, dela.contas[0]!, 50)
      expect((await tomar(dela.id, dela.contas[0]!)).statusCode).toBe(201)
      await estornar(world, ana, dela.contas[0]!, parte.id)
      const { data } = (await world.chamar(ana, 'GET', base(dela.id))).json()
      expect(data.map((uma: { status: string }) => uma.status)).toEqual(ficam)
    }
    expect(await violada(world.db)).toBeNull()
  })
})

test.for([
  ['the job that judges it', (world: World): Promise<unknown> => julgarVencidas(world.db, world.relogio.agora())],
  [
    'whoever cancels it',
    async (world: World, ana: Pessoa, { id, cliente_id }: { id: number; cliente_id: number }) => {
      const fim = { motivo: 'Não vem mais' }
      const { statusCode } = await world.chamar(ana, 'PATCH', `${base(cliente_id)}/${id}/cancelar`, fim)
      expect(statusCode).toBe(409)
    },
  ],
] as const)('a promise kept while %s waits for its customer stays kept', async ([, terminar], { world }) => {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  const promessa = (await prometer(world, ana, id, contas)).json()
  await passarPara(world, DEPOIS, ana)
  const causa = { origem: 'conciliacao' as const, agora: world.relogio.agora() }
  await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [id]),
    pedir: () => terminar(world, ana, { id: promessa.id, cliente_id: id }),
    depois: (trx) => pagarConta(trx, contas[0]!, { valor: 10_000, pago_em: SEXTA, forma: 'pix' }, causa),
  })
  expect(await linha(world, 'promessa', promessa.id)).toMatchObject({ status: 'cumprida', motivo: null })
})

describe('a promise that is not kept', () => {
  const passarDoDia = async (world: World, quem: Pessoa) => {
    world.relogio.mover('2026-12-01T23:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    const cedo = await world.db.selectFrom('promessa').select('status').execute()
    await passarPara(world, DEPOIS, quem)
    await Promise.all([virarODia(world.db, world.relogio.agora()), virarODia(world.db, world.relogio.agora())])
    return cedo
  }

  test('is judged once two business days are over, and takes the customer to the queue', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    await prometer(world, ana, id, contas)
    expect(await passarDoDia(world, ana)).toEqual([{ status: 'pendente' }])
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'quebrada' })
    expect(await cliente(world, id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'promessa_quebrada',
    })
    const ditas = await world.db.selectFrom('log').select('acao').where('acao', '=', 'promessa.quebrar').execute()
    expect(ditas).toHaveLength(1) // by two nodes at once, once
    expect(await violada(world.db)).toBeNull()
  })

  test('is kept in part when something was paid', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    await prometer(world, ana, id, contas)
    const pago = await comPagamento(world, ana, contas[0]!, 10)
    await passarDoDia(world, ana)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'parcial', valor_pago: 10 })
    const { rows } = await sql<{ acao: string }>`select acao from log where acao like 'promessa.%' order by id`.execute(
      world.db,
    )
    expect(rows.map(({ acao }) => acao)).toEqual(['promessa.registrar', 'promessa.quebrar'])
    await estornar(world, ana, contas[0]!, pago.id)
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'quebrada' })
  })

  test('leaves who is served, waits for the end of a pause, and changes the reason of whoever waits but for a broken agreement', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const criar = async (campos: object) => {
      const um = await world.criarCliente({ operador_id: ana.id, ...campos })
      await prometer(world, ana, um.id, um.contas)
      return um.id
    }
    const servido = await criar({ status: 'em_atendimento' })
    const pausado = await criar({ status: 'pausado', pausado_ate: '2026-12-10' })
    const esperava = await criar({ status: 'aguardando_atendimento' })
    const quebrado = await criar({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
    await passarDoDia(world, ana)
    expect((await cliente(world, servido)).status).toBe('em_atendimento')
    expect(await cliente(world, pausado)).toMatchObject({ status: 'pausado', promessa_quebrada_pendente: true })
    expect((await cliente(world, esperava)).aguardando_motivo).toBe('promessa_quebrada')
    expect((await cliente(world, quebrado)).aguardando_motivo).toBe('acordo_quebrado')
    await passarPara(world, '2026-12-10T13:00:00.000Z', ana)
    await virarODia(world.db, world.relogio.agora())
    expect(await cliente(world, pausado)).toEqual({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'promessa_quebrada',
      promessa_quebrada_pendente: false,
    })
    const fila = (await world.chamar(ana, 'GET', '/api/operador/clientes/aguardando-atendimento')).json().data
    expect(fila.map((um: { id: number }) => um.id)).toEqual([quebrado, esperava, pausado])
  })
})

describe('a promise ends before its day', () => {
  test('stays as it was kept when its agreement ends, and takes the payment to the original', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const acordar = `/api/operador/clientes/${id}/negociacoes`
    const acordo = { contas, parcelas: 2, primeiro_vencimento: '2026-11-24' }
    const { id: negociacao, parcelas } = (await world.chamar(ana, 'POST', acordar, acordo)).json()
    const [um, outro] = parcelas.map((parcela: { conta_id: number }) => parcela.conta_id)
    await prometer(world, ana, id, [um], { valor: 10 })
    await comPagamento(world, ana, um, 10)
    await prometer(world, ana, id, [outro], { valor: 20 })
    await comPagamento(world, ana, outro, 5)
    await passarPara(world, DEPOIS, ana)
    await virarODia(world.db, world.relogio.agora())
    const lidas = async () =>
      (await world.chamar(ana, 'GET', base(id))).json().data.map((uma: { status: string; valor_pago: number }) => {
        return [uma.status, uma.valor_pago]
      })
    const fim = [
      ['parcial', 5],
      ['cumprida', 10],
    ]
    const { status } = await linha(world, 'negociacao', negociacao)
    expect([status, await lidas()]).toEqual(['quebrada', fim])
    await comPagamento(world, ana, contas[0]!, 1)
    expect(await lidas()).toEqual(fim)
    expect(await violada(world.db)).toBeNull()
  })

  test('by a person’s word, once', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const { id: promessa } = (await prometer(world, ana, id, contas)).json()
    const cancelar = () => world.chamar(ana, 'PATCH', `${base(id)}/${promessa}/cancelar`, { motivo: 'Não vem mais' })
    expect((await cancelar()).json()).toMatchObject({ status: 'cancelada', motivo: 'Não vem mais' })
    expect((await cancelar()).json().codigo).toBe('promessa_encerrada')
    const outro = await world.criarCliente()
    expect(
      (await world.chamar(ana, 'PATCH', `${base(outro.id)}/${promessa}/cancelar`, { motivo: 'Não é dele' })).statusCode,
    ).toBe(404)
    expect((await prometer(world, ana, id, contas)).statusCode).toBe(201) // free again
  })

  test('with an agreement over one of its accounts, or the cancelling of one', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    await prometer(world, ana, id, contas)
    const pedido = { contas: [contas[0]], parcelas: 1, primeiro_vencimento: '2026-12-10' }
    await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, pedido)
    expect(await aUnica(world, ana, id)).toMatchObject({
      status: 'cancelada',
      motivo: 'Um acordo foi fechado sobre uma das contas.',
    })
    await prometer(world, ana, id, [contas[1]!])
    await world.chamar(ana, 'PATCH', `/api/operador/contas-receber/${contas[1]}/cancelar`, {
      motivo: 'Lançada por engano',
    })
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'cancelada', motivo: 'Uma das contas foi cancelada.' })
    expect(await violada(world.db)).toBeNull()
  })
})

describe('the engine', () => {
  const decisao = async (world: World, quem: Pessoa, id: number) =>
    (await world.chamar(quem, 'GET', `/api/operador/clientes/${id}`)).json().decisao.motivo

  test('holds exactly the promised accounts, says so, and bills them again when that is over', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, { vencimento: '2026-12-20' }])
    await aprovarModelos(world)
    expect(await decisao(world, ana, id)).toBe('prevista')
    const { id: promessa } = (await prometer(world, ana, id, [contas[0]!])).json()
    expect(await decisao(world, ana, id)).toBe('promessa')
    await world.chamar(ana, 'PATCH', `${base(id)}/${promessa}/cancelar`, { motivo: 'Não vem mais' })
    expect(await decisao(world, ana, id)).toBe('prevista')
  })

  test('counts the last day of a promise anew when the calendar changes', async ({ world }) => {
    const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
    const { id, contas } = await world.criarCliente()
    await prometer(world, ana, id, contas)
    const url = '/api/admin/configuracoes/regua'
    const regua = (await world.chamar(admin, 'GET', url)).json()
    await world.chamar(admin, 'PUT', url, { ...regua, feriados: ['2026-11-30'] })
    expect(await aUnica(world, ana, id)).toMatchObject({ limite: '2026-12-02' })
  })
})

describe('the lists of promises', () => {
  test('show one’s own and nobody’s, an administrator all, filtered, and as a spreadsheet', async ({ world }) => {
    const [ana, bia, admin] = [await world.criarOperador(), await world.criarOperador(), await world.criarAdmin()]
    const [minha, dela] = [
      await world.criarCliente({ nome: 'Padaria Sol', operador_id: ana.id }),
      await world.criarCliente({ nome: 'Mercado Lua', operador_id: bia.id }),
    ]
    await prometer(world, ana, minha.id, minha.contas, { valor: 50 })
    await prometer(world, bia, dela.id, dela.contas, { ate: '2026-11-30', observacao: '=1+1' })
    const ler = async (quem: Pessoa, url: string) =>
      (await world.chamar(quem, 'GET', url)).json().data.map((uma: { cliente: { nome: string } }) => uma.cliente.nome)
    expect(await ler(ana, '/api/operador/promessas')).toEqual(['Padaria Sol'])
    expect(await ler(admin, '/api/admin/promessas')).toEqual(['Mercado Lua', 'Padaria Sol'])
    expect(await ler(admin, '/api/admin/promessas?status=quebrada,parcial')).toEqual([])
    expect(await ler(admin, '/api/admin/promessas?ate=2026-11-27')).toEqual(['Padaria Sol'])
    expect(await ler(admin, '/api/admin/promessas?de=2026-11-30')).toEqual(['Mercado Lua'])
    expect(await ler(admin, '/api/admin/promessas?busca=sol&ordenar=valor')).toEqual(['Padaria Sol'])
    expect(await ler(admin, '/api/admin/promessas?ordenar=valor')).toEqual(['Padaria Sol', 'Mercado Lua'])
    expect(await ler(admin, '/api/admin/promessas?ordenar=ate')).toEqual(['Padaria Sol', 'Mercado Lua'])
    expect(await ler(admin, '/api/admin/promessas?ordenar=-valor')).toEqual(['Mercado Lua', 'Padaria Sol'])
    await comPagamento(world, ana, minha.contas[0]!, 50)
    expect(await ler(admin, '/api/admin/promessas?encerrada_de=2026-11-24&encerrada_ate=2026-11-24')).toEqual([
      'Padaria Sol',
    ])
    expect(await ler(admin, '/api/admin/promessas?encerrada_ate=2026-11-23')).toEqual([])
    const { soma, soma_paga, data } = (await world.chamar(admin, 'GET', '/api/admin/promessas')).json()
    expect([soma, soma_paga]).toEqual([152.37, 50])
    expect(data.map((uma: { operador: { id: number } }) => uma.operador.id)).toEqual([bia.id, ana.id])
    const csv = (await world.chamar(admin, 'GET', '/api/admin/promessas/exportar.csv')).body
    expect(csv.indexOf('Mercado Lua')).toBeLessThan(csv.indexOf('Padaria Sol'))
    expect(csv).toContain('"Padaria Sol";"27/11/2026";"50,00";"50,00";"Cumprida";"1"')
    expect(csv).not.toMatch(/;"=1/)
    expect((await world.chamar(admin, 'GET', '/api/admin/promessas?status=nada')).statusCode).toBe(422)
  })
})

test('a promise is not judged while money may be on its way to its accounts', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  await prometer(world, ana, id, contas)
  const outro = await world.criarCliente()
  await prometer(world, ana, outro.id, outro.contas)
  await passarPara(world, DEPOIS, ana)
  // A payment went back today: the customer cannot know yet.
  const agora = world.relogio.agora()
  await world.db.insertInto('conta_a_caminho').values({ conta_id: contas[0]!, reaberta_em: agora }).execute()
  await virarODia(world.db, agora)
  expect(await aUnica(world, ana, id)).toMatchObject({ status: 'pendente' })
  expect(await aUnica(world, ana, outro.id)).toMatchObject({ status: 'quebrada' })
  await passarPara(world, '2026-12-04T13:00:00.000Z', ana)
  await virarODia(world.db, world.relogio.agora())
  expect(await aUnica(world, ana, id)).toMatchObject({ status: 'quebrada' })
})

test('nor when the money is told of while its customer is waited for', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  await prometer(world, ana, id, contas)
  await passarPara(world, DEPOIS, ana)
  const agora = world.relogio.agora()
  await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [id]),
    pedir: () => julgarVencidas(world.db, agora),
    depois: (trx) => trx.insertInto('conta_a_caminho').values({ conta_id: contas[0]!, reaberta_em: agora }).execute(),
  })
  expect(await aUnica(world, ana, id)).toMatchObject({ status: 'pendente' })
})
