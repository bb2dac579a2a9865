// Section 4, the customer's own page: the link, signing in, what it shows, what can be done, and refusals.
import { addDays, cents, equal, expect, fields, status, until } from '../conformance/support.mjs'
import { conflito, criarCliente, escrever, recusa } from './mundo.mjs'
import { chamar, pedirPagina, publico } from './pagina.mjs'

export async function percorrer(mundo) {
  const { check } = mundo
  const { cliente, contas } = await criarCliente(mundo, [{ valor: 10_000, vencimento: addDays(mundo.hoje, -10) }])
  let pagina
  await check('página: a text that names {{link}} brings an address that no thread holds', async () => {
    pagina = await pedirPagina(mundo, cliente)
  })
  if (!pagina) return
  await porta(mundo, pagina, cliente)
  await dentro(mundo, pagina, contas)
  await atos(mundo, pagina, cliente, contas)
  await naoSouEu(mundo)
  await verificar(mundo)
}

async function porta(mundo, pagina, cliente) {
  const { check } = mundo
  await check('página: says the company and what it asks for; no name, no debt', async () => {
    const resposta = status(await chamar(mundo, pagina, 'GET', ''), 200)
    fields(resposta.body, ['empresa', 'pede'])
    fields(resposta.body.empresa, ['nome', 'cnpj', 'endereco', 'telefone'])
    equal(resposta.body.pede, 'cpf', 'pede')
    expect(!resposta.text.includes(cliente.nome), 'no name', resposta.text)
    equal(resposta.header('cache-control'), 'no-store', 'cache-control')
    equal(resposta.header('referrer-policy'), 'no-referrer', 'referrer-policy')
  })
  await check(
    'página: unknown is 404, without the cookie 401, wrong digits 422, right ones 204 and a cookie',
    async () => {
      const nada = status(await mundo.anonimo.get(publico('A'.repeat(22))), 404)
      equal(status(await mundo.anonimo.get(publico('x')), 404).text, nada.text, 'the same 404')
      status(await chamar(mundo, pagina, 'GET', '/inicio'), 401)
      recusa(await chamar(mundo, pagina, 'POST', '/entrar', { digitos: '999' }), 422, 'digitos')
      const certo = status(
        await chamar(mundo, pagina, 'POST', '/entrar', { digitos: pagina.documento.slice(0, 3) }),
        204,
      )
      const dado = [certo.header('set-cookie') ?? ''].flat().join(' ')
      for (const parte of ['HttpOnly', 'SameSite=Strict', `Path=${publico(pagina.token)}`])
        expect(dado.includes(parte), parte, dado)
      pagina.cookie = /(pagina=[^;]+)/.exec(dado)?.[1] ?? ''
    },
  )
}

async function dentro(mundo, pagina, contas) {
  await mundo.check('página: inicio shows what is owed, the sum explained', async () => {
    const inicio = status(await chamar(mundo, pagina, 'GET', '/inicio'), 200).body
    fields(inicio, ['primeiro_nome', 'contas', 'ofertas', 'acordo', 'promessas', 'contestacoes'])
    const [conta] = inicio.contas
    fields(conta, [
      ...['id', 'numero', 'valor', 'encargos', 'valor_atualizado', 'vencimento', 'status', 'contestada'],
      ...['prometida_ate', 'chave_nfe', 'linha_digitavel'],
    ])
    equal(conta.id, contas[0].id, 'the account')
    equal(cents(conta.valor) + cents(conta.encargos), cents(conta.valor_atualizado), 'the sum')
  })
}

