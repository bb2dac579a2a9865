// Section 1, codes: amount and validity of each kind, what ends one, and payments of ended codes; sending within the window.
import {
  addDays,
  businessDay,
  cents,
  chargesOn,
  equal,
  expect,
  fields,
  listOf,
  status,
  until,
} from '../conformance/support.mjs'
import { CONCILIACAO, conflito, criarCliente, daquiA, escrever, fechamento, RECEBIMENTO, recusa } from './mundo.mjs'
import { atrasada } from './promessas.mjs'

const CONTAS = '/api/operador/contas-receber'
const base = ({ id }) => `/api/operador/clientes/${id}`

export async function percorrer(mundo) {
  const { operador } = mundo
  const meios = {
    pedir: (cliente, contas, opcoes) =>
      operador.post(`${base(cliente)}/codigos`, { contas: contas.map(({ id }) => id) }, opcoes),
    emitir: async (cliente, contas) => status(await meios.pedir(cliente, contas), 201).body,
    situacao: async (cliente, { id }) =>
      listOf(status(await operador.get(`${base(cliente)}/codigos`), 200)).find((um) => um.id === id).situacao,
    pagar: async ({ id }, valor) =>
      status(await operador.post(`${CONTAS}/${id}/pagamentos`, { valor, pago_em: mundo.hoje, forma: 'dinheiro' }), 201)
        .body,
  }
  await pedidos(mundo, meios)
  await terminados(mundo, meios)
  await pagoAssimMesmo(mundo, meios)
  await enviado(mundo, meios)
}

async function pedidos(mundo, { pedir, emitir, pagar }) {
  const { check, admin } = mundo
  await check('codigos: a cobv is good for 30 days after its moved due day', async () => {
    const vencimento = addDays(mundo.hoje, 40)
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 10_000, vencimento }])
    const { tipo, vale_ate } = await emitir(cliente, contas)
    equal([tipo, vale_ate].join(), ['pix_cobv', addDays(businessDay(vencimento), 30)].join(), 'the code')
  })
  await check('codigos: one account overdue → a cob of today’s total: what is open, fine and interest', async () => {
    const regua = status(await admin.get('/api/admin/configuracoes/regua'), 200).body
    const { cliente, contas } = await criarCliente(mundo, [atrasada(mundo, 20_000)])
    await pagar(contas[0], 50)
    const codigo = await emitir(cliente, contas)
    const encargos = chargesOn(15_000, contas[0].vencimento, mundo.hoje, {
      fine: regua.multa_percentual,
      interest: regua.juros_percentual_mes,
    })
    expect(encargos > 0, 'charges', encargos)
    equal([codigo.tipo, codigo.vale_ate].join(), ['pix_cob', mundo.hoje].join(), 'the code')
    equal([cents(codigo.valor), cents(codigo.contas[0].encargos)].join(), `${15_000 + encargos},${encargos}`, 'it asks')
    equal(cents(codigo.contas[0].valor), 15_000, 'its account’s face value')
  })
  await check('codigos: the same Idempotency-Key answers the same; with another body → 422', async () => {
    const { cliente, contas } = await criarCliente(mundo, [
      { valor: 100, vencimento: daquiA(mundo, 6) },
      { valor: 200, vencimento: daquiA(mundo, 6) },
    ])
    const opcoes = { headers: { 'idempotency-key': `codigo-${cliente.id}` } }
    const ids = await Promise.all([1, 2].map(async () => status(await pedir(cliente, contas, opcoes), 201).body.id))
    equal(ids[0], ids[1], 'id')
    recusa(await pedir(cliente, contas.slice(1), opcoes), 422)
  })
  await check('codigos: of an account that is paid already → a sentence', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 1_000, vencimento: daquiA(mundo, 6) }])
    await pagar(contas[0], 10)
    recusa(await pedir(cliente, contas), 422, 'contas')
  })
  await check('contas: what codes and banks need stands on each account', async () => {
    const { contas } = await criarCliente(mundo, [{ valor: 1_000, vencimento: daquiA(mundo, 6) }])
    fields(contas[0], ['linha_digitavel', 'nosso_numero', 'contestada', 'prometida_ate', 'a_caminho'], 'the account')
    const { contestada, prometida_ate, a_caminho } = contas[0]
    equal(JSON.stringify([contestada, prometida_ate, a_caminho]), '[false,null,false]', 'nothing holds it')
  })
}

