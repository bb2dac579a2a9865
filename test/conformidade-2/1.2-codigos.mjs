// Section 1, codes: at most one live code per account, which asks for what it owes and ends when that changes.
import { cents, cpf, equal, expect, fields, isDay, isInstant, listOf, status } from '../conformance/support.mjs'
import { conflito, criarCliente, daquiA, PIX, RECEBIMENTO, recusa, semente } from './mundo.mjs'

const CAMPOS = [
  'id',
  'tipo',
  'txid',
  'copia_e_cola',
  'valor',
  'contas',
  'negociacao_id',
  'situacao',
  'vale_ate',
  'mensagem_id',
  'created_at',
]
const endereco = (id) => `/api/operador/clientes/${id}/codigos`

/** CRC-16/CCITT of a BR Code, as in its last field. */
function crc(texto) {
  let resto = 0xffff
  for (const letra of Buffer.from(texto, 'utf8')) {
    resto ^= letra << 8
    for (let i = 0; i < 8; i += 1) resto = resto & 0x8000 ? ((resto << 1) ^ 0x1021) & 0xffff : (resto << 1) & 0xffff
  }
  return resto.toString(16).toUpperCase().padStart(4, '0')
}

function inteiro(codigo) {
  fields(codigo, CAMPOS, 'the code')
  expect(isDay(codigo.vale_ate) && isInstant(codigo.created_at), 'a day and an instant', codigo)
  const partes = codigo.contas.reduce((soma, { valor, encargos }) => soma + cents(valor) + cents(encargos), 0)
  equal(partes, cents(codigo.valor), 'all parts together')
  equal(crc(codigo.copia_e_cola.slice(0, -4)), codigo.copia_e_cola.slice(-4), 'the CRC of the code')
  return codigo
}

export async function percorrer(mundo) {
  const { check, operador, outro, admin, anonimo } = mundo
  const pedir = async (id, contas) => operador.post(endereco(id), { contas })
  const listar = async (id) => listOf(status(await operador.get(endereco(id)), 200))
  await regras(mundo, { pedir, listar })
  await check(
    'codigos: with a PSP, one account that is not overdue, of a known document → cobv of its face value',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, [{ valor: 12_345, vencimento: daquiA(mundo, 6) }])
      const codigo = inteiro(status(await pedir(cliente.id, [contas[0].id]), 201).body)
      equal(`${codigo.tipo} ${codigo.valor} ${codigo.situacao}`, 'pix_cobv 123.45 emitido', 'the code')
      expect(codigo.vale_ate > contas[0].vencimento, 'good after its due day', codigo.vale_ate)
      expect(/^[a-zA-Z0-9]{26,35}$/.test(codigo.txid), 'a txid of a PSP', codigo.txid)
    },
  )
  await check('codigos: with a PSP, several accounts → cob of today’s total, until the end of the day', async () => {
    const { cliente, contas } = await criarCliente(mundo, [
      { valor: 10_000, vencimento: daquiA(mundo, 6) },
      { valor: 5_050, vencimento: daquiA(mundo, 20) },
    ])
    const codigo = inteiro(
      status(
        await pedir(
          cliente.id,
          contas.map(({ id }) => id),
        ),
        201,
      ).body,
    )
    equal([codigo.tipo, codigo.valor, codigo.vale_ate].join(), ['pix_cob', 150.5, mundo.hoje].join(), 'the code')
  })
  await check(
    'codigos: of another operator’s customer → 404; nobody signed in → 401; an administrator → 403',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, [{ valor: 100, vencimento: daquiA(mundo, 6) }])
      recusa(await outro.post(endereco(cliente.id), { contas: [contas[0].id] }), 404)
      recusa(await anonimo.get(endereco(cliente.id)), 401)
      recusa(await admin.get(endereco(cliente.id)), 403)
    },
  )
  await check(
    'codigos: without a PSP a static code with a txid of its own; without a key 409 sem_recebimento',
    async () => {
      const antes = status(await admin.get(RECEBIMENTO), 200).body
      status(await admin.put(RECEBIMENTO, { psp: null }), 200)
      const { cliente, contas } = await criarCliente(mundo, [{ valor: 7_777, vencimento: daquiA(mundo, 6) }], {
        documento: cpf(semente + 900),
      })
      const estatico = inteiro(status(await pedir(cliente.id, [contas[0].id]), 201).body)
      equal(estatico.tipo, 'pix_estatico', 'tipo')
      expect(
        /^[A-Za-z0-9]{25}$/.test(estatico.txid) && estatico.copia_e_cola.includes(estatico.txid),
        '25 letters and digits',
        estatico.txid,
      )
      expect(estatico.copia_e_cola.includes('540577.77'), 'the amount in it', estatico.copia_e_cola)
      status(await admin.put(RECEBIMENTO, { pix: null }), 200)
      conflito(await pedir(cliente.id, [contas[0].id]), 'sem_recebimento')
      const { base_url, token_url, client_id } = antes.psp
      const psp = { base_url, token_url, client_id, client_secret: 'segredo-do-emulador' }
      status(await admin.put(RECEBIMENTO, { pix: PIX, psp }), 200)
    },
  )
}

