// Section 3, disputes: what an open one holds back, how it is answered, how it ends by itself, and the lists.
import { addDays, cents, equal, expect, fields, isInstant, listOf, status } from '../conformance/support.mjs'
import { deMundo, endereco, inteira } from './contestacoes.mjs'
import { conflito, escrever, recusa } from './mundo.mjs'
import { ids } from './promessas.mjs'

export async function percorrer(mundo) {
  const meios = deMundo(mundo)
  await enquantoAberta(mundo, meios)
  await respostas(mundo, meios)
  await negadas(mundo, meios)
  await sozinhas(mundo, meios)
  await listas(mundo, meios)
  const { cliente, contas } = await meios.novo()
  mundo.contestacao = { cliente, ...(await meios.aberta(cliente.id, contas)) }
}

async function enquantoAberta(mundo, { novo, aberta, ficha, conta, responder }) {
  const { check, operador, admin, hoje } = mundo
  await check('contestacoes: while open, out of the engine (contestacao) and of agreements (409)', async () => {
    const { cliente, contas } = await novo()
    const { id } = await aberta(cliente.id, contas)
    equal((await conta(cliente.id, contas[0].id)).contestada, true, 'contestada')
    equal((await ficha(cliente.id)).decisao.motivo, 'contestacao', 'decisao')
    const acordo = { contas: ids(contas), parcelas: 2, primeiro_vencimento: addDays(hoje, 10) }
    conflito(await operador.post(`/api/operador/clientes/${cliente.id}/negociacoes`, acordo), 'conta_contestada')
    const simulada = await admin.post('/api/admin/cobranca/executar', { simular: true, forcar_horario: true })
    expect(status(simulada, 200).body.ignorados.contestacao >= 1, 'contestacao among the ignored', simulada)
    status(await responder(cliente.id, id, { status: 'desistencia', resposta: 'Desistiu por telefone' }), 200)
    equal((await conta(cliente.id, contas[0].id)).contestada, false, 'contestada')
    expect((await ficha(cliente.id)).decisao.motivo !== 'contestacao', 'billed again', 'contestacao')
  })
  await check('contestacoes: its accounts stay in totals, with a figure of their own', async () => {
    const { cliente, contas } = await novo(2)
    const antes = status(await operador.get('/api/operador/contas-receber/resumo'), 200).body
    await aberta(cliente.id, [contas[0]])
    const depois = status(await operador.get('/api/operador/contas-receber/resumo'), 200).body
    equal(cents(depois.valor_contestado), cents(antes.valor_contestado) + 10_000, 'valor_contestado')
    equal(cents(depois.valor_total), cents(antes.valor_total), 'valor_total')
  })
  await check('contestacoes: a code asks for what was owed when it began', async () => {
    const { cliente, contas } = await novo()
    const { valor_atualizado } = contas[0]
    await aberta(cliente.id, contas)
    const codigo = await operador.post(`/api/operador/clientes/${cliente.id}/codigos`, { contas: ids(contas) })
    equal(cents(status(codigo, 201).body.valor), cents(valor_atualizado), 'valor')
  })
}

async function respostas({ check }, { novo, aberta, responder, uma, conta, pagar }) {
  await check('contestacoes: taken up, then ended with an answer, once', async () => {
    const { cliente, contas } = await novo()
    const { id } = await aberta(cliente.id, contas)
    recusa(await responder(cliente.id, id, {}), 422, 'status')
    recusa(await responder(cliente.id, id, { status: 'aberta' }), 422, 'status')
    equal(status(await responder(cliente.id, id, { status: 'em_analise' }), 200).body.status, 'em_analise', 'status')
    equal((await conta(cliente.id, contas[0].id)).contestada, true, 'contestada while looked at')
    for (const fim of ['procedente', 'improcedente', 'desistencia']) {
      recusa(await responder(cliente.id, id, { status: fim }), 422, 'resposta')
      recusa(await responder(cliente.id, id, { status: fim, resposta: 'ab' }), 422, 'resposta')
      recusa(await responder(cliente.id, id, { status: fim, resposta: 'x'.repeat(501) }), 422, 'resposta')
    }
    const corpo = { status: 'procedente', resposta: 'A nota saiu errada' }
    const feitas = await Promise.all(Array.from({ length: 5 }, () => responder(cliente.id, id, corpo)))
    equal(feitas.filter((resposta) => resposta.status === 200).length, 1, 'how many 200')
    for (const resposta of feitas.filter((outra) => outra.status !== 200)) conflito(resposta, 'contestacao_encerrada')
    const fim = inteira(await uma(cliente.id, id))
    equal([fim.status, fim.resposta].join(), 'procedente,A nota saiu errada', 'the end')
    expect(isInstant(fim.encerrada_em), 'encerrada_em', fim.encerrada_em)
    conflito(await responder(cliente.id, id, { status: 'em_analise' }), 'contestacao_encerrada')
  })
  await check('contestacoes: procedente mends accounts in the same call, all or nothing', async () => {
    const { cliente, contas } = await novo(3)
    const [a, b, fora] = ids(contas)
    const { id } = await aberta(cliente.id, contas.slice(0, 2))
    const certo = { status: 'procedente', resposta: 'Tinha razão' }
    const mexendo = (delas, mais) => responder(cliente.id, id, { ...certo, ...mais, contas: delas })
    recusa(await mexendo([{ id: fora, cancelar: true }]), 422, 'contas')
    recusa(await mexendo([{ id: a, valor: 0 }]), 422)
    recusa(await mexendo([{ id: a, cancelar: true }], { status: 'improcedente' }), 422, 'contas')
    await pagar({ id: b, valor: 10 })
    const metade = await mexendo([
      { id: a, cancelar: true },
      { id: b, valor: 80 },
    ])
    recusa(metade, 409)
    const agora = [(await conta(cliente.id, a)).status, (await uma(cliente.id, id)).status]
    equal(agora.join(), 'vencida,aberta', 'nothing changed')
    status(await mexendo([{ id: a, valor: 75.5 }]), 200)
    equal((await conta(cliente.id, a)).valor, 75.5, 'valor')
  })
}

