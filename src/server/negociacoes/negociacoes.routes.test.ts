import { describe, expect } from 'vitest'
import { lerCliente } from '#server/clientes/cliente.queries.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { comPolitica } from '#test/aceite.ts'
import { comFigurante } from '#test/figurantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'
import { quebrarVencidas } from './encerramento.actions.ts'

const clientes = '/api/operador/clientes'
const contasReceber = '/api/operador/contas-receber'
const negociar = (world: World, quem: Pessoa, id: number, corpo: object, headers = {}) =>
  world.chamar(
    quem,
    'POST',
    `${clientes}/${id}/negociacoes`,
    { parcelas: 2, primeiro_vencimento: '2026-12-10', ...corpo },
    headers,
  )
const ver = async (world: World, quem: Pessoa, id: number) =>
  (await world.chamar(quem, 'GET', `${clientes}/${id}`)).json()
const cancelar = (world: World, quem: Pessoa, id: number, negociacao: number) =>
  world.chamar(quem, 'PATCH', `${clientes}/${id}/negociacoes/${negociacao}/cancelar`, { motivo: 'Cliente desistiu' })
const contasDe = async (world: World, quem: Pessoa, id: number) => {
  const { data } = (await world.chamar(quem, 'GET', `${contasReceber}/cliente/${id}`)).json()
  return data as { id: number; status: string; valor_pago: number; origem: string }[]
}

