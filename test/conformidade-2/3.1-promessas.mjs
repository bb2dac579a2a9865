// Section 3, promises: what can be promised until when, and what ends a promise.
import { addDays, cents, equal, expect, status } from '../conformance/support.mjs'
import { conflito, criarCliente, daquiA, RECEBIMENTO, recusa } from './mundo.mjs'
import { atrasada, deMundo, endereco, ids } from './promessas.mjs'

export async function percorrer(mundo) {
  const meios = deMundo(mundo)
  await recusas(mundo, meios)
  await vida(mundo, meios)
  await tomadas(mundo, meios)
}

async function recusas(mundo, { prometer, feita, cancelar }) {
  const { check, hoje } = mundo
  const ate = addDays(hoje, 2)
  const { cliente, contas } = await criarCliente(mundo, [
    atrasada(mundo),
    { valor: 5_000, vencimento: daquiA(mundo, 6) },
  ])
  const alheio = await criarCliente(mundo, [atrasada(mundo)])
  const [uma, duas] = ids(contas)
  for (const [corpo, campo] of [
    [{}, 'contas'],
    [{ contas: [], ate }, 'contas'],
    [{ contas: ['x'], ate }, null],
    [{ contas: [uma] }, 'ate'],
    [{ contas: [uma], ate: '2026-02-30' }, 'ate'],
    [{ contas: [uma], ate: addDays(hoje, -1) }, 'ate'],
    [{ contas: [uma], ate: addDays(hoje, 11) }, 'ate'],
    [{ contas: [uma], ate, valor: 0 }, 'valor'],
    [{ contas: [uma], ate, valor: -1 }, 'valor'],
    [{ contas: [uma], ate, valor: 1.234 }, 'valor'],
    [{ contas: [uma], ate, valor: 10_000 }, 'valor'],
    [{ contas: [uma], ate, observacao: 'x'.repeat(1001) }, 'observacao'],
    [{ contas: [alheio.contas[0].id], ate }, 'contas'],
    [{ contas: [99_999_999], ate }, 'contas'],
  ])
    await check(`promessas: ${JSON.stringify(corpo).slice(0, 80)} → 422 on ${campo}`, async () =>
      recusa(await prometer(cliente.id, corpo), 422, ...(campo ? [campo] : [])),
    )
  await limites(mundo, { prometer, feita, cancelar, cliente, contas: [uma, duas] })
}

async function limites(mundo, { prometer, feita, cancelar, cliente, contas: [uma, duas] }) {
  const { check, operador, outro, admin, anonimo, hoje } = mundo
  const ate = addDays(hoje, 2)
  await check('promessas: the first and the last day are taken, and what is owed on it is the most', async () => {
    for (const dia of [hoje, addDays(hoje, 10)]) {
      const feito = await feita(cliente.id, { contas: [uma], ate: dia })
      equal(`${feito.status} ${feito.origem} ${feito.ate}`, `pendente operador ${dia}`, 'the promise')
      status(await cancelar(cliente.id, feito.id, { motivo: 'Outro dia' }), 200)
    }
    const tudo = await feita(cliente.id, { contas: [uma], ate })
    expect(cents(tudo.valor) >= 10_000, 'all that is owed when it names no amount', tudo.valor)
    status(await cancelar(cliente.id, tudo.id, { motivo: 'Outro valor' }), 200)
    status(await prometer(cliente.id, { contas: [uma], ate, valor: tudo.valor + 0.01 }), 422)
    const justo = await feita(cliente.id, { contas: [uma], ate, valor: tudo.valor })
    status(await cancelar(cliente.id, justo.id, { motivo: 'Outro valor' }), 200)
  })
  await check('promessas: how far ahead is the company’s to say', async () => {
    status(await admin.put(RECEBIMENTO, { promessa_max_dias: 1 }), 200)
    recusa(await prometer(cliente.id, { contas: [uma], ate }), 422, 'ate')
    status(await admin.put(RECEBIMENTO, { promessa_max_dias: 10 }), 200)
  })
  await check('promessas: whose account is promised already → 409 promessa_pendente; ten at once → one', async () => {
    const corpo = { contas: [uma], ate }
    const respostas = await Promise.all(Array.from({ length: 10 }, () => prometer(cliente.id, corpo)))
    equal(respostas.filter((resposta) => resposta.status === 201).length, 1, 'how many 201')
    for (const resposta of respostas.filter((outra) => outra.status !== 201)) conflito(resposta, 'promessa_pendente')
    conflito(await prometer(cliente.id, { contas: [duas, uma], ate }), 'promessa_pendente')
  })
  await check('promessas: the same Idempotency-Key answers the same and promises once', async () => {
    const opcoes = { headers: { 'idempotency-key': `promessa-${cliente.id}` } }
    const corpo = { contas: [duas], ate, valor: 10 }
    const [um, dois] = await Promise.all([prometer(cliente.id, corpo, opcoes), prometer(cliente.id, corpo, opcoes)])
    equal(status(um, 201).body.id, status(dois, 201).body.id, 'id')
    status(await prometer(cliente.id, { ...corpo, valor: 11 }, opcoes), 422)
  })
  await check('promessas: not theirs → 404, nobody → 401, an administrator → 403, no such one → 404', async () => {
    const corpo = { contas: [uma], ate }
    recusa(await outro.post(endereco(cliente.id), corpo), 404)
    recusa(await outro.get(endereco(cliente.id)), 404)
    recusa(await anonimo.post(endereco(cliente.id), corpo), 401)
    recusa(await admin.post(endereco(cliente.id), corpo), 403)
    recusa(await operador.post(endereco(99_999_999), corpo), 404)
    recusa(await cancelar(cliente.id, 99_999_999, { motivo: 'Não há' }), 404)
    recusa(await operador.get(endereco(99_999_999)), 404)
  })
}

