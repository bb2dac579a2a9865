// Section 6: tokens of other programs, and what they give access to.
import { Client, cpf, equal, expect, listOf, phone, status, until } from '../conformance/support.mjs'
import { conflito, daquiA, recusa, semente } from './mundo.mjs'

const TOKENS = '/api/admin/tokens'
const ESCOPOS = ['clientes:ler', 'clientes:escrever', 'contas:ler', 'contas:escrever', 'pagamentos:escrever']
const base = '/api/integracao'
const codigo = `ERP-${semente}`
const conta = (numero) => `${base}/contas/${numero}?cliente=${codigo}`

export async function percorrer(mundo) {
  const erp = await tokens(mundo)
  await registros(mundo, erp)
  await lote(mundo, erp)
  await eventos(mundo)
  await webhooks(mundo)
}

async function tokens(mundo) {
  const { check, admin, operador } = mundo
  const criar = async (nome, escopos) => status(await admin.post(TOKENS, { nome, escopos, expira_em: null }), 201).body
  const comToken = ({ token }) => new Client(mundo.base, token)
  let erp

  await check('6 tokens: told once, by administrators only, with scopes of the list', async () => {
    const criado = await criar('ERP', ESCOPOS)
    expect(typeof criado.token === 'string' && criado.token.length >= 43, 'a token', criado)
    const lista = status(await admin.get(TOKENS), 200)
    expect(
      listOf(lista).some(({ id, nome }) => id === criado.id && nome === 'ERP'),
      'the token in the list',
      lista,
    )
    expect(!lista.text.includes(criado.token), 'no token in the list', lista)
    status(await operador.post(TOKENS, { nome: 'x', escopos: ESCOPOS }), 403)
    recusa(await admin.post(TOKENS, { nome: 'ERP', escopos: ['tudo'] }), 422)
    recusa(await admin.post(TOKENS, { nome: 'ERP', escopos: ESCOPOS, expira_em: '2020-01-01' }), 422, 'expira_em')
    erp = comToken(criado)
  })

  await check('6 tokens: they open /api/integracao alone, by their scopes, until revoked', async () => {
    const criado = await criar('Leitor', ['contas:ler'])
    const leitor = comToken(criado)
    for (const caminho of ['/api/me', TOKENS, '/api/operador/clientes/ativos']) status(await leitor.get(caminho), 401)
    status(await leitor.get(`${base}/clientes/${codigo}`), 403)
    status(await admin.get(`${base}/clientes/${codigo}`), 401)
    status(await admin.delete(`${TOKENS}/${criado.id}`), 204)
    status(await leitor.get(conta('X')), 401)
  })

  return erp
}

async function registros(mundo, erp) {
  const { check } = mundo
  await check('6 integração: a customer by its code', async () => {
    const cliente = { nome: 'Cliente do ERP', documento: cpf(semente + 700), telefone: phone(semente + 700) }
    const caminho = `${base}/clientes/${codigo}`
    status(await erp.get(caminho), 404)
    const criado = status(await erp.put(caminho, cliente), 201).body
    equal(criado.codigo_externo, codigo, 'codigo_externo')
    equal(status(await erp.put(caminho, cliente), 200).body.id, criado.id, 'the same customer')
    equal(
      status(await erp.put(caminho, { nome: 'Outro nome' }), 200).body.telefone,
      cliente.telefone,
      'what was left out',
    )
    equal(status(await erp.get(caminho), 200).body.nome, 'Outro nome', 'the name')
    conflito(await erp.put(`${base}/clientes/${codigo}-2`, cliente), 'documento_em_uso')
    recusa(await erp.put(`${base}/clientes/${codigo}-2`, { nome: 'Sem documento' }), 422, 'documento')
  })

  await check('6 integração: an account by its number, and its payments once', async () => {
    const pedido = { valor: 100.5, vencimento: daquiA(mundo, 20) }
    const lancada = status(await erp.put(conta('ERP-1'), pedido), 201).body
    equal(status(await erp.put(conta('ERP-1'), pedido), 200).body.id, lancada.id, 'the same account')
    equal(status(await erp.get(conta('ERP-1')), 200).body.valor, 100.5, 'valor')
    status(await erp.get(conta('ERP-9')), 404)
    const pagar = (chave) =>
      erp.post(
        `${base}/contas/${lancada.id}/pagamentos`,
        { valor: 50, pago_em: mundo.hoje, forma: 'pix' },
        { headers: { 'idempotency-key': `${semente}-${chave}` } },
      )
    equal(status(await pagar(1), 201).body.id, status(await pagar(1), 201).body.id, 'the same payment')
    equal(status(await erp.get(conta('ERP-1')), 200).body.valor_pago, 50, 'valor_pago')
    conflito(await erp.put(conta('ERP-1'), { valor: 90 }), 'conta_com_pagamento')
  })
}