describe('an agreement', () => {
  test('takes over first, replaces the accounts and adds up to the cent', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, { vencimento: '2026-12-20', valor_centavos: 337 }, {}])
    const corpo = { contas: contas.slice(0, 2), incluir_encargos: true, desconto: 0.5, entrada: 20, parcelas: 3 }
    const resposta = await negociar(world, ana, id, {
      ...corpo,
      primeiro_vencimento: '2027-01-31',
      observacao: 'Por telefone',
    })
    expect(resposta.statusCode).toBe(201)
    const acordo = resposta.json()
    expect(acordo).toMatchObject({
      status: 'ativa',
      valor_original: 103.37,
      encargos: 2.17,
      desconto: 0.5,
      valor_negociado: 105.04,
      valor_pago: 0,
      contas: contas.slice(0, 2),
      observacao: 'Por telefone',
      autor: { id: ana.id },
    })
    expect(acordo.parcelas).toMatchObject([
      { numero: 0, vencimento: '2026-11-24', valor: 20, status: 'em_aberto' },
      { numero: 1, vencimento: '2027-01-31', valor: 28.35 },
      { numero: 2, vencimento: '2027-02-28', valor: 28.35 },
      { numero: 3, vencimento: '2027-03-31', valor: 28.34 },
    ])
    const cliente = await ver(world, ana, id)
    expect(cliente).toMatchObject({ status: 'negociado', operador: { id: ana.id }, negociacao: { id: acordo.id } })
    expect(cliente.valor_em_aberto).toBe(205.04)
    expect(cliente.historico.map((linha: { acao: string }) => linha.acao)).toEqual([
      'negociacao.fechar',
      'cliente.negociar',
      'cliente.assumir',
    ])
    const situacoes = (await contasDe(world, ana, id)).map(({ status, origem }) => `${origem} ${status}`).sort()
    expect(situacoes).toEqual(
      [...Array(2).fill('manual negociada'), 'manual vencida', ...Array(4).fill('negociacao em_aberto')].sort(),
    )
  })

  for (const [o_que, corpo, campo] of [
    ['without accounts', { contas: [] }, 'contas'],
    ['with 49 instalments', { parcelas: 49 }, 'parcelas'],
    ['with half an instalment', { parcelas: 1.5 }, 'parcelas'],
    ['with a discount of everything', { desconto: 100 }, 'desconto'],
    ['with a negative discount', { desconto: -1 }, 'desconto'],
    ['with a down payment of everything', { entrada: 100 }, 'entrada'],
    ['with instalments below a cent', { desconto: 99.98, parcelas: 3 }, 'parcelas'],
    ['with a first day that is past', { primeiro_vencimento: '2026-11-23' }, 'primeiro_vencimento'],
    ['with a first day in a mistyped year', { primeiro_vencimento: '9999-12-31' }, 'primeiro_vencimento'],
  ] as const) {
    test(`${o_que}: 422 naming ${campo}, and nothing is written`, async ({ world }) => {
      const ana = await world.criarOperador()
      const { id, contas } = await world.criarCliente()
      const resposta = await negociar(world, ana, id, { contas, ...corpo })
      expect(resposta.statusCode).toBe(422)
      expect(Object.keys(resposta.json().errors)).toEqual([campo])
      expect(await ver(world, ana, id)).toMatchObject({ status: 'ativo', operador: null, negociacao: null })
    })
  }

  test("of another customer's, or of a paid account: 422 naming contas", async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const outro = await world.criarCliente()
    await comPagamento(world, ana, contas[0]!, 100)
    for (const pedidas of [outro.contas, contas, [999_999]])
      expect((await negociar(world, ana, id, { contas: pedidas })).json().errors).toHaveProperty('contas')
  })

  test('confirms itself to the customer by template, unless told not to', async ({ world }) => {
    await aprovarModelos(world)
    const ana = await world.criarOperador()
    const enviadas = async (corpo: object) => {
      const { id, contas } = await world.criarCliente()
      expect((await negociar(world, ana, id, { contas, ...corpo })).statusCode).toBe(201)
      return (await world.chamar(ana, 'GET', `${clientes}/${id}/mensagens`)).json().data
    }
    expect(await enviadas({})).toMatchObject([{ modelo: 'negociacao' }])
    expect(await enviadas({ enviar_mensagem: false })).toEqual([])
  })

  test('a second one while one runs: 409, also of two at once', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const respostas = await Promise.all(contas.map((conta) => negociar(world, ana, id, { contas: [conta] })))
    expect(respostas.map((um) => um.statusCode).sort()).toEqual([201, 409])
    expect(respostas.find((um) => um.statusCode === 409)?.json().codigo).toBe('acordo_em_andamento')
  })

  test('of two operators on a free customer one wins', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente()
    const respostas = await Promise.all([ana, bia].map((um) => negociar(world, um, id, { contas })))
    expect(respostas.map((um) => um.statusCode).sort()).toEqual([201, 404])
  })

  test('where the table has no negociacoes: 409 transicao_invalida', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ status: 'pausado' })
    expect((await negociar(world, ana, id, { contas })).json().codigo).toBe('transicao_invalida')
    expect((await contasDe(world, ana, id))[0]).toMatchObject({ status: 'vencida' })
    const quitado = await world.criarCliente()
    await comPagamento(world, ana, quitado.contas[0]!, 100)
    expect((await negociar(world, ana, quitado.id, { contas: quitado.contas })).json().codigo).toBe(
      'transicao_invalida',
    )
  })

  test('the same Idempotency-Key makes one', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const chave = { 'idempotency-key': 'acordo' }
    const [a, b] = [
      await negociar(world, ana, id, { contas }, chave),
      await negociar(world, ana, id, { contas }, chave),
    ]
    expect(b.json()).toEqual(a.json())
    expect((await world.chamar(ana, 'GET', `${clientes}/${id}/negociacoes`)).json().data).toHaveLength(1)
  })

  test('neither its accounts nor its instalments are changed, cancelled or paid back by hand', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const parte = await comPagamento(world, ana, contas[0]!, 10)
    const acordo = (await negociar(world, ana, id, { contas })).json()
    for (const conta of [contas[0], acordo.parcelas[0].conta_id]) {
      for (const [caminho, corpo] of [
        ['', { valor: 1 }],
        ['/cancelar', { motivo: 'Engano' }],
        // An instalment's boleto may be: it is not in the agreement.
        ...(conta === contas[0] ? ([['', { nosso_numero: '1' }]] as const) : []),
      ] as const) {
        const resposta = await world.chamar(ana, 'PATCH', `${contasReceber}/${conta}${caminho}`, corpo)
        expect(resposta.json().codigo).toBe('conta_de_acordo')
      }
    }
    const estorno = await world.chamar(ana, 'DELETE', `${contasReceber}/${contas[0]}/pagamentos/${parte.id}`, {
      motivo: 'Engano',
    })
    expect(estorno.json().codigo).toBe('conta_de_acordo')
    const pagamento = { valor: 1, pago_em: world.hoje(), forma: 'pix' }
    const resposta = await world.chamar(ana, 'POST', `${contasReceber}/${contas[0]}/pagamentos`, pagamento)
    expect(resposta.json().codigo).toBe('conta_de_acordo')
  })
})