async function negadas(mundo, { novo, aberta, responder, conta, ficha }) {
  const { check, operador } = mundo
  const conversa = async (id) => listOf(status(await operador.get(`/api/operador/clientes/${id}/mensagens`), 200))
  await check(
    'contestacoes: improcedente tells the customer by a text in the window, and billing goes on',
    async () => {
      const { cliente, contas } = await novo()
      const { id, numero } = await aberta(cliente.id, contas)
      await escrever(mundo, cliente, 'eu quero falar com um gerente')
      const resposta = 'A entrega foi assinada no dia 3.'
      status(await responder(cliente.id, id, { status: 'improcedente', resposta }), 200)
      const dita = (await conversa(cliente.id)).find(({ conteudo }) => conteudo.includes(resposta))
      expect(dita?.tipo === 'texto' && dita.conteudo.includes(numero), 'the answer as a text', dita)
      equal((await conta(cliente.id, contas[0].id)).contestada, false, 'contestada')
    },
  )
  await check('contestacoes: improcedente outside the window goes by the template, and is no contact', async () => {
    const { cliente, contas } = await novo()
    const { id } = await aberta(cliente.id, contas)
    status(await responder(cliente.id, id, { status: 'improcedente', resposta: 'A conta está certa.' }), 200)
    const ditas = (await conversa(cliente.id)).map(({ tipo, modelo }) => `${tipo} ${modelo}`)
    equal(ditas.join(), 'template contestacao', 'what was sent')
    equal((await ficha(cliente.id)).numero_chamadas, 0, 'numero_chamadas')
  })
}

async function sozinhas({ check, operador }, { novo, aberta, uma, pagar }) {
  const cancelar = async ({ id }) =>
    status(await operador.patch(`/api/operador/contas-receber/${id}/cancelar`, { motivo: 'Em duplicidade' }), 200)
  for (const [motivo, fim, agir] of [
    ['valor', 'desistencia', pagar],
    ['ja_paguei', 'procedente', pagar],
    ['nao_reconheco', 'procedente', cancelar],
  ])
    await check(`contestacoes: ${motivo}, none of whose accounts is open any more, ends alone: ${fim}`, async () => {
      const { cliente, contas } = await novo(2)
      const { id } = await aberta(cliente.id, contas, motivo)
      await agir(contas[0])
      equal((await uma(cliente.id, id)).status, 'aberta', 'while one is open')
      await agir(contas[1])
      equal((await uma(cliente.id, id)).status, fim, 'status')
    })
}

async function listas({ check, admin, operador, outro, anonimo }, { novo, contestar }) {
  const { cliente, contas } = await novo()
  const { id } = status(await contestar(cliente.id, { contas: ids(contas), motivo: 'nota', texto: '=1+1' }), 201).body
  const busca = `busca=${cliente.documento}`
  for (const [nome, quem, onde] of [
    ['an operator’s', operador, '/api/operador/contestacoes'],
    ['the administrator’s', admin, '/api/admin/contestacoes'],
  ])
    await check(`contestacoes: ${nome} list: a page, its filters, its spreadsheet`, async () => {
      const { body } = status(await quem.get(`${onde}?${busca}`), 200)
      fields(body, ['data', 'current_page', 'last_page', 'per_page', 'total'], 'the page')
      equal(body.data.map((uma) => uma.id).join(), String(id), 'found')
      fields(inteira(body.data[0]).cliente, ['id', 'nome'], 'cliente')
      const achadas = async (consulta) => status(await quem.get(`${onde}?${busca}&${consulta}`), 200).body.total
      equal(await achadas('status=aberta,em_analise&motivo=nota'), 1, 'by status and reason')
      equal(await achadas('status=procedente'), 0, 'by another status')
      for (const errada of ['page=0', 'page=abc', 'per_page=101', 'status=talvez', 'motivo=talvez'])
        recusa(await quem.get(`${onde}?${errada}`), 422)
      const csv = status(await quem.get(`${onde}/exportar.csv?${busca}`), 200)
      expect(csv.header('content-type').startsWith('text/csv'), 'text/csv', csv.header('content-type'))
      expect(csv.text.includes(cliente.nome) && !/;"?=1/.test(csv.text), 'the dispute, and no formula', csv.text)
    })
  await check('contestacoes: each sees their own customers’; no other role, nobody', async () => {
    equal(status(await outro.get(`/api/operador/contestacoes?${busca}`), 200).body.total, 0, 'of another operator')
    recusa(await operador.get('/api/admin/contestacoes'), 403)
    recusa(await admin.get('/api/operador/contestacoes'), 403)
    recusa(await anonimo.get('/api/operador/contestacoes'), 401)
  })
}

export async function diasDepois({ check, admin, operador, contestacao }) {
  await check('contestacoes: late ones stand on both dashboards, and stay answerable', async () => {
    for (const [quem, onde] of [
      [admin, '/api/admin/dashboard'],
      [operador, '/api/operador/dashboard'],
    ])
      expect(status(await quem.get(onde), 200).body.contestacoes_atrasadas >= 1, `a late one on ${onde}`, 'none')
    const { id, cliente } = contestacao
    const ficha = status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
    equal(ficha.decisao.motivo, 'contestacao', 'still held')
    const corpo = { status: 'desistencia', resposta: 'Desistiu' }
    status(await operador.patch(`${endereco(cliente.id)}/${id}`, corpo), 200)
  })
}
