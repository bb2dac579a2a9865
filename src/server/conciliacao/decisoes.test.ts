import { expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import type { MovimentoARegistrar } from '#server/movimentos/registrar.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { comFigurante } from '#test/figurantes.ts'
import { julgar, MOVIMENTOS, registrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito } from '#test/movimento.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

async function cena(world: World, campos: Partial<MovimentoARegistrar> = {}) {
  const admin = await world.criarAdmin()
  const [ana, bia] = [await umCliente(world), await umCliente(world)]
  const [id] = await registrar(world, umCredito(world, { valorCentavos: 25_000, ...campos }))
  const fazer = (oQue: string, corpo: object, quem: Pessoa = admin) =>
    world.chamar(quem, 'POST', `${MOVIMENTOS}/${id}/${oQue}`, corpo)
  return { admin, ana, bia, id: id!, fazer }
}
const umCliente = (world: World) => world.criarCliente({}, [{ valor_centavos: 10_000 }, { valor_centavos: 10_000 }])
const parte = (id: number | undefined, valor: number) => ({ id, valor })

async function fecha(world: World) {
  const resumo = (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/conciliacao/resumo')).json()
  const centavos = (um: string) => Math.round(resumo[um] * 100)
  const partes = ['aplicado', 'credito', 'sem_dono', 'ignorado', 'devolvido'].map(centavos)
  expect(partes.reduce((a, b) => a + b)).toBe(centavos('recebido'))
  return resumo
}

test('pays accounts of one customer, whose credit the rest becomes, which pays them later', async ({ world }) => {
  const { ana, fazer } = await cena(world)
  const feito = await fazer('aplicar', { contas: [parte(ana.contas[0], 100)] })
  expect(feito.json()).toMatchObject({ situacao: 'credito', aplicado: 100, credito: 150, cliente_id: ana.id })
  expect(feito.json().historico.map(({ descricao }: { descricao: string }) => descricao)).toContainEqual(
    expect.stringMatching(/^R\$.100,00 de .* aplicados,.* e R\$.150,00 ficaram como crédito do cliente\.$/),
  )
  await fecha(world)
  const outra = await umCliente(world)
  expect((await fazer('aplicar', { contas: [parte(outra.contas[0], 10)] })).json().errors.contas[0]).toMatch(
    /só paga contas dele/,
  )
  expect((await fazer('aplicar', { contas: [parte(ana.contas[1], 50)] })).json()).toMatchObject({
    situacao: 'credito',
    credito: 100,
  })
  const devolvido = await fazer('devolvido', { motivo: 'Pix de volta' })
  expect(devolvido.json()).toMatchObject({
    situacao: 'aplicado',
    aplicado: 150,
    devolvido: 100,
    sem_prova: 100,
    credito: 0,
    motivo: 'Pix de volta',
    pagamentos: [{ conta: { id: ana.contas[0], nome: expect.stringMatching(/./) } }, {}],
  })
  expect(devolvido.json().historico.map(({ acao }: { acao: string }) => acao)).toEqual(
    expect.arrayContaining(['conciliacao.devolver', 'conciliacao.aplicar', 'conta.pagar']),
  )
  expect(await fecha(world)).toMatchObject({ recebido: 250, aplicado: 150, devolvido: 100 })
})

test('pays accounts of several customers if nothing is left, and says what is wrong with each part', async ({
  world,
}) => {
  const { ana, bia, fazer } = await cena(world, { valorCentavos: 20_000 })
  const sobra = await fazer('aplicar', { contas: [parte(ana.contas[0], 100), parte(bia.contas[0], 50)] })
  expect([sobra.statusCode, sobra.json().errors.contas[0]]).toEqual([422, expect.stringContaining('nada pode sobrar')])
  const demais = await fazer('aplicar', { contas: [parte(ana.contas[0], 150)] })
  expect([demais.statusCode, Object.keys(demais.json().errors)]).toEqual([422, ['contas.0.valor']])
  const alem = await fazer('aplicar', { contas: [parte(ana.contas[0], 100), parte(ana.contas[1], 100.01)] })
  expect(alem.json().errors.contas[0]).toMatch(/somam R\$ 200,01/)
  const feito = await fazer('aplicar', { contas: [parte(ana.contas[0], 100), parte(bia.contas[0], 100)] })
  expect(feito.json()).toMatchObject({ situacao: 'aplicado', aplicado: 200, cliente_id: null })
  expect(feito.json().pagamentos).toHaveLength(2)
  await fecha(world)
})

test('what is decided of one movement is of that one, its accounts and its payments alone', async ({ world }) => {
  const intocado = await comFigurante(world)
  const { ana, bia, fazer } = await cena(world)
  const ok = async (oQue: string, corpo: object) => expect((await fazer(oQue, corpo)).statusCode).toBe(200)
  await ok('aplicar', { contas: [parte(ana.contas[0], 100), parte(ana.contas[1], 50)] })
  await ok('devolvido', { motivo: 'Pix de volta' })
  await intocado()
  await ok('desfazer', { motivo: 'Não era dela' })
  await ok('ignorar', { motivo: 'Da empresa' })
  await ok('desfazer', { motivo: 'Era de alguém' })
  await ok('credito', { cliente_id: bia.id })
  await ok('desfazer', { motivo: 'Não era dela' })
  await intocado()
  const aMao = await comPagamento(world, await world.criarOperador(), ana.contas[0]!, 100)
  const igual = await cena(world, { valorCentavos: 10_000 })
  expect((await igual.fazer('vincular', { pagamento_id: aMao.id })).statusCode).toBe(200)
  expect((await igual.fazer('desfazer', { motivo: 'Era outro' })).statusCode).toBe(200)
  await intocado()
})

const JOSE = { nome: 'José da Silva Teste', documento: '52998224725' }
/** R$ 100,00 each; the first five days late, which owes R$ 2,17 more. */
const comAtraso = (world: World) =>
  world.criarCliente(JOSE, [
    { valor_centavos: 10_000, vencimento: somarDias(world.hoje(), -5) },
    { valor_centavos: 10_000, vencimento: somarDias(world.hoje(), 20) },
  ])
const doJose = { origem: 'ofx' as const, pagador: { nome: 'JOSE DA SILVA TESTE', documento: '52998224725' } }

test('the charges that applying would waive are shown before, in the result, in the log and in the account’s history', async ({
  world,
}) => {
  const { contas } = await world.criarCliente(JOSE, [
    { valor_centavos: 10_000, vencimento: somarDias(world.hoje(), -5) },
  ])
  const { admin, id, fazer } = await cena(world, { valorCentavos: 10_100, ...doJose })
  await julgar(world)
  const [melhor] = (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json().sugestoes
  expect(melhor).toMatchObject({
    encargos_dispensados: 1.17,
    contas: [{ id: contas[0], valor: 101, encargos_dispensados: 1.17, resta: 0 }],
  })
  const feito = await fazer('aplicar', { contas: [parte(contas[0], 101)] })
  expect(feito.json()).toMatchObject({ situacao: 'aplicado', encargos_dispensados: 1.17 })
  const ditas = (linhas: { acao: string; descricao: string }[], acao: string) =>
    linhas.find((linha) => linha.acao === acao)?.descricao.replaceAll('\u00a0', ' ')
  const dispensados = 'R$ 1,17 de encargos foram dispensados.'
  expect(ditas(feito.json().historico, 'conciliacao.aplicar')).toContain(dispensados)
  const historia = (await world.chamar(admin, 'GET', `/api/admin/contas-receber/${contas[0]}`)).json()
  expect([historia.status, ditas(historia.historico, 'conta.pagar')]).toEqual([
    'paga',
    expect.stringContaining(dispensados),
  ])
})

test('several accounts: what is waived of each, and what stays open of the one paid in part', async ({ world }) => {
  const { contas } = await comAtraso(world)
  const { id, admin, fazer } = await cena(world, { valorCentavos: 15_000, ...doJose })
  await julgar(world)
  const [melhor] = (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json().sugestoes
  expect(melhor).toMatchObject({
    encargos_dispensados: 0,
    contas: [
      { id: contas[0], valor: 102.17, encargos_dispensados: 0, resta: 0 },
      { id: contas[1], valor: 47.83, encargos_dispensados: 0, resta: 52.17 },
    ],
  })
  const feito = await fazer('aplicar', { contas: [parte(contas[1], 50), parte(contas[0], 100)] })
  expect(feito.json()).toMatchObject({ aplicado: 150, encargos_dispensados: 2.17 })
  const situacao = async (qual: number) =>
    (await world.chamar(admin, 'GET', `/api/admin/contas-receber/${qual}`)).json()
  expect(await situacao(contas[0]!)).toMatchObject({ status: 'paga', valor_pago: 100 })
  expect(await situacao(contas[1]!)).toMatchObject({ status: 'em_aberto', valor_pago: 50, valor_atualizado: 50 })
})

test('a part waives nothing: the account goes on owing the rest with its charges', async ({ world }) => {
  const { contas } = await comAtraso(world)
  const { admin, fazer } = await cena(world, { valorCentavos: 9_999, ...doJose })
  const feito = await fazer('aplicar', { contas: [parte(contas[0], 99.99)] })
  expect(feito.json()).toMatchObject({ aplicado: 99.99, encargos_dispensados: 0 })
  const conta = (await world.chamar(admin, 'GET', `/api/admin/contas-receber/${contas[0]}`)).json()
  expect(conta).toMatchObject({ status: 'vencida', valor_pago: 99.99, valor_atualizado: 0.01 })
})

test('of several applied at once, each says what it waived', async ({ world }) => {
  await comAtraso(world)
  const { admin, id } = await cena(world, { valorCentavos: 10_000, ...doJose })
  await julgar(world)
  const feito = await world.chamar(admin, 'POST', '/api/admin/conciliacao/aplicar-sugestoes', { ids: [id] })
  expect(feito.json().data).toEqual([{ id, situacao: 'aplicado', encargos_dispensados: 2.17, erro: null }])
})

test('of several applied at once, one whose account was changed since is not, and something else is suggested', async ({
  world,
}) => {
  const { contas } = await comAtraso(world)
  const { admin, id } = await cena(world, { valorCentavos: 10_000, ...doJose })
  await julgar(world)
  const url = `/api/operador/contas-receber/${contas[0]}`
  const mudada = await world.chamar(await world.criarOperador(), 'PATCH', url, { valor: 500 })
  expect(mudada.statusCode, mudada.body).toBe(200)
  const feito = await world.chamar(admin, 'POST', '/api/admin/conciliacao/aplicar-sugestoes', { ids: [id] })
  expect(feito.json().data).toMatchObject([{ id, situacao: 'sugerido', erro: expect.stringMatching(/mudou/) }])
  const { sugestoes } = (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json()
  expect(sugestoes[0]).toMatchObject({ certeza: 'alta', contas: [{ id: contas[1], valor: 100 }] })
})

test('who is blocked meanwhile decides nothing', async ({ world }) => {
  const { ana, admin, fazer } = await cena(world)
  await world.criarAdmin() // one stays
  await fazer('aplicar', { contas: [parte(ana.contas[0], 100)] })
  for (const oQue of ['devolvido', 'desfazer']) {
    const resposta = await enquantoEspera(world.db, {
      segurar: (trx) => trx.updateTable('usuario').set({ status: 'Bloqueado' }).where('id', '=', admin.id).execute(),
      pedir: () => fazer(oQue, { motivo: 'Engano' }),
    })
    expect(resposta.statusCode, oQue).toBe(403)
    await world.db.updateTable('usuario').set({ status: 'Ativo' }).where('id', '=', admin.id).execute()
  }
})

test('of two people at once one decides, and the other is told', async ({ world }) => {
  const { ana, admin, fazer } = await cena(world, { valorCentavos: 10_000 })
  const outra = await world.criarAdmin()
  const contas = { contas: [parte(ana.contas[0], 100)] }
  const respostas = await Promise.all([fazer('aplicar', contas, admin), fazer('ignorar', { motivo: 'É nosso' }, outra)])
  const status = respostas.map(({ statusCode }) => statusCode).sort()
  expect(status).toEqual([200, 409])
  expect(respostas.find(({ statusCode }) => statusCode === 409)!.json().codigo).toBe('ja_conciliado')
  await fecha(world)
})

test('what was made of a movement is reversed only here', async ({ world }) => {
  const { ana, fazer } = await cena(world, { valorCentavos: 10_000 })
  const operador = await world.criarOperador()
  const [pagamento] = (await fazer('aplicar', { contas: [parte(ana.contas[0], 100)] })).json().pagamentos
  const url = `/api/operador/contas-receber/${ana.contas[0]}/pagamentos/${pagamento.id}`
  const recusado = await world.chamar(operador, 'DELETE', url, { motivo: 'Engano' })
  expect([recusado.statusCode, recusado.json().codigo]).toEqual([409, 'pagamento_conciliado'])
  const conta = (await world.chamar(operador, 'GET', `/api/operador/contas-receber/${ana.contas[0]}`)).json()
  expect(conta.pagamentos[0]).toMatchObject({ origem: 'conciliacao', movimento_id: expect.any(Number) })
  const desfeito = (await fazer('desfazer', { motivo: 'Era de outro' })).json()
  expect(desfeito).toMatchObject({ situacao: 'novo', aplicado: 0, cliente_id: null })
  expect(desfeito.pagamentos[0].estornado_em).not.toBeNull()
  await fecha(world)
})

test('a payment by hand that the bank confirms is linked, and freed again', async ({ world }) => {
  const { ana, fazer } = await cena(world, { valorCentavos: 10_000 })
  const operador = await world.criarOperador()
  const url = `/api/operador/contas-receber/${ana.contas[0]}/pagamentos`
  const pagar = (valor: number) => world.chamar(operador, 'POST', url, { valor, pago_em: world.hoje(), forma: 'pix' })
  const [pouco, resto] = [(await pagar(30)).json(), (await pagar(70)).json()]
  expect((await fazer('vincular', { pagamento_id: pouco.id })).json().errors.pagamento_id[0]).toMatch(/não são o mesmo/)
  await world.chamar(operador, 'DELETE', `${url}/${resto.id}`, { motivo: 'Engano' })
  await world.chamar(operador, 'DELETE', `${url}/${pouco.id}`, { motivo: 'Engano' })
  expect((await fazer('vincular', { pagamento_id: pouco.id })).json().errors.pagamento_id[0]).toMatch(/estornado/)
  const certo = (await pagar(100)).json()
  expect((await fazer('vincular', { pagamento_id: certo.id })).json()).toMatchObject({
    situacao: 'aplicado',
    aplicado: 100,
  })
  expect((await world.chamar(operador, 'DELETE', `${url}/${certo.id}`, { motivo: 'Engano' })).json().codigo).toBe(
    'pagamento_conciliado',
  )
  const igual = await cena(world, { valorCentavos: 10_000 })
  expect((await igual.fazer('vincular', { pagamento_id: certo.id })).json().errors.pagamento_id[0]).toMatch(/vinculado/)
  await fecha(world)
  await fazer('desfazer', { motivo: 'Era outro' })
  expect((await world.chamar(operador, 'DELETE', `${url}/${certo.id}`, { motivo: 'Engano' })).statusCode).toBe(200)
})

test('what is decided is refused again with its reason, and a credit holds the customer’s accounts', async ({
  world,
}) => {
  const { ana, bia, fazer } = await cena(world)
  expect((await fazer('desfazer', { motivo: 'Nada' })).json().codigo).toBe('ja_conciliado')
  expect((await fazer('credito', { cliente_id: ana.id })).json()).toMatchObject({ situacao: 'credito', credito: 250 })
  for (const [oQue, corpo] of [
    ['credito', { cliente_id: bia.id }],
    ['ignorar', { motivo: 'É nosso' }],
    ['vincular', { pagamento_id: 1 }],
  ] as const)
    expect((await fazer(oQue, corpo)).json().codigo).toBe('ja_conciliado')
  const contas = async () =>
    (await world.chamar(await world.criarOperador(), 'GET', `/api/operador/contas-receber/cliente/${ana.id}`)).json()
      .data
  const presas = async () => (await contas()).map(({ a_caminho }: { a_caminho: boolean }) => a_caminho)
  expect(await presas()).toEqual([true, true])
  world.relogio.passar({ dias: 5 })
  expect(await presas()).toEqual([false, false])
  // What is left of it, once a part of it is applied, holds nothing anew: not even an account made since.
  const nova = { cliente_id: ana.id, numero: 'NOVA-1', valor: 100, vencimento: '2026-12-20' }
  await world.chamar(await world.criarOperador(), 'POST', '/api/operador/contas-receber', nova)
  const feito = await fazer('aplicar', { contas: [parte(ana.contas[0], 40)] }, await world.criarAdmin())
  expect(feito.json()).toMatchObject({ credito: 210 })
  expect(await presas()).toEqual([false, false, false])
})

test('the same call with the same key is done once', async ({ world }) => {
  const { admin, id } = await cena(world)
  const ignorar = () =>
    world.app.inject({
      method: 'POST',
      url: `${MOVIMENTOS}/${id}/ignorar`,
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'k1' },
      payload: { motivo: 'É nosso' },
    })
  const [uma, outra] = [await ignorar(), await ignorar()]
  expect([uma.statusCode, outra.statusCode, outra.json()]).toEqual([200, 200, uma.json()])
})

test('of several suggestions at once, what there is not has no status and a sentence, and stops no other', async ({
  world,
}) => {
  const { admin, id } = await cena(world, { valorCentavos: 10_000 })
  await julgar(world)
  const visto = (await world.chamar(admin, 'GET', `${MOVIMENTOS}/${id}`)).json()
  expect(visto.sugestoes[0]).toMatchObject({ acao: 'aplicar', certeza: 'baixa' }) // the amount alone
  const url = '/api/admin/conciliacao/aplicar-sugestoes'
  const feito = await world.chamar(admin, 'POST', url, { ids: [id + 1_000, id] })
  expect(feito.statusCode).toBe(200)
  expect(feito.json().data).toMatchObject([
    { id: id + 1_000, situacao: null, erro: expect.stringMatching(/não existe/) },
    { id, situacao: 'sugerido', erro: expect.stringMatching(/pede que uma pessoa decida/) },
  ])
})