describe('all instalments paid', () => {
  test('fulfils it; a payment of it reversed makes it run again', async ({ world }) => {
    const intocado = await comFigurante(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const { id: acordo, parcelas } = (await negociar(world, ana, id, { contas })).json()
    await comPagamento(world, ana, parcelas[0].conta_id, 50)
    const ultimo = await comPagamento(world, ana, parcelas[1].conta_id, 50)
    expect(await ver(world, ana, id)).toMatchObject({ status: 'concluido', negociacao: null })
    const [cumprida] = (await world.chamar(ana, 'GET', `${clientes}/${id}/negociacoes`)).json().data
    expect(cumprida).toMatchObject({ status: 'cumprida', valor_pago: 100 })
    expect((await cancelar(world, ana, id, acordo)).json().codigo).toBe('acordo_encerrado')
    const estorno = { motivo: 'Pix devolvido' }
    await world.chamar(ana, 'DELETE', `${contasReceber}/${parcelas[1].conta_id}/pagamentos/${ultimo.id}`, estorno)
    expect(await ver(world, ana, id)).toMatchObject({
      status: 'negociado',
      negociacao: { status: 'ativa' },
      valor_em_aberto: 50,
    })
    await intocado()
  })

  test.for(['ativa', 'aguarda_aprovacao'])(
    'none of its payments is reversed while another agreement of the customer is under way (%s)',
    async (status, { world }) => {
      const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
      await comPolitica(world, admin)
      const { id, contas } = await world.criarCliente({}, [{}, {}])
      const { parcelas } = (await negociar(world, ana, id, { contas: [contas[0]], parcelas: 1 })).json()
      const pago = await comPagamento(world, ana, parcelas[0].conta_id, 100)
      const outro = { contas: [contas[1]], desconto: status === 'ativa' ? 0 : 50 }
      const { id: dele, ...feito } = (await negociar(world, ana, id, outro)).json()
      expect(feito).toMatchObject({ status })
      const estornar = () =>
        world.chamar(ana, 'DELETE', `${contasReceber}/${parcelas[0].conta_id}/pagamentos/${pago.id}`, {
          motivo: 'Pix devolvido',
        })
      const recusado = await estornar()
      expect([recusado.statusCode, recusado.json()]).toMatchObject([
        409,
        {
          codigo: 'acordo_em_andamento',
          message: expect.stringContaining('Este pagamento cumpriu um acordo anterior'),
        },
      ])
      await cancelar(world, ana, id, dele)
      expect((await estornar()).statusCode).toBe(200)
    },
  )

  test('with another account open the engine collects that one', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ numero_chamadas: 3 }, [{}, {}])
    const { parcelas } = (await negociar(world, ana, id, { contas: [contas[0]], parcelas: 1 })).json()
    await comPagamento(world, ana, parcelas[0].conta_id, 100)
    expect(await ver(world, ana, id)).toMatchObject({ status: 'ativo', numero_chamadas: 0, valor_em_aberto: 100 })
  })
})

test('a down payment is no instalment, and an instalment is not the account it stands for', async ({ world }) => {
  await aprovarModelos(world)
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente({}, [{ numero: 'NF-77', valor_centavos: 10_000 }])
  const acordo = (await negociar(world, ana, id, { contas, entrada: 20, parcelas: 2 })).json()
  const { parametros } = await world.db
    .selectFrom('mensagem')
    .select('parametros')
    .where('finalidade', '=', 'negociacao')
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(parametros)).toMatch(/2, mais a entrada de R\$\s20,00/)
  await comPagamento(world, ana, acordo.parcelas[0].conta_id, 20)
  await comPagamento(world, ana, acordo.parcelas[1].conta_id, 40)
  const { historico } = await ver(world, ana, id)
  const pagos = historico.filter(({ acao }: { acao: string }) => acao === 'conta.pagar')
  expect(pagos.map(({ descricao }: { descricao: string }) => descricao)).toEqual([
    expect.stringContaining(`da parcela 1/2 do acordo ${acordo.id} de`),
    expect.stringContaining(`da entrada do acordo ${acordo.id} de`),
  ])
  const soma = async (consulta = '') =>
    (await world.chamar(ana, 'GET', `${contasReceber}/listar?${consulta}`)).json().soma
  expect(await soma()).toBe(100)
  expect(await soma('busca=NF-77')).toBe(100)
  expect(await soma('status=negociada')).toBe(100)
  expect(await soma('status=negociada,paga')).toBe(60)
})

