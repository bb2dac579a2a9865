// Section 5: hours by state, local holidays, do-not-contact lists.
import { equal, expect, status } from '../conformance/support.mjs'
import { conflito, criarCliente, recusa } from './mundo.mjs'

const LEI = '/api/admin/configuracoes/contato-legal'
const LISTAS = '/api/admin/bloqueios'

export async function percorrer(mundo) {
  await linhas(mundo)
  await bloqueios(mundo)
}

async function linhas({ admin, operador, check, hoje }) {
  const antes = status(await admin.get(LEI), 200).body
  const de = (estado) => antes.data.find(({ uf }) => uf === estado)
  await check('contato legal: the six states of the reference to begin with', async () => {
    equal(
      antes.data
        .map(({ uf }) => uf)
        .sort()
        .join(),
      'AL,AM,ES,PR,RJ,SP',
      'the states',
    )
    equal(`${de('AM').semana.inicio} ${de('AM').semana.fim} ${de('AM').ativo}`, '08:00 18:00 true', 'AM')
    equal(de('RJ').sabado, null, 'Saturday in RJ')
    expect(/Lei/.test(de('SP').fonte) && /^\d{4}-/.test(de('SP').conferido_em), 'a source and a day', de('SP'))
  })
  await check('contato legal: only administrators', async () => status(await operador.get(LEI), 403))
  await check('contato legal: what cannot be is refused', async () => {
    recusa(await admin.put(LEI, { data: [{ ...de('AM'), uf: 'XX' }] }), 422)
    recusa(await admin.put(LEI, { data: [{ ...de('AM'), semana: { inicio: '18:00', fim: '08:00' } }] }), 422)
    recusa(await admin.put(LEI, { feriados: [{ dia: '2026-02-30', uf: 'AM', municipio: null }] }), 422)
  })
  await check('contato legal: what a PUT leaves out stays', async () => {
    const feriado = { dia: hoje, uf: 'RR', municipio: 'Boa Vista' }
    const { data, feriados } = status(await admin.put(LEI, { feriados: [feriado] }), 200).body
    equal(JSON.stringify(data), JSON.stringify(antes.data), 'the rows')
    equal(JSON.stringify(feriados), JSON.stringify([feriado]), 'the holidays')
    status(await admin.put(LEI, { feriados: antes.feriados }), 200)
  })
  await check('contato legal: where a customer is, by PATCH, and in answers', async () => {
    const { body } = status(await operador.get('/api/operador/clientes/ativos'), 200)
    expect(
      body.data.every((um) => 'uf' in um && 'municipio' in um),
      'uf and municipio in a list',
      body.data[0],
    )
  })
}

async function bloqueios(mundo) {
  const { admin, operador, check, hoje } = mundo
  const { cliente } = await criarCliente(mundo, [{ valor: 10_000, vencimento: hoje }])
  const { telefone } = status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
  const lista = `telefone;registrado_em;origem\n${telefone};01/01/2026;CONFORMIDADE\n`
  const enviar = (simular) =>
    admin.upload(`${LISTAS}/importar${simular ? '?simular=1' : ''}`, 'csv_file', 'lista.csv', lista)
  const achados = async () => status(await admin.get(`${LISTAS}?origem=CONFORMIDADE`), 200).body
  const modelo = () => operador.post(`/api/operador/clientes/${cliente.id}/mensagens`, { template: 'reengajar' })
  await check('bloqueios: simulated, who would be silenced, and nothing written', async () => {
    const visto = status(await enviar(true), 200).body
    equal(visto.silenciados, 1, 'silenced')
    equal(visto.clientes[0].id, cliente.id, 'who')
    equal((await achados()).total, 0, 'written')
  })
  await check('bloqueios: imported, in force thirty days after they were registered', async () => {
    equal(status(await enviar(false), 200).body.importados, 1, 'imported')
    equal((await achados()).data[0].vale_de, '2026-01-31', 'in force from')
    equal(status(await enviar(false), 200).body.ignorados, 1, 'the second time')
  })
  await check('bloqueios: the decision says so, and no template goes', async () => {
    const { decisao } = status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
    equal(decisao.motivo, 'bloqueio_legal', 'the reason')
    conflito(await modelo(), 'bloqueio_legal')
  })
  await check('bloqueios: until the customer is known to allow it', async () => {
    const url = `/api/admin/clientes/${cliente.id}/autorizacoes`
    recusa(await admin.post(url, { origem: 'telefone', em: hoje }), 422, 'texto')
    const corpo = { origem: 'telefone', texto: 'Pode escrever.', em: hoje }
    equal(status(await admin.post(url, corpo), 201).body.em, hoje, 'the day')
    status(await modelo(), 201)
  })
  await check('bloqueios: taken off, with why', async () => {
    const [{ id }] = (await achados()).data
    recusa(await admin.delete(`${LISTAS}/${id}`, {}), 422, 'motivo')
    status(await admin.delete(`${LISTAS}/${id}`, { motivo: 'Pediu para sair.' }), 204)
    equal((await achados()).total, 0, 'left')
  })
}