async function lote({ check, hoje }, erp) {
  await check('6 integração: a batch, in order, each line answered', async () => {
    const enviar = (linhas) =>
      erp.call('POST', `${base}/lote`, {
        body: linhas.map((linha) => JSON.stringify(linha)).join('\n'),
        headers: { 'content-type': 'application/x-ndjson' },
      })
    const ler = { metodo: 'GET', caminho: `${base}/clientes/${codigo}` }
    const resposta = status(
      await enviar([
        ler,
        { metodo: 'PUT', caminho: conta('ERP-2'), corpo: { valor: 10, vencimento: daquiA({ hoje }, 20) } },
        { metodo: 'GET', caminho: conta('ERP-9') },
      ]),
      200,
    )
    const linhas = resposta.text
      .trim()
      .split('\n')
      .map((linha) => JSON.parse(linha))
    equal(linhas.map((linha) => linha.status).join(), '200,201,404', 'the answers')
    equal(linhas[1].corpo.numero, 'ERP-2', 'the account made')
    recusa(await enviar(Array(501).fill(ler)), 422)
    // Repeated with its key, nothing is done twice.
    const pagar = { metodo: 'POST', caminho: `${base}/contas/${linhas[1].corpo.id}/pagamentos` }
    const comChave = async () => {
      const corpo = JSON.stringify({ ...pagar, corpo: { valor: 4, pago_em: hoje, forma: 'pix' } })
      const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': `lote-${semente}` }
      const { text } = status(await erp.call('POST', `${base}/lote`, { body: corpo, headers }), 200)
      return JSON.parse(text)
    }
    equal((await comChave()).corpo.id, (await comChave()).corpo.id, 'the same payment')
    equal(status(await erp.get(conta('ERP-2')), 200).body.valor_pago, 4, 'valor_pago')
  })
}

async function eventos(mundo) {
  const { check, admin } = mundo
  await check('6 integração: what changed, from a cursor on', async () => {
    const pedido = { nome: 'Leitor', escopos: ['eventos:ler', 'clientes:escrever'] }
    const leitor = new Client(mundo.base, status(await admin.post(TOKENS, pedido), 201).body.token)
    const { cursor } = status(await leitor.get(`${base}/eventos`), 200).body
    status(await leitor.put(`${base}/clientes/${codigo}`, { nome: 'Nome de agora' }), 200)
    const { data } = status(await leitor.get(`${base}/eventos?depois=${cursor}`), 200).body
    expect(data.length > 0 && data.length <= 100, 'the change among the events', data)
    expect(
      data.some(({ tipo }) => tipo === 'cliente.mudou'),
      'cliente.mudou',
      data,
    )
    expect(!JSON.stringify(data).includes('Nome de agora'), 'ids and statuses only', data)
    recusa(await leitor.get(`${base}/eventos?depois=x`), 422, 'depois')
    status(await erpSemEventos(mundo).get(`${base}/eventos`), 401)
  })
}

const erpSemEventos = ({ base: servidor }) => new Client(servidor, 'cob_inventado')

async function webhooks(mundo) {
  const { check, admin, operador } = mundo
  const caminho = '/api/admin/webhooks'
  const eventosPedidos = ['conta.paga', 'mensagem.recebida']
  await check('6 webhooks: public and https, the secret once, listed and taken away', async () => {
    for (const url of ['http://exemplo.com.br/', 'https://127.0.0.1/', 'https://192.168.0.1/', 'x'])
      recusa(await admin.post(caminho, { url, eventos: eventosPedidos }), 422, 'url')
    const url = `${mundo.base}/emulador`
    recusa(await admin.post(caminho, { url, eventos: ['tudo'] }), 422)
    status(await operador.post(caminho, { url, eventos: eventosPedidos }), 403)
    const criado = status(await admin.post(caminho, { url, eventos: eventosPedidos }), 201).body
    expect(/^whsec_/.test(criado.segredo), 'a secret of Standard Webhooks', criado)
    const lista = status(await admin.get(caminho), 200)
    expect(
      listOf(lista).some(({ id }) => id === criado.id),
      'the webhook in the list',
      lista,
    )
    expect(!lista.text.includes(criado.segredo), 'no secret in the list', lista)
    const testado = status(await admin.post(`${caminho}/${criado.id}/testar`, {}), 200).body
    expect(typeof testado.entregue === 'boolean' && 'erro' in testado, 'how the test went', testado)
    listOf(status(await admin.get(`${caminho}/${criado.id}/entregas?status=pendente`), 200))
    recusa(await admin.get(`${caminho}/${criado.id}/entregas?status=x`), 422, 'status')
    status(await admin.delete(`${caminho}/${criado.id}`), 204)
    status(await admin.post(`${caminho}/${criado.id}/testar`, {}), 404)
  })
  await check('6 webhooks: what does not arrive waits, and says why', async () => {
    // This address accepts no deliveries.
    const pedido = { url: `${mundo.base}/emulador`, eventos: ['cliente.mudou'] }
    const { id } = status(await admin.post(caminho, pedido), 201).body
    mundo.webhook = `${caminho}/${id}/entregas`
    const escopos = ['clientes:escrever']
    const erp = new Client(mundo.base, status(await admin.post(TOKENS, { nome: 'Outro', escopos }), 201).body.token)
    status(await erp.put(`${base}/clientes/${codigo}`, { nome: 'Nome de depois' }), 200)
    const esperando = async () => listOf(status(await admin.get(`${mundo.webhook}?status=pendente`), 200))
    const [entrega] = await until(async () => {
      const lista = await esperando()
      return lista[0]?.tentativas > 0 ? lista : undefined
    })
    expect(entrega.http >= 400 && entrega.erro?.length > 3, 'how the receiver answered', entrega)
    expect(!JSON.stringify(entrega).includes('Nome de depois'), 'no body in the list', entrega)
  })
}

/** After the three days of retries. */
export async function diasDepois({ check, admin, webhook }) {
  await check('6 webhooks: after three days it is set aside, shown, and may be sent again', async () => {
    const separadas = async () => listOf(status(await admin.get(`${webhook}?status=separada`), 200))
    const [entrega] = await until(async () => ((await separadas()).length > 0 ? separadas() : undefined))
    const repetida = status(await admin.post(`${webhook}/${entrega.id}/repetir`, {}), 200).body
    equal(repetida.id, entrega.id, 'the same delivery')
    status(await admin.post(`${webhook}/999999999/repetir`, {}), 404)
  })
}