async function vida(mundo, { ficha, feita, cancelar, uma: ler, conta, pagar, estornar }) {
  const { check, hoje } = mundo
  const ate = addDays(hoje, 2)
  const novo = (quantas = 2) =>
    criarCliente(
      mundo,
      Array.from({ length: quantas }, () => atrasada(mundo)),
    )
  await check('promessas: stands on its accounts until cancelled, once, with a reason', async () => {
    const { cliente, contas } = await novo()
    const { id } = await feita(cliente.id, { contas: ids(contas), ate, observacao: 'Recebe na sexta' })
    equal((await conta(cliente.id, contas[0].id)).prometida_ate, ate, 'prometida_ate')
    for (const corpo of [{}, { motivo: 'ab' }, { motivo: 'x'.repeat(501) }])
      recusa(await cancelar(cliente.id, id, corpo), 422, 'motivo')
    equal(status(await cancelar(cliente.id, id, { motivo: 'Mudou de ideia' }), 200).body.status, 'cancelada', 'status')
    equal((await conta(cliente.id, contas[0].id)).prometida_ate, null, 'prometida_ate')
    recusa(await cancelar(cliente.id, id, { motivo: 'De novo' }), 409)
    expect((await ficha(cliente.id)).historico.length >= 2, 'lines of its history', 'fewer')
  })
  await check('promessas: kept as soon as payments since reach its value; a reversal makes it pendente', async () => {
    const { cliente, contas } = await novo()
    await pagar(contas[0].id, 20)
    const { id } = await feita(cliente.id, { contas: ids(contas), ate, valor: 90 })
    equal((await ler(cliente.id, id)).status, 'pendente', 'what was paid before counts for nothing')
    await pagar(contas[0].id, 40)
    equal((await ler(cliente.id, id)).status, 'pendente', 'part of it')
    const ultimo = await pagar(contas[1].id, 50)
    equal((await ler(cliente.id, id)).status, 'cumprida', 'all of it')
    status(await estornar(contas[1].id, ultimo.id), 200)
    equal((await ler(cliente.id, id)).status, 'pendente', 'reversed')
  })
  await check('promessas: kept when all its accounts are paid, charges waived or not', async () => {
    const { cliente, contas } = await novo()
    const { id } = await feita(cliente.id, { contas: ids(contas), ate })
    for (const { id: qual, valor } of contas) await pagar(qual, valor)
    equal((await ler(cliente.id, id)).status, 'cumprida', 'status')
  })
}

/** An agreement or cancellation over one of its accounts ends a promise; such accounts cannot be promised. */
async function tomadas(mundo, { feita, prometer, uma: ler, conta, pagar }) {
  const { check, operador, hoje } = mundo
  const ate = addDays(hoje, 2)
  const novo = (quantas = 2) =>
    criarCliente(
      mundo,
      Array.from({ length: quantas }, () => atrasada(mundo)),
    )
  const tomada = async (nome, tomar) =>
    check(`promessas: ${nome} over one of its accounts cancels it`, async () => {
      const { cliente, contas } = await novo()
      const { id } = await feita(cliente.id, { contas: ids(contas), ate })
      await tomar(cliente, contas[0])
      equal((await ler(cliente.id, id)).status, 'cancelada', 'status')
      equal((await conta(cliente.id, contas[1].id)).prometida_ate, null, 'the other account is free')
    })
  await tomada('an agreement', async ({ id }, { id: uma }) =>
    status(
      await operador.post(`/api/operador/clientes/${id}/negociacoes`, {
        contas: [uma],
        parcelas: 2,
        primeiro_vencimento: addDays(hoje, 10),
      }),
      201,
    ),
  )
  await tomada('a dispute', async ({ id }, { id: uma }) =>
    status(await operador.post(`/api/operador/clientes/${id}/contestacoes`, { contas: [uma], motivo: 'valor' }), 201),
  )
  await tomada('a cancellation', async (_, { id }) =>
    status(await operador.patch(`/api/operador/contas-receber/${id}/cancelar`, { motivo: 'Em duplicidade' }), 200),
  )
  await check('promessas: of a disputed account → 409 conta_contestada', async () => {
    const { cliente, contas } = await novo(1)
    const corpo = { contas: ids(contas), motivo: 'outro' }
    status(await operador.post(`/api/operador/clientes/${cliente.id}/contestacoes`, corpo), 201)
    conflito(await prometer(cliente.id, { contas: ids(contas), ate }), 'conta_contestada')
  })
  await check('promessas: of an account that is paid, negotiated or cancelled → 422', async () => {
    const { cliente, contas } = await novo()
    await pagar(contas[0].id, contas[0].valor)
    recusa(await prometer(cliente.id, { contas: ids(contas), ate }), 422, 'contas')
  })
}