/** What happens to a code: returned again, replaced, cancelled. */
async function regras(mundo, { pedir, listar }) {
  const { check, operador } = mundo
  const { cliente, contas } = await criarCliente(mundo, [
    { valor: 20_000, vencimento: daquiA(mundo, 10) },
    { valor: 30_000, vencimento: daquiA(mundo, 15) },
  ])
  const [uma, duas] = contas.map(({ id }) => id)
  const achar = async (id) => (await listar(cliente.id)).find((codigo) => codigo.id === id)
  for (const corpo of [{}, { contas: [] }, { contas: ['x'] }])
    await check(`codigos: ${JSON.stringify(corpo)} → 422`, async () =>
      recusa(await operador.post(endereco(cliente.id), corpo), 422),
    )
  await check('codigos: an account that is not this customer’s, or not open → 4xx', async () => {
    const alheia = await criarCliente(mundo, [{ valor: 100, vencimento: daquiA(mundo, 6) }])
    status(await pedir(cliente.id, [alheia.contas[0].id]), 404, 409, 422)
  })
  let primeiro
  await check('codigos: the same accounts and value give the same again: 201, then 200', async () => {
    primeiro = inteiro(status(await pedir(cliente.id, [uma]), 201).body)
    equal(status(await pedir(cliente.id, [uma]), 200).body.id, primeiro.id, 'id')
    equal((await achar(primeiro.id)).situacao, 'emitido', 'situacao')
  })
  await check('codigos: others over one of its accounts make it substituido: one live code an account', async () => {
    const segundo = inteiro(status(await pedir(cliente.id, [uma, duas]), 201).body)
    equal((await achar(primeiro.id)).situacao, 'substituido', 'the first')
    equal((await achar(segundo.id)).situacao, 'emitido', 'the second')
  })
  await check('codigos: a payment by hand makes it cancelado', async () => {
    const codigo = status(await pedir(cliente.id, [uma, duas]), 200, 201).body
    const pagamento = { valor: 10, pago_em: mundo.hoje, forma: 'dinheiro' }
    status(await operador.post(`/api/operador/contas-receber/${uma}/pagamentos`, pagamento), 201)
    equal((await achar(codigo.id)).situacao, 'cancelado', 'situacao')
  })
  await check('codigos: another due day makes it cancelado', async () => {
    const codigo = status(await pedir(cliente.id, [duas]), 201).body
    status(await operador.patch(`/api/operador/contas-receber/${duas}`, { vencimento: daquiA(mundo, 30) }), 200)
    equal((await achar(codigo.id)).situacao, 'cancelado', 'situacao')
  })
  await check('codigos: ten at once for one account leave one live', async () => {
    const { cliente: novo, contas: dele } = await criarCliente(mundo, [
      { valor: 100, vencimento: daquiA(mundo, 6) },
      { valor: 200, vencimento: daquiA(mundo, 6) },
    ])
    const [a, b] = dele.map(({ id }) => id)
    await Promise.all(Array.from({ length: 10 }, (_, i) => pedir(novo.id, i % 2 ? [a] : [a, b])))
    const vivos = (await listar(novo.id)).filter(
      ({ situacao, contas: partes }) => situacao === 'emitido' && partes.some(({ id }) => id === a),
    )
    equal(vivos.length, 1, 'live codes of the account')
  })
}