/** Codes ended by any change of what their accounts owe. */
async function terminados(mundo, { emitir, situacao, pagar }) {
  const { check, operador } = mundo
  const acordo = { parcelas: 2, primeiro_vencimento: daquiA(mundo, 10) }
  const mudancas = {
    'another value': ({ id }) => operador.patch(`${CONTAS}/${id}`, { valor: 88.5 }),
    'a cancellation': ({ id }) => operador.patch(`${CONTAS}/${id}/cancelar`, { motivo: 'Nota devolvida' }),
    'a dispute': ({ id }, cliente) =>
      operador.post(`${base(cliente)}/contestacoes`, { contas: [id], motivo: 'entrega' }),
    'an agreement': ({ id }, cliente) => operador.post(`${base(cliente)}/negociacoes`, { contas: [id], ...acordo }),
  }
  for (const [que, mudar] of Object.entries(mudancas))
    await check(`codigos: ${que} of one of its accounts makes it cancelado`, async () => {
      const { cliente, contas } = await criarCliente(mundo, [
        { valor: 10_000, vencimento: daquiA(mundo, 6) },
        { valor: 5_000, vencimento: daquiA(mundo, 6) },
      ])
      const codigo = await emitir(cliente, contas)
      status(await mudar(contas[1], cliente), 200, 201)
      equal(await situacao(cliente, codigo), 'cancelado', 'situacao')
    })
  await check('codigos: a payment reversed makes it cancelado', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 10_000, vencimento: daquiA(mundo, 6) }])
    const { id } = await pagar(contas[0], 40)
    const codigo = await emitir(cliente, contas)
    equal(codigo.valor, 60, 'what is open')
    status(await operador.delete(`${CONTAS}/${contas[0].id}/pagamentos/${id}`, { motivo: 'Lançado errado' }), 200, 204)
    equal(await situacao(cliente, codigo), 'cancelado', 'situacao')
  })
}

async function pagoAssimMesmo(mundo, { emitir, situacao, pagar }) {
  const { check, admin, anonimo, operador } = mundo
  const noBanco = async ({ copia_e_cola }) => {
    const corpo = { colado: copia_e_cola, a_forca: true }
    const { endToEndId } = status(await admin.post('/emulador/pix/api/pagar', corpo), 201).body
    const { webhook_url } = status(await admin.get(RECEBIMENTO), 200).body
    status(await anonimo.post(new URL(webhook_url).pathname, { pix: [{ endToEndId }] }), 200)
    const chegou = await until(
      async () =>
        listOf(status(await admin.get(`${CONCILIACAO}/movimentos?origem=pix&busca=${endToEndId}`), 200)).find(
          (um) => um.situacao !== 'novo',
        ),
      { ms: 30_000 },
    )
    expect(chegou, `the movement of ${endToEndId}`, 'none')
    return chegou
  }
  await check('codigos: one that ended, paid all the same: what is owed yet is paid, the rest a credit', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 10_000, vencimento: daquiA(mundo, 6) }])
    const codigo = await emitir(cliente, contas)
    await pagar(contas[0], 40)
    equal(await situacao(cliente, codigo), 'cancelado', 'before')
    const { aplicado, credito, cliente_id, situacao: fim } = await noBanco(codigo)
    equal([fim, aplicado, credito, cliente_id].join(), `credito,60,40,${cliente.id}`, 'what became of it')
    equal(await situacao(cliente, codigo), 'pago', 'the code')
    equal(status(await operador.get(`${CONTAS}/${contas[0].id}`), 200).body.status, 'paga', 'the account')
    await fechamento(mundo)
  })
  await check(
    'codigos: of accounts that are not open any more nothing is paid, and all of it is a credit',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, [{ valor: 7_000, vencimento: daquiA(mundo, 6) }])
      const codigo = await emitir(cliente, contas)
      status(await operador.patch(`${CONTAS}/${contas[0].id}/cancelar`, { motivo: 'Nota devolvida' }), 200)
      const { aplicado, credito } = await noBanco(codigo)
      equal([aplicado, credito].join(), '0,70', 'what became of it')
      equal(await situacao(cliente, codigo), 'pago', 'the code')
    },
  )
}

async function enviado(mundo, { emitir, pagar }) {
  const { check, operador } = mundo
  await check('codigos: “Enviar Pix”: alone, within the window, and not once it ended', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 10_000, vencimento: daquiA(mundo, 6) }])
    const codigo = await emitir(cliente, contas)
    const enviar = (corpo) => operador.post(`${base(cliente)}/mensagens`, corpo)
    status(await operador.post(`${base(cliente)}/assumir`), 200)
    conflito(await enviar({ codigo_id: codigo.id }), 'janela_fechada')
    await escrever(mundo, cliente, 'me manda o pix?')
    recusa(await enviar({ codigo_id: codigo.id, conteudo: 'Segue o Pix' }), 422, 'codigo_id')
    recusa(await enviar({ codigo_id: 99_999_999 }), 404)
    equal(status(await enviar({ codigo_id: codigo.id }), 201).body.conteudo, codigo.copia_e_cola, 'what is sent')
    await pagar(contas[0], 1)
    conflito(await enviar({ codigo_id: codigo.id }), 'codigo_encerrado')
  })
}