async function atos(mundo, pagina, cliente, contas) {
  const { check, operador, hoje } = mundo
  const ids = contas.map(({ id }) => id)
  const ver = async () => status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body
  await check('página: another Origin is refused', async () => {
    status(await chamar(mundo, pagina, 'POST', '/falar', {}, { origin: 'https://outro.example' }), 403)
  })
  await check('página: a promise is a line of tipo pagina, unread, and no reply', async () => {
    const corpo = { contas: ids, ate: addDays(hoje, 2) }
    const promessa = status(await chamar(mundo, pagina, 'POST', '/promessas', corpo), 201).body
    equal(`${promessa.origem} ${promessa.status}`, 'pagina pendente', 'the promise')
    conflito(await chamar(mundo, pagina, 'POST', '/promessas', corpo), 'promessa_pendente')
    const conversa = status(await operador.get(`/api/operador/clientes/${cliente.id}/mensagens`), 200).body.data
    const linha = conversa.findLast(({ tipo }) => tipo === 'pagina')
    equal(linha?.direcao, 'recebida', 'the line')
  })
  await check('página: a code for what is owed', async () => {
    const codigo = await chamar(mundo, pagina, 'POST', '/codigos', { contas: ids })
    expect([200, 201].includes(codigo.status), '200 or 201', codigo)
    fields(codigo.body, ['txid', 'copia_e_cola', 'valor', 'contas', 'situacao'])
  })
  await check('página: a dispute is written down, and a second of the same account refused', async () => {
    const corpo = { contas: ids, motivo: 'valor', texto: 'Não é esse o valor' }
    const aberta = status(await chamar(mundo, pagina, 'POST', '/contestacoes', corpo), 201).body
    equal(`${aberta.origem} ${aberta.status}`, 'pagina aberta', 'the dispute')
    conflito(await chamar(mundo, pagina, 'POST', '/contestacoes', corpo), 'conta_contestada')
  })
  await check('página: falar and parar, and the opt-out holds', async () => {
    status(await chamar(mundo, pagina, 'POST', '/falar', {}), 204)
    status(await chamar(mundo, pagina, 'POST', '/parar'), 204)
    equal((await ver()).aceita_mensagens, false, 'aceita_mensagens')
  })
}

async function naoSouEu(mundo) {
  const { check, operador } = mundo
  const { cliente } = await criarCliente(mundo, [{ valor: 5_000, vencimento: addDays(mundo.hoje, -5) }])
  await check('página: “não sou eu” is asked twice, ends the link and makes the phone invalid', async () => {
    const pagina = await pedirPagina(mundo, cliente)
    recusa(await chamar(mundo, pagina, 'POST', '/nao-sou-eu', {}), 422, 'confirmo')
    status(await chamar(mundo, pagina, 'POST', '/nao-sou-eu', { confirmo: true }), 204)
    status(await chamar(mundo, pagina, 'GET', ''), 404)
    equal(
      status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body.contato_invalido,
      true,
      'contato_invalido',
    )
    const caminho = `/api/operador/clientes/${cliente.id}/confirmar-pessoa`
    recusa(await operador.post(caminho, {}), 422, 'motivo')
    const confirmado = status(await operador.post(caminho, { motivo: 'Confirmado por ligação' }), 200).body
    equal(confirmado.contato_invalido, false, 'contato_invalido once confirmed')
  })
}

async function verificar(mundo) {
  const { check, operador, anonimo } = mundo
  const { cliente } = await criarCliente(mundo, [{ valor: 5_000, vencimento: addDays(mundo.hoje, -5) }])
  await check('VERIFICAR: answered with who writes, without debt, and queues nobody', async () => {
    await escrever(mundo, cliente, 'VERIFICAR')
    const caminho = `/api/operador/clientes/${cliente.id}/mensagens`
    const resposta = await until(async () =>
      status(await operador.get(caminho), 200).body.data.find(
        ({ direcao, automatica }) => direcao === 'enviada' && automatica,
      ),
    )
    expect(resposta && !/R\$/.test(resposta.conteudo), 'an answer without amounts', resposta ?? 'none')
    expect(resposta.conteudo.includes('/verificar'), 'the address of /verificar', resposta.conteudo)
    equal(status(await operador.get(`/api/operador/clientes/${cliente.id}`), 200).body.status, 'ativo', 'status')
    const pagina = status(await anonimo.get('/verificar'), 200)
    expect(pagina.header('content-type')?.startsWith('text/html'), 'a page', pagina.header('content-type'))
  })
}