describe('cancelling', () => {
  test('brings the originals back with what was paid, oldest first, and the customer into service', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [
      { vencimento: '2026-11-10', valor_centavos: 3_000 },
      { vencimento: '2026-10-10', valor_centavos: 2_000 },
    ])
    const acordo = (await negociar(world, ana, id, { contas, entrada: 30, parcelas: 1 })).json()
    const pagamento = await comPagamento(world, ana, acordo.parcelas[0].conta_id, 30)
    const cancelado = await cancelar(world, ana, id, acordo.id)
    expect(cancelado.json()).toMatchObject({
      id: acordo.id,
      status: 'cancelada',
      motivo: 'Cliente desistiu',
      valor_pago: 0,
      // The account ended with the agreement; that it had been paid stays told.
      parcelas: [
        { numero: 0, status: 'cancelada', pago_em: pagamento.pago_em },
        { numero: 1, status: 'cancelada', pago_em: null },
      ],
    })
    expect(await ver(world, ana, id)).toMatchObject({ status: 'em_atendimento', negociacao: null, valor_em_aberto: 20 })
    const situacao = async () => (await contasDe(world, ana, id)).map((um) => [um.id, um.status, um.valor_pago])
    expect(await situacao()).toEqual(
      expect.arrayContaining([
        [contas[1], 'paga', 20],
        [contas[0], 'vencida', 10],
        [acordo.parcelas[0].conta_id, 'cancelada', 0],
      ]),
    )
    const [entrada, mensal] = await Promise.all(
      acordo.parcelas.map(async ({ conta_id }: { conta_id: number }) =>
        (await world.chamar(ana, 'GET', `${contasReceber}/${conta_id}`)).json(),
      ),
    )
    expect(entrada).toMatchObject({ status: 'cancelada', pagamentos: [], paga_no_acordo_em: pagamento.pago_em })
    expect(mensal).toMatchObject({ status: 'cancelada', paga_no_acordo_em: null })
    // The payment stands on two accounts with its own id; taken back through either, it is gone from both.
    const historia = (await world.chamar(ana, 'GET', `${contasReceber}/${contas[1]}`)).json()
    expect(historia.pagamentos).toMatchObject([{ id: pagamento.id, valor: 30, principal: 20, encargos: 0 }])
    await world.chamar(ana, 'DELETE', `${contasReceber}/${contas[0]}/pagamentos/${pagamento.id}`, { motivo: 'Engano' })
    expect(await situacao()).toEqual(
      expect.arrayContaining([
        [contas[1], 'vencida', 0],
        [contas[0], 'vencida', 0],
      ]),
    )
    // Nor was the instalment paid, then.
    const lida = (await world.chamar(ana, 'GET', `${contasReceber}/${acordo.parcelas[0].conta_id}`)).json()
    expect(lida.paga_no_acordo_em).toBeNull()
    const { data } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/negociacoes`)).json()
    expect(data[0].parcelas).toMatchObject([{ pago_em: null }, { pago_em: null }])
    const novo = (await negociar(world, ana, id, { contas, parcelas: 1 })).json()
    expect((await cancelar(world, ana, id, novo.id)).json()).toMatchObject({ id: novo.id, status: 'cancelada' })
    expect((await cancelar(world, ana, id, acordo.id)).json().codigo).toBe('acordo_encerrado')
    expect((await cancelar(world, ana, id, 999)).statusCode).toBe(404)
  })

  test('an instalment paid in parts still counts as paid while its valid payments reach its value', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const acordo = (await negociar(world, ana, id, { contas, parcelas: 2, primeiro_vencimento: world.hoje() })).json()
    const [parcela] = acordo.parcelas
    world.relogio.passar({ dias: 3 })
    ana.token = await criarSessao(world.db, ana.id, world.relogio.agora(), null)
    const primeiro = await comPagamento(world, ana, parcela.conta_id, 1)
    const segundo = await comPagamento(world, ana, parcela.conta_id, 50) // 1.00 of it are charges
    await cancelar(world, ana, id, acordo.id)
    const pagaEm = async () =>
      (await world.chamar(ana, 'GET', `${contasReceber}/${parcela.conta_id}`)).json().paga_no_acordo_em
    const estornar = (pagamento: { id: number }) =>
      world.chamar(ana, 'DELETE', `${contasReceber}/${contas[0]}/pagamentos/${pagamento.id}`, { motivo: 'Engano' })
    expect([(await estornar(primeiro)).statusCode, await pagaEm()]).toEqual([200, segundo.pago_em])
    expect([(await estornar(segundo)).statusCode, await pagaEm()]).toEqual([200, null])
  })

  test('what exceeds the last account stays on it as charges, and the customer completes', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const acordo = (
      await negociar(world, ana, id, { contas, incluir_encargos: true, entrada: 101.5, parcelas: 1 })
    ).json()
    await comPagamento(world, ana, acordo.parcelas[0].conta_id, 101.5)
    await cancelar(world, ana, id, acordo.id)
    expect(await ver(world, ana, id)).toMatchObject({ status: 'concluido', valor_em_aberto: 0 })
    const { pagamentos } = (await world.chamar(ana, 'GET', `${contasReceber}/${contas[0]}`)).json()
    expect(pagamentos).toMatchObject([{ valor: 101.5, principal: 100, encargos: 1.5 }])
  })

  test('an account of a note cancelled meanwhile comes back cancelled', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const acordo = (await negociar(world, ana, id, { contas, entrada: 60, parcelas: 1 })).json()
    await comPagamento(world, ana, acordo.parcelas[0].conta_id, 60)
    await world.db.updateTable('conta').set({ nota_cancelada: true }).where('id', '=', contas[0]!).execute()
    await cancelar(world, ana, id, acordo.id)
    const voltaram = (await contasDe(world, ana, id)).filter((um) => um.origem === 'manual')
    expect(voltaram.map((um) => [um.id, um.status, um.valor_pago]).sort()).toEqual([
      [contas[0], 'cancelada', 0],
      [contas[1], 'vencida', 60],
    ])
  })
})

describe('an instalment five days overdue', () => {
  // 12/12/2026 is a Saturday, which counts from Monday the 14th; the fifth day after it is the 19th.
  async function acordar(world: World) {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const acordo = (await negociar(world, ana, id, { contas, primeiro_vencimento: '2026-12-12' })).json()
    return { ana, id, contas, acordo }
  }
  const quebrar = async (world: World, instante: string) => {
    world.relogio.mover(instante)
    return quebrarVencidas(world.db, world.relogio.agora())
  }

  test('breaks the agreement, on the fifth day and not before, and the customer waits', async ({ world }) => {
    const { ana, id, acordo } = await acordar(world)
    await comPagamento(world, ana, acordo.parcelas[0].conta_id, 20)
    expect(await quebrar(world, '2026-12-18T13:00:00Z')).toBe(0)
    const vezes = await Promise.all([1, 2, 3].map(() => quebrar(world, '2026-12-19T13:00:00Z')))
    expect(vezes.toSorted()).toEqual([0, 0, 1])
    const cliente = await world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(cliente).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'acordo_quebrado',
      aberto_centavos: 8_000,
      operador_id: ana.id,
    })
    const { status } = await world.db.selectFrom('negociacao').select('status').executeTakeFirstOrThrow()
    expect(status).toBe('quebrada')
    expect(await lerCliente({ db: world.db, agora: world.relogio.agora() }, id)).toMatchObject({
      parcela_quebrada: { numero: 1, total: 2, vencimento: '2026-12-12' },
    })
  })

  test('of a paused customer: into the queue at the end of the pause', async ({ world }) => {
    const { ana, id } = await acordar(world)
    await world.chamar(ana, 'PATCH', `${clientes}/${id}/pausar`, { motivo: 'Viajou' })
    expect(await quebrar(world, '2026-12-19T13:00:00Z')).toBe(1)
    const ler = () => world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await ler()).toMatchObject({ status: 'pausado', acordo_quebrado_pendente: true })
    const nova = await world.criarOperador() // the first one's token ended weeks ago
    await world.db.updateTable('cliente').set({ operador_id: null }).where('id', '=', id).execute()
    expect((await world.chamar(nova, 'PATCH', `${clientes}/${id}/reativar`)).json().cliente).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'acordo_quebrado',
    })
  })
})
