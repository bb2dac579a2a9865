// Section 4, offers: the policy, the offers it gives an operator's customer, and which agreements wait for approval.
import { addDays, addMonths, cents, equal, expect, fields, status } from '../conformance/support.mjs'
import { conflito, criarCliente, recusa } from './mundo.mjs'

const POLITICA = '/api/admin/configuracoes/negociacao'
const FAIXAS = [
  {
    de_dias: 1,
    ate_dias: 45,
    desconto_encargos: 100,
    desconto_principal: 10,
    entrada_minima: 20,
    parcelas_max: 4,
    parcela_minima: 50,
  },
  {
    de_dias: 46,
    ate_dias: null,
    desconto_encargos: 50,
    desconto_principal: 33.33,
    entrada_minima: 0,
    parcelas_max: 10,
    parcela_minima: 50,
  },
]
const somar = (parcelas) => parcelas.reduce((soma, { valor }) => soma + cents(valor), 0)
const metade = (centavos, centesimos) => Math.floor((2 * centavos * centesimos + 10_000) / 20_000)

export async function percorrer(mundo) {
  const { admin } = mundo
  const antes = status(await admin.get(POLITICA), 200).body
  await politica(mundo)
  await ofertas(mundo)
  await semOfertas(mundo)
  await aprovacoes(mundo)
  const { ativa, faixas, segundo_acordo_entrada } = antes
  status(await admin.put(POLITICA, { ativa, faixas, segundo_acordo_entrada }), 200)
}

async function politica({ check, admin, operador }) {
  for (const [corpo, campo] of [
    [{ ativa: 'sim' }, 'ativa'],
    [{ faixas: {} }, 'faixas'],
    [{ faixas: [{ ...FAIXAS[0], desconto_encargos: 100.01 }] }, 'faixas.0.desconto_encargos'],
    [{ faixas: [{ ...FAIXAS[0], desconto_principal: -1 }] }, 'faixas.0.desconto_principal'],
    [{ faixas: [{ ...FAIXAS[0], entrada_minima: 'x' }] }, 'faixas.0.entrada_minima'],
    [{ faixas: [{ ...FAIXAS[0], parcelas_max: 0 }] }, 'faixas.0.parcelas_max'],
    [{ faixas: [{ ...FAIXAS[0], parcela_minima: -0.01 }] }, 'faixas.0.parcela_minima'],
    [{ faixas: [{ ...FAIXAS[0], ate_dias: 0 }] }, 'faixas.0.ate_dias'],
    [{ faixas: [FAIXAS[0], { ...FAIXAS[1], de_dias: 45 }] }, 'faixas.1.de_dias'],
    [{ segundo_acordo_entrada: 101 }, 'segundo_acordo_entrada'],
  ])
    await check(`política: ${JSON.stringify(corpo).slice(0, 90)} → 422 on ${campo}`, async () =>
      recusa(await admin.put(POLITICA, corpo), 422, campo),
    )
  await check('política: what a PUT leaves out stays; an operator does not see it', async () => {
    const posta = { ativa: true, faixas: FAIXAS, segundo_acordo_entrada: 40 }
    status(await admin.put(POLITICA, posta), 200)
    status(await admin.put(POLITICA, { segundo_acordo_entrada: 50 }), 200)
    const { ativa, faixas, segundo_acordo_entrada } = status(await admin.get(POLITICA), 200).body
    equal(JSON.stringify([ativa, segundo_acordo_entrada]), '[true,50]', 'what stands')
    for (const [n, faixa] of FAIXAS.entries())
      for (const [campo, valor] of Object.entries(faixa)) equal(faixas[n][campo], valor, `faixas.${n}.${campo}`)
    status(await operador.get(POLITICA), 403)
    status(await operador.put(POLITICA, posta), 403)
  })
}

/** R$ 900.00 long overdue, R$ 100.00 recently overdue, and an account not yet due. */
const dividas = ({ hoje }) => [
  { valor: 90_000, vencimento: addDays(hoje, -60) },
  { valor: 10_000, vencimento: addDays(hoje, -20) },
  { valor: 5_000, vencimento: addDays(hoje, 30) },
]
const base = ({ id }) => `/api/operador/clientes/${id}`
const lerOfertas = async ({ operador }, cliente) =>
  status(await operador.get(`${base(cliente)}/ofertas`), 200).body.data

