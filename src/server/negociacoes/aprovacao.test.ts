import { describe, expect } from 'vitest'
import { virarODia } from '#server/cobranca/virada.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { comPolitica, POLITICA } from '#test/aceite.ts'
import { comFigurante } from '#test/figurantes.ts'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { ouvirEventos } from '#test/ouvir.ts'
import { pagar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const NEGOCIACOES = '/api/admin/negociacoes'
/** Tuesday, 24/11/2026; R$ 1,000.00, ten days late: R$ 23.33 of charges, and the policy gives R$ 100.00 and those. */
const DIVIDA = { valor_centavos: 100_000, vencimento: '2026-11-14', vencimento_util: '2026-11-14' }
const DENTRO = { incluir_encargos: true, desconto: 123.33, parcelas: 3, primeiro_vencimento: '2026-12-10' }
const ALEM = { ...DENTRO, desconto: 300 }

async function cenario(world: World) {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  await comPolitica(world, admin)
  const cliente = await world.criarCliente({}, [DIVIDA])
  const base = `/api/operador/clientes/${cliente.id}`
  const negociar = (corpo: object, quem: Pessoa = ana) =>
    world.chamar(quem, 'POST', `${base}/negociacoes`, { contas: cliente.contas, ...corpo })
  const decidir = (id: number, como: 'aprovar' | 'recusar', quem: Pessoa = admin) =>
    world.chamar(
      quem,
      'POST',
      `${NEGOCIACOES}/${id}/${como}`,
      como === 'recusar' ? { motivo: 'Muito baixo' } : undefined,
    )
  const ver = async (quem: Pessoa = ana) => (await world.chamar(quem, 'GET', base)).json()
  return { admin, ana, cliente, base, negociar, decidir, ver }
}
/** What an operator's day says of agreements. */
const noDia = async (world: World, quem: Pessoa): Promise<string[]> => {
  const { dia } = (await world.chamar(quem, 'GET', '/api/operador/dashboard')).json()
  return dia.map(({ tipo, titulo }: { tipo: string; titulo: string }) => `${tipo}: ${titulo}`)
}
const esperando = async (world: World, admin: Pessoa) =>
  (await world.chamar(admin, 'GET', `${NEGOCIACOES}?status=aguarda_aprovacao`)).json()

describe('an operator’s agreement', () => {
  test('within the policy runs at once, and charges left out are forgiven: a cent more waits', async ({ world }) => {
    const { negociar } = await cenario(world)
    expect((await negociar({ ...DENTRO, desconto: 123.34 })).json()).toMatchObject({
      status: 'aguarda_aprovacao',
      alem: ['Perdoa R$ 123,34 do que é devido hoje, com os encargos; a política permite R$ 123,33.'],
    })
    const outro = await cenario(world)
    expect((await outro.negociar(DENTRO)).json()).toMatchObject({ status: 'ativa', alem: [] })
    const semEncargos = { ...DENTRO, incluir_encargos: false, desconto: 100.01 }
    const mais = await cenario(world)
    expect((await mais.negociar(semEncargos)).json()).toMatchObject({ status: 'aguarda_aprovacao' })
  })

  test('beyond it takes the customer over, changes nothing else, and waits in the administrators’ list', async ({
    world,
  }) => {
    const { admin, ana, cliente, negociar, ver } = await cenario(world)
    const pedido = await negociar({ ...ALEM, parcelas: 7 })
    expect(pedido.statusCode).toBe(201)
    const { id, alem } = pedido.json()
    expect(alem).toEqual([expect.stringMatching(/^Perdoa R\$ 300,00/), 'São 7 parcelas; a política permite até 6.'])
    expect(await ver()).toMatchObject({
      status: 'em_atendimento',
      operador: { id: ana.id },
      valor_em_aberto: 1000,
      contas: [{ id: cliente.contas[0], status: 'vencida' }],
      negociacao: { id, status: 'aguarda_aprovacao', valor_negociado: 723.33, vence_em: '2026-12-01' },
      historico: expect.arrayContaining([expect.objectContaining({ acao: 'negociacao.pedir_aprovacao' })]),
    })
    expect(await esperando(world, admin)).toMatchObject({
      total: 1,
      data: [{ id, cliente: { id: cliente.id }, autor: { id: ana.id }, alem, contas: cliente.contas }],
    })
    const outra = await negociar(DENTRO)
    expect([outra.statusCode, outra.json().codigo]).toEqual([409, 'acordo_em_andamento'])
    expect(await violada(world.db)).toBeNull()
  })

  test('is judged before it is asked for, in the same words, and nothing is written', async ({ world }) => {
    const { ana, base, cliente, negociar, ver } = await cenario(world)
    const conferir = async (corpo: object) =>
      (await world.chamar(ana, 'POST', `${base}/negociacoes/conferencia`, { contas: cliente.contas, ...corpo })).json()
    expect(await conferir(DENTRO)).toEqual({ alem: [] })
    const { alem } = await conferir({ ...ALEM, parcelas: 7 })
    expect(alem).toHaveLength(2)
    expect(await ver()).toMatchObject({ status: 'ativo', operador: null, negociacao: null })
    expect((await negociar({ ...ALEM, parcelas: 7 })).json().alem).toEqual(alem)
  })

  test('is not held by an inactive policy', async ({ world }) => {
    const { admin, ana, base, cliente, negociar } = await cenario(world)
    await world.chamar(admin, 'PUT', POLITICA, { ativa: false })
    const termos = { contas: cliente.contas, ...ALEM }
    const conferido = await world.chamar(ana, 'POST', `${base}/negociacoes/conferencia`, termos)
    expect(conferido.json()).toEqual({ alem: [] })
    expect((await negociar(ALEM)).json()).toMatchObject({ status: 'ativa', desconto: 300 })
  })
})

describe('what waits for approval', () => {
  test('is made as the call would make it now, with the charges of the day on which it is approved', async ({
    world,
  }) => {
    const intocado = await comFigurante(world)
    await aprovarModelos(world)
    const { admin, ana, cliente, negociar, decidir, ver } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    const ditas = () =>
      world.db.selectFrom('mensagem').select('finalidade').where('cliente_id', '=', cliente.id).execute()
    expect(await ditas()).toEqual([])
    world.relogio.passar({ dias: 3 })
    for (const uma of [admin, ana]) uma.token = await criarSessao(world.db, uma.id, world.relogio.agora(), null)
    expect((await decidir(id, 'aprovar')).json()).toMatchObject({
      id,
      status: 'ativa',
      encargos: 24.33,
      valor_negociado: 724.33,
      contas: cliente.contas,
      decidida_por: { id: admin.id },
    })
    expect(await ver()).toMatchObject({ status: 'negociado', operador: { id: ana.id }, valor_em_aberto: 724.33 })
    expect((await esperando(world, admin)).total).toBe(0)
    expect(await ditas()).toEqual([{ finalidade: 'negociacao' }])
    expect(await violada(world.db)).toBeNull()
    await intocado()
  })

  test('of an operator blocked meanwhile takes effect, and leaves the customer without operator', async ({ world }) => {
    const { admin, ana, cliente, negociar, decidir } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    await world.chamar(admin, 'PATCH', `/api/admin/operadores/${ana.id}/bloquear`)
    expect((await decidir(id, 'aprovar')).json()).toMatchObject({ id, status: 'ativa' })
    const visto = (await world.chamar(admin, 'GET', `/api/admin/clientes/${cliente.id}`)).json()
    expect(visto).toMatchObject({ status: 'negociado', operador: null })
    expect(await violada(world.db)).toBeNull()
  })

  test('is decided once by each Idempotency-Key, which answers the same again', async ({ world }) => {
    const { admin, negociar } = await cenario(world)
    const decidir = (id: number, como: string, motivo?: string) =>
      world.chamar(admin, 'POST', `${NEGOCIACOES}/${id}/${como}`, motivo === undefined ? undefined : { motivo }, {
        'idempotency-key': 'um',
      })
    const { id } = (await negociar(ALEM)).json()
    const aprovado = await decidir(id, 'aprovar')
    const deNovo = await decidir(id, 'aprovar')
    expect([aprovado.statusCode, deNovo.statusCode, deNovo.json()]).toEqual([200, 200, aprovado.json()])
    const outro = await cenario(world)
    const { id: recusado } = (await outro.negociar(ALEM)).json()
    expect((await decidir(recusado, 'recusar', 'Muito baixo')).statusCode).toBe(200)
    expect((await decidir(recusado, 'recusar', 'Muito baixo')).json().status).toBe('recusada')
    expect((await decidir(recusado, 'recusar', 'Outro motivo')).statusCode).toBe(422)
  })

  test('is refused with a reason that its author reads, and no status moves', async ({ world }) => {
    const { ana, negociar, decidir, ver, base } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    expect((await decidir(id, 'recusar')).json()).toMatchObject({ status: 'recusada', motivo: 'Muito baixo' })
    expect(await ver()).toMatchObject({ status: 'em_atendimento', negociacao: null })
    const { data } = (await world.chamar(ana, 'GET', `${base}/negociacoes`)).json()
    expect(data[0]).toMatchObject({
      status: 'recusada',
      motivo: 'Muito baixo',
      parcelas: [{ status: 'cancelada' }, {}, {}],
    })
    expect((await negociar(DENTRO)).json()).toMatchObject({ status: 'ativa' })
  })

  test('is told live to whoever asked, decided either way, also when another operator has the customer', async ({
    world,
    onTestFinished,
  }) => {
    const { ana, cliente, negociar, decidir } = await cenario(world)
    const ouvidos = await ouvirEventos(world, onTestFinished)
    for (const [como, status] of [
      ['recusar', 'recusada'],
      ['aprovar', 'ativa'],
    ] as const) {
      const { id } = (await negociar(ALEM)).json()
      const bia = await world.criarOperador()
      await world.db.updateTable('cliente').set({ operador_id: bia.id }).where('id', '=', cliente.id).execute()
      ouvidos()
      await decidir(id, como)
      const dito = { tipo: 'acordo', cliente_id: cliente.id, operador_id: ana.id, status }
      await expect.poll(ouvidos).toContainEqual(dito)
      expect(await noDia(world, bia)).toContainEqual(
        expect.stringMatching(como === 'aprovar' ? /^acordo: .* aprovado$/ : /^acordo_desfeito: .* recusado$/),
      )
      await world.db.updateTable('cliente').set({ operador_id: ana.id }).where('id', '=', cliente.id).execute()
    }
  })

  test('is cancelled by its operator without moving a status, and then decided by nobody', async ({ world }) => {
    const { ana, base, negociar, decidir, ver } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    await world.chamar(ana, 'PATCH', `${base}/negociacoes/${id}/cancelar`, { motivo: 'O cliente desistiu' })
    expect(await ver()).toMatchObject({ status: 'em_atendimento', negociacao: null })
    for (const como of ['aprovar', 'recusar'] as const) {
      const resposta = await decidir(id, como)
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'aprovacao_encerrada'])
    }
    expect((await decidir(999_999, 'aprovar')).statusCode).toBe(404)
  })

  test('is approved until its last day, with the charges of that day', async ({ world }) => {
    const { admin, negociar, decidir } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    world.relogio.passar({ dias: 7 })
    admin.token = await criarSessao(world.db, admin.id, world.relogio.agora(), null)
    expect((await decidir(id, 'aprovar')).json()).toMatchObject({ status: 'ativa', encargos: 25.67 })
  })

  test('expires after seven days, and is told live to whoever asked', async ({ world, onTestFinished }) => {
    const { admin, ana, cliente, negociar, decidir, ver } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    const ouvidos = await ouvirEventos(world, onTestFinished)
    const passar = async (dias: number) => {
      world.relogio.passar({ dias })
      for (const uma of [admin, ana]) uma.token = await criarSessao(world.db, uma.id, world.relogio.agora(), null)
      await virarODia(world.db, world.relogio.agora())
    }
    await passar(7)
    expect((await ver()).negociacao).toMatchObject({ id, status: 'aguarda_aprovacao' })
    await passar(1)
    expect((await ver()).negociacao).toBeNull()
    const dito = { tipo: 'acordo', cliente_id: cliente.id, operador_id: ana.id, status: 'expirada' }
    await expect.poll(ouvidos).toContainEqual(dito)
    const depois = {
      acao: 'cliente.concluir',
      nivel: 'info',
      descricao: 'x',
      entidade: 'cliente',
      entidade_id: cliente.id,
    } as const
    const created_at = new Date(world.relogio.agora().getTime() + 1)
    await world.db
      .insertInto('log')
      .values(Array.from({ length: 5 }, () => ({ ...depois, created_at })))
      .execute()
    expect(await noDia(world, ana), 'the day hides it behind nothing that came later').toContainEqual(
      expect.stringMatching(/^acordo_desfeito: .* expirou$/),
    )
    expect((await decidir(id, 'aprovar')).json().codigo).toBe('aprovacao_encerrada')
    expect((await world.chamar(admin, 'GET', `${NEGOCIACOES}?status=expirada,recusada`)).json().total).toBe(1)
    const planilha = async (consulta: string) =>
      (await world.chamar(admin, 'GET', `${NEGOCIACOES}/exportar.csv${consulta}`)).body.trim().split('\r\n')
    expect(await planilha('?status=ativa')).toHaveLength(1)
    expect((await planilha('?status=expirada'))[1]).toMatch(/;"Expirado";.*Perdoa R\$/)
  })

  test.for([
    ['all of it was paid', 409, 'paga'],
    ['an account is disputed', 409, 'contestada'],
    ['the customer was paused', 409, 'pausado'],
  ] as const)('is refused as the call would be when %s', async ([, status, como], { world }) => {
    const { ana, cliente, base, negociar, decidir, ver } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    if (como === 'paga') {
      await pagar(world, ana, cliente.contas[0]!, 1023.33)
    } else if (como === 'contestada') {
      await world.chamar(ana, 'POST', `${base}/contestacoes`, { contas: cliente.contas, motivo: 'valor' })
    } else {
      await world.chamar(ana, 'PATCH', `${base}/pausar`, { motivo: 'Pediu prazo' })
    }
    const antes = await ver()
    expect((await decidir(id, 'aprovar')).statusCode).toBe(status)
    expect((await ver()).status).toBe(antes.status)
    expect(await violada(world.db)).toBeNull()
  })

  test('handed back meanwhile, it is its author’s again when approved', async ({ world }) => {
    const { admin, ana, base, negociar, decidir, ver } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    await world.chamar(ana, 'PATCH', `${base}/reativar`)
    await world.chamar(admin, 'POST', `${base.replace('operador', 'admin')}/transferir`, { operador_id: null })
    expect((await decidir(id, 'aprovar')).statusCode).toBe(200)
    expect(await ver()).toMatchObject({ status: 'negociado', operador: { id: ana.id } })
  })

  test('of approval, refusal and cancelling at once one wins', async ({ world }) => {
    const { ana, base, negociar, decidir } = await cenario(world)
    const { id } = (await negociar(ALEM)).json()
    const respostas = await Promise.all([
      decidir(id, 'aprovar'),
      decidir(id, 'recusar'),
      decidir(id, 'aprovar'),
      world.chamar(ana, 'PATCH', `${base}/negociacoes/${id}/cancelar`, { motivo: 'Desistiu' }),
    ])
    // What was approved first may be cancelled after, as any agreement that runs.
    expect(respostas.slice(0, 3).filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    expect(respostas.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    expect(await violada(world.db)).toBeNull()
  })
})