async function ofertas(mundo) {
  const { check, operador, outro } = mundo
  const { cliente, contas } = await criarCliente(mundo, dividas(mundo))
  await check(
    'ofertas: at once, in two and in the most, for all that is overdue, discounts by band, to the cent',
    async () => {
      const data = await lerOfertas(mundo, cliente)
      equal(data.length, 3, 'how many offers')
      const encargos = contas.slice(0, 2).map(({ valor, valor_atualizado }) => cents(valor_atualizado) - cents(valor))
      const desconto =
        metade(encargos[0], 5_000) + metade(90_000, 3_333) + metade(encargos[1], 10_000) + metade(10_000, 1_000)
      const negociado = 100_000 + encargos[0] + encargos[1] - desconto
      for (const oferta of data) {
        fields(oferta, [
          'id',
          'contas',
          'valor_original',
          'encargos',
          'desconto',
          'valor_negociado',
          'parcelas',
          'texto',
        ])
        expect(Number.isSafeInteger(oferta.id), 'an integer id', oferta.id)
        equal(
          String(oferta.contas),
          String(
            contas
              .slice(0, 2)
              .map(({ id }) => id)
              .sort((a, b) => a - b),
          ),
          'its accounts',
        )
        equal(cents(oferta.valor_original), 100_000, 'valor_original')
        equal(cents(oferta.encargos), encargos[0] + encargos[1], 'encargos')
        equal(cents(oferta.desconto), desconto, 'desconto')
        equal(cents(oferta.valor_negociado), negociado, 'valor_negociado')
        equal(somar(oferta.parcelas), negociado, 'the sum of its instalments')
      }
      equal(data.map(({ parcelas }) => parcelas.length).join(), '1,2,10', 'how many instalments')
      for (const [i, { vencimento }] of data[2].parcelas.entries())
        equal(vencimento, addMonths(data[0].parcelas[0].vencimento, i), `the day of instalment ${i + 1}`)
    },
  )
  await check(
    'ofertas: the same ids while nothing changes; what is disputed is out; another operator’s → 404',
    async () => {
      const ids = async () => (await lerOfertas(mundo, cliente)).map(({ id }) => id).join()
      equal(await ids(), await ids(), 'the ids')
      status(await outro.get(`${base(cliente)}/ofertas`), 404)
      status(await operador.post(`${base(cliente)}/contestacoes`, { contas: [contas[0].id], motivo: 'valor' }), 201)
      const [avista, duas] = await lerOfertas(mundo, cliente)
      equal(String(avista.contas), String(contas[1].id), 'the accounts of the offer')
      equal(cents(avista.valor_negociado), 9_000, 'valor_negociado')
      // The band is that of the oldest remaining account, where neither entry nor instalment may be under R$ 50.00.
      equal(duas, undefined, 'a second offer')
    },
  )
}

async function semOfertas(mundo) {
  const { check, admin } = mundo
  await check('ofertas: none from an inactive policy, for nothing overdue, or outside of every band', async () => {
    const emDia = await criarCliente(mundo, [{ valor: 5_000, vencimento: addDays(mundo.hoje, 30) }])
    equal((await lerOfertas(mundo, emDia.cliente)).length, 0, 'offers of whoever is not late')
    status(await admin.put(POLITICA, { faixas: [FAIXAS[0]] }), 200)
    const tarde = await criarCliente(mundo, dividas(mundo))
    equal((await lerOfertas(mundo, tarde.cliente)).length, 0, 'offers without a band of the oldest')
    status(await admin.put(POLITICA, { ativa: false, faixas: FAIXAS }), 200)
    equal((await lerOfertas(mundo, tarde.cliente)).length, 0, 'offers of an inactive policy')
    status(await admin.put(POLITICA, { ativa: true }), 200)
  })
}

async function pedirAlem(mundo) {
  const { cliente, contas } = await criarCliente(mundo, [{ valor: 100_000, vencimento: addDays(mundo.hoje, -10) }])
  const pedido = {
    contas: [contas[0].id],
    incluir_encargos: true,
    desconto: 500,
    parcelas: 2,
    primeiro_vencimento: addDays(mundo.hoje, 20),
  }
  const acordo = status(await mundo.operador.post(`${base(cliente)}/negociacoes`, pedido), 201).body
  return { cliente, contas, pedido, acordo }
}
const ver = async ({ operador }, cliente) => status(await operador.get(base(cliente)), 200).body
const decidir = ({ admin }, { id }, como, corpo) => admin.post(`/api/admin/negociacoes/${id}/${como}`, corpo)

async function aprovacoes(mundo) {
  await esperando(mundo)
  await semEsperar(mundo)
  mundo.aguardaAprovacao = await pedirAlem(mundo)
}

async function esperando(mundo) {
  const { check, admin, operador } = mundo
  await check('aprovação: beyond the bands it waits, takes the customer over and changes nothing else', async () => {
    const { cliente, acordo, pedido } = await pedirAlem(mundo)
    equal(acordo.status, 'aguarda_aprovacao', 'its status')
    const agora = await ver(mundo, cliente)
    equal(`${agora.status} ${cents(agora.valor_em_aberto)}`, 'em_atendimento 100000', 'the customer')
    conflito(await operador.post(`${base(cliente)}/negociacoes`, pedido), 'acordo_em_andamento')
    equal((await lerOfertas(mundo, cliente)).length, 0, 'offers meanwhile')
    const { data } = status(await admin.get('/api/admin/negociacoes?status=aguarda_aprovacao'), 200).body
    expect(
      data.some(({ id }) => id === acordo.id),
      'it stands in the list',
      data,
    )
    status(await operador.get('/api/admin/negociacoes'), 403)
    status(await operador.post(`/api/admin/negociacoes/${acordo.id}/aprovar`), 403)
    status(await admin.get('/api/admin/negociacoes?status=nada'), 422)
    const aprovado = status(await decidir(mundo, acordo, 'aprovar'), 200).body
    equal(aprovado.status, 'ativa', 'its status once approved')
    equal((await ver(mundo, cliente)).status, 'negociado', 'the customer then')
    status(await decidir(mundo, acordo, 'aprovar'), 409)
    status(await decidir(mundo, acordo, 'recusar', { motivo: 'Tarde demais' }), 409)
  })
  await check('aprovação: refused with a reason, or cancelled, it moves no status', async () => {
    const recusado = await pedirAlem(mundo)
    recusa(await decidir(mundo, recusado.acordo, 'recusar', {}), 422, 'motivo')
    equal(
      status(await decidir(mundo, recusado.acordo, 'recusar', { motivo: 'Muito baixo' }), 200).body.status,
      'recusada',
      'refused',
    )
    equal((await ver(mundo, recusado.cliente)).status, 'em_atendimento', 'the customer then')
    const { cliente, acordo } = await pedirAlem(mundo)
    const cancelar = `${base(cliente)}/negociacoes/${acordo.id}/cancelar`
    equal(status(await operador.patch(cancelar, { motivo: 'Desistiu' }), 200).body.status, 'cancelada', 'cancelled')
    equal((await ver(mundo, cliente)).status, 'em_atendimento', 'the customer then')
    status(await decidir(mundo, { id: 99_999_999 }, 'aprovar'), 404)
  })
}

async function semEsperar(mundo) {
  const { check, admin, operador } = mundo
  await check('aprovação: within the bands, or with an inactive policy, an agreement runs at once', async () => {
    const { cliente, contas } = await criarCliente(mundo, [{ valor: 100_000, vencimento: addDays(mundo.hoje, -10) }])
    const pedido = { contas: [contas[0].id], incluir_encargos: true, desconto: 100, entrada: 200, parcelas: 4 }
    const corpo = { ...pedido, primeiro_vencimento: addDays(mundo.hoje, 20) }
    equal(status(await operador.post(`${base(cliente)}/negociacoes`, corpo), 201).body.status, 'ativa', 'within')
    status(await admin.put(POLITICA, { ativa: false }), 200)
    equal((await pedirAlem(mundo)).acordo.status, 'ativa', 'without a policy')
    status(await admin.put(POLITICA, { ativa: true }), 200)
  })
}

export async function diasDepois(mundo) {
  await mundo.check('aprovação: after seven days it expired, and nobody decides about it', async () => {
    const { cliente, acordo } = mundo.aguardaAprovacao
    const { data } = status(await mundo.operador.get(`${base(cliente)}/negociacoes`), 200).body
    equal(data.find(({ id }) => id === acordo.id).status, 'expirada', 'its status')
    status(await decidir(mundo, acordo, 'aprovar'), 409)
  })
}
