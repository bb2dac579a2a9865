// Section 4, the customer's own page, sentence by sentence: guesses, other customers' pages, effects of acts, offers, replays, and how links end.
import { addDays, cents, cnpj, equal, expect, status, until } from '../conformance/support.mjs'
import { conflito, criarCliente, escrever, RECEBIMENTO, recusa, semente } from './mundo.mjs'
import { chamar, entrarNaPagina, pedirPagina, publico } from './pagina.mjs'

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])

export async function percorrer(mundo) {
  await palpites(mundo)
  await empresaDevedora(mundo)
  await atos(mundo)
  await disputa(mundo)
  await oferta(mundo)
  await fins(mundo)
  await semScript(mundo)
  await verificarDuasVezes(mundo)
}

const vencidas = ({ hoje }, ...dias) => dias.map((d) => ({ valor: 10_000, vencimento: addDays(hoje, -d) }))
const ver = async ({ operador }, { id }) => status(await operador.get(`/api/operador/clientes/${id}`), 200).body
const conversaDe = async ({ operador }, { id }) =>
  status(await operador.get(`/api/operador/clientes/${id}/mensagens`), 200).body.data

/** Returns the customer to the engine, after an operator took them over by writing. */
const devolver = async ({ operador }, { id }) =>
  status(await operador.patch(`/api/operador/clientes/${id}/reativar`), 200)

async function palpites(mundo) {
  const { check } = mundo
  const [um, outro] = [await criarCliente(mundo, vencidas(mundo, 5)), await criarCliente(mundo, vencidas(mundo, 5))]
  await check('página: five wrong tries over all links, even at once, close it for an hour', async () => {
    const [primeira, segunda] = [await pedirPagina(mundo, um.cliente), await pedirPagina(mundo, um.cliente)]
    expect(primeira.token !== segunda.token, 'another token for another message', primeira.token)
    const tentar = (pagina, digitos) => chamar(mundo, pagina, 'POST', '/entrar', { digitos })
    const juntas = await Promise.all(Array.from({ length: 8 }, (_, i) => tentar(i % 2 ? primeira : segunda, 'xyz')))
    const ditos = juntas.map((resposta) => resposta.status).sort()
    equal(ditos.join(), '422,422,422,422,422,429,429,429', 'the answers')
    const certa = recusaCom(await tentar(primeira, primeira.documento.slice(0, 3)), 429)
    const espera = Number(certa.header('retry-after'))
    expect(espera > 3_500 && espera <= 3_600, 'retry-after of an hour', espera)
  })
  await check('página: one’s cookie opens no other’s page; a body that is none is refused', async () => {
    const [minha, dele] = [await entrarNaPagina(mundo, outro.cliente), await pedirPagina(mundo, outro.cliente)]
    status(await chamar(mundo, minha, 'GET', '/inicio'), 200)
    status(await chamar(mundo, { ...dele, cookie: minha.cookie }, 'GET', '/inicio'), 401)
    for (const digitos of [null, 5, '', 'x'.repeat(1_000), ['123'], { a: 1 }])
      recusa(await chamar(mundo, minha, 'POST', '/entrar', { digitos }), 422, 'digitos')
    const torto = { body: '{"digitos":', headers: { 'content-type': 'application/json' } }
    status(await mundo.anonimo.call('POST', `${publico(minha.token)}/entrar`, torto), 400)
  })
}

function recusaCom(resposta, http) {
  recusa(resposta, http)
  return resposta
}

async function empresaDevedora(mundo) {
  await mundo.check('página: a company types the first four characters of its CNPJ', async () => {
    const { cliente } = await criarCliente(mundo, vencidas(mundo, 5), { documento: cnpj(semente % 80_000_000) })
    const pagina = await pedirPagina(mundo, cliente)
    equal(status(await chamar(mundo, pagina, 'GET', ''), 200).body.pede, 'cnpj', 'pede')
    recusa(await chamar(mundo, pagina, 'POST', '/entrar', { digitos: pagina.documento.slice(0, 3) }), 422, 'digitos')
    status(await chamar(mundo, pagina, 'POST', '/entrar', { digitos: pagina.documento.slice(0, 4) }), 204)
  })
}

async function atos(mundo) {
  const { check, admin, hoje } = mundo
  const { cliente, contas } = await criarCliente(mundo, vencidas(mundo, 5, 20, 12))
  const alheio = await criarCliente(mundo, vencidas(mundo, 5))
  const pagina = await entrarNaPagina(mundo, cliente)
  const fazer = (caminho, corpo, headers) => chamar(mundo, pagina, 'POST', caminho, corpo, headers)
  await check('página: open accounts, oldest first; others’ accounts, and what cannot be, are refused', async () => {
    const { contas: ditas } = status(await chamar(mundo, pagina, 'GET', '/inicio'), 200).body
    equal(ditas.map(({ id }) => id).join(), [contas[1], contas[2], contas[0]].map(({ id }) => id).join(), 'their order')
    const deOutro = [alheio.contas[0].id]
    recusa(await fazer('/codigos', { contas: deOutro }), 422, 'contas')
    recusa(await fazer('/promessas', { contas: deOutro, ate: hoje }), 422, 'contas')
    recusa(await fazer('/contestacoes', { contas: deOutro, motivo: 'valor' }), 422, 'contas')
    recusa(await fazer('/promessas', { contas: [contas[0].id], ate: addDays(hoje, 99) }), 422, 'ate')
    conflito(await fazer('/ofertas/1/aceitar'), 'oferta_mudou')
  })
  await check('página: an act is a line, a log entry, no reply: no window, queue or owner changes', async () => {
    const antes = await ver(mundo, cliente)
    const corpo = { contas: [contas[0].id], ate: addDays(hoje, 1) }
    const chave = { 'idempotency-key': `pagina-${cliente.id}` }
    const [um, dois] = await Promise.all([fazer('/promessas', corpo, chave), fazer('/promessas', corpo, chave)])
    equal(status(um, 201).body.id, status(dois, 201).body.id, 'the same key, the same promise')
    equal(um.body.autor, null, 'autor')
    const depois = await ver(mundo, cliente)
    for (const campo of ['status', 'janela_ate', 'aguardando_motivo', 'aguardando_desde'])
      equal(depois[campo], antes[campo], campo)
    equal(JSON.stringify(depois.operador), JSON.stringify(antes.operador), 'operador')
    equal(depois.numero_chamadas, 0, 'numero_chamadas')
    const linha = (await conversaDe(mundo, cliente)).findLast(({ tipo }) => tipo === 'pagina')
    equal(`${linha?.direcao} ${linha?.status}`, 'recebida recebida', 'the line')
    const { data } = status(await admin.get('/api/admin/logs?acao=promessa.registrar'), 200).body
    expect(data.length > 0, 'a log entry', 'none')
  })
  await check('página: falar calls a person (pediu_pessoa); over twenty acts a day → 429', async () => {
    await devolver(mundo, cliente)
    status(await fazer('/falar', { texto: 'Quero negociar' }), 204)
    const { status: onde, aguardando_motivo: porque } = await ver(mundo, cliente)
    equal(`${onde} ${porque}`, 'aguardando_atendimento pediu_pessoa', 'the queue')
    let ultimo = 204
    for (let i = 0; i < 21 && ultimo === 204; i += 1) ultimo = (await fazer('/falar', {})).status
    equal(ultimo, 429, 'the one too many')
  })
}

async function disputa(mundo) {
  const { check, operador } = mundo
  const { cliente, contas } = await criarCliente(mundo, vencidas(mundo, 5))
  const ids = contas.map(({ id }) => id)
  let pagina
  await check('página: a dispute with a photo is the operator’s at once, and calls a person (contestou)', async () => {
    pagina = await entrarNaPagina(mundo, cliente)
    await devolver(mundo, cliente)
    const form = new FormData()
    form.append('contas', String(ids[0]))
    form.append('motivo', 'entrega')
    form.append('arquivo', new Blob([PNG]), 'foto.png')
    const enviada = await mundo.anonimo.call('POST', `${publico(pagina.token)}/contestacoes`, {
      body: form,
      headers: { cookie: pagina.cookie },
    })
    const { arquivo_url, id } = status(enviada, 201).body
    const { bytes } = status(await mundo.anonimo.get(arquivo_url, { headers: { cookie: pagina.cookie } }), 200)
    equal(Buffer.compare(bytes, PNG), 0, 'the same bytes')
    status(await mundo.anonimo.get(arquivo_url), 401)
    const [dela] = status(await operador.get(`/api/operador/clientes/${cliente.id}/contestacoes`), 200).body.data
    equal(`${dela.id} ${dela.origem}`, `${id} pagina`, 'the operator’s')
    const { status: onde, aguardando_motivo: porque } = await ver(mundo, cliente)
    equal(`${onde} ${porque}`, 'aguardando_atendimento contestou', 'the queue')
    const corpo = { status: 'improcedente', resposta: 'A entrega foi assinada.' }
    status(await operador.patch(`/api/operador/clientes/${cliente.id}/contestacoes/${id}`, corpo), 200)
  })
  await check('página: of an account that was answered improcedente, no other (fale_com_a_empresa)', async () => {
    const { contestacoes, contas: ditas } = status(await chamar(mundo, pagina, 'GET', '/inicio'), 200).body
    equal(contestacoes[0].resposta, 'A entrega foi assinada.', 'its answer')
    equal(cents(ditas[0].valor) + cents(ditas[0].encargos), cents(contas[0].valor_atualizado), 'charges in full again')
    conflito(
      await chamar(mundo, pagina, 'POST', '/contestacoes', { contas: ids, motivo: 'valor' }),
      'fale_com_a_empresa',
    )
  })
}

async function oferta(mundo) {
  const { check, admin, operador } = mundo
  const POLITICA = '/api/admin/configuracoes/negociacao'
  const { ativa, faixas, segundo_acordo_entrada } = status(await admin.get(POLITICA), 200).body
  const faixa = {
    desconto_encargos: 100,
    desconto_principal: 10,
    entrada_minima: 20,
    parcelas_max: 3,
    parcela_minima: 10,
  }
  status(await admin.put(POLITICA, { ativa: true, faixas: [{ de_dias: 1, ate_dias: null, ...faixa }] }), 200)
  await check(
    'página: an offer accepted is a proposta with its code; the originals stand, nothing else is offered',
    async () => {
      const { cliente, contas } = await criarCliente(mundo, vencidas(mundo, 10, 20))
      const pagina = await entrarNaPagina(mundo, cliente)
      const inicio = async () => status(await chamar(mundo, pagina, 'GET', '/inicio'), 200).body
      const { ofertas } = await inicio()
      const doOperador = status(await operador.get(`/api/operador/clientes/${cliente.id}/ofertas`), 200).body.data
      equal(JSON.stringify(ofertas), JSON.stringify(doOperador), 'the same offers as the operator’s')
      const escolhida = ofertas.at(-1)
      const aceitar = () => chamar(mundo, pagina, 'POST', `/ofertas/${escolhida.id}/aceitar`)
      const juntas = await Promise.all([aceitar(), aceitar(), aceitar()])
      const feitas = juntas.filter((resposta) => resposta.status === 201)
      equal(feitas.length, 1, 'how many 201')
      for (const resposta of juntas) if (resposta.status !== 201) conflito(resposta, 'acordo_em_andamento')
      const [{ body: acordo }] = feitas
      equal(acordo.status, 'proposta', 'status')
      equal(cents(acordo.codigo.valor), cents(escolhida.parcelas[0].valor), 'the code asks for the first payment')
      const depois = await inicio()
      equal(
        `${depois.ofertas.length} ${depois.acordo.status} ${depois.contas.length}`,
        `0 proposta ${contas.length}`,
        'inicio',
      )
      await devolver(mundo, cliente) // only now, because a run before would have written first
      equal((await ver(mundo, cliente)).decisao.motivo, 'acordo', 'the engine is silent')
      const { id } = contas[0]
      const forma = { valor: 10, pago_em: mundo.hoje, forma: 'pix' }
      status(await operador.post(`/api/operador/contas-receber/${id}/pagamentos`, forma), 201)
      equal((await inicio()).acordo, null, 'cancelled by what cancelled a code of its accounts')
    },
  )
  status(await admin.put(POLITICA, { ativa, faixas, segundo_acordo_entrada }), 200)
}

async function fins(mundo) {
  const { check, operador } = mundo
  await check('página: a new phone ends it, with the same 404 as of one that never was', async () => {
    const { cliente } = await criarCliente(mundo, vencidas(mundo, 5))
    const pagina = await entrarNaPagina(mundo, cliente)
    const telefone = `+55119${70_000_000 + (semente % 9_000_000)}`
    status(await operador.patch(`/api/operador/clientes/${cliente.id}`, { telefone }), 200)
    const nunca = status(await mundo.anonimo.get(publico('B'.repeat(22))), 404).text
    equal(status(await chamar(mundo, pagina, 'GET', ''), 404).text, nunca, 'the answer')
    status(await chamar(mundo, pagina, 'GET', '/inicio'), 404)
  })
  await check('página: denied, no PATCH confirms it, and what that phone writes is not this customer’s', async () => {
    const { cliente } = await criarCliente(mundo, vencidas(mundo, 5))
    const pagina = await pedirPagina(mundo, cliente)
    await devolver(mundo, cliente)
    status(await chamar(mundo, pagina, 'POST', '/nao-sou-eu', { confirmo: true }), 204)
    const negado = await ver(mundo, cliente)
    equal(`${negado.contato_invalido} ${negado.aguardando_motivo}`, 'true nao_sou_eu', 'the queue')
    status(await operador.patch(`/api/operador/clientes/${cliente.id}`, { telefone: cliente.telefone }), 200)
    equal((await ver(mundo, cliente)).contato_invalido, true, 'contato_invalido')
    const aparelho = `/emulador/api/telefones/${encodeURIComponent(cliente.telefone)}`
    const desculpas = async () =>
      status(await mundo.admin.get(aparelho), 200).body.mensagens.filter(({ texto }) => /[Dd]esculpe/.test(texto))
        .length
    equal(await until(desculpas), 1, 'one apology')
    status(await mundo.admin.post(`${aparelho}/mensagens`, { tipo: 'texto', texto: 'sou outra pessoa' }), 201)
    await until(async () =>
      (await mundo.admin.get('/api/admin/mensagens/sem-cliente')).text.includes('sou outra pessoa'),
    )
    const conversa = await conversaDe(mundo, cliente)
    expect(!conversa.some(({ conteudo }) => conteudo === 'sou outra pessoa'), 'not in the conversation', conversa)
  })
}

async function semScript(mundo) {
  await mundo.check(
    'página: one answer of HTML, ≤ 40 kB of script, nothing from elsewhere; whole without script',
    async () => {
      const { cliente } = await criarCliente(mundo, vencidas(mundo, 5))
      const { token, documento } = await pedirPagina(mundo, cliente)
      const porta = status(await mundo.anonimo.get(`/c/${token}`), 200)
      const scripts = [...porta.text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, corpo]) => corpo).join('')
      expect(
        scripts.length <= 40_000 && !/<(script|link|img)[^>]+(src|href)="https?:/.test(porta.text),
        'its script',
        porta.text,
      )
      expect(/noindex/.test(porta.header('x-robots-tag')), 'noindex', porta.header('x-robots-tag'))
      equal(porta.header('cache-control'), 'no-store', 'cache-control')
      const forma = { 'content-type': 'application/x-www-form-urlencoded' }
      const enviar = (caminho, body, cookie = '') =>
        mundo.anonimo.call('POST', `/c/${token}${caminho}`, { body, headers: { ...forma, ...(cookie && { cookie }) } })
      const entrou = status(await enviar('/entrar', `digitos=${documento.slice(0, 3)}`), 302, 303)
      const cookie = /(pagina=[^;]+)/.exec([entrou.header('set-cookie') ?? ''].flat().join(' '))[1]
      const dentro = status(await mundo.anonimo.get(`/c/${token}`, { headers: { cookie } }), 200).text
      expect(/R\$/.test(dentro) && !dentro.includes(documento), 'what is owed, without the whole CPF', dentro)
      status(await enviar('/falar', 'texto=Oi', cookie), 302, 303)
    },
  )
}

async function verificarDuasVezes(mundo) {
  await mundo.check('VERIFICAR twice in an hour is answered once', async () => {
    const empresa = status(await mundo.admin.get(RECEBIMENTO), 200).body.empresa
    const { cliente } = await criarCliente(mundo, vencidas(mundo, 5))
    await escrever(mundo, cliente, 'verificar')
    const ditas = async () => (await conversaDe(mundo, cliente)).filter(({ direcao }) => direcao === 'enviada')
    await until(async () => (await ditas()).length > 0)
    await escrever(mundo, cliente, 'Verificar')
    await escrever(mundo, cliente, 'Bom dia')
    const respostas = (await ditas()).filter(({ conteudo }) => conteudo.includes('/verificar'))
    equal(respostas.length, 1, 'answers')

    if (empresa.telefone) expect(/\d{4}/.test(respostas[0].conteudo), 'the official phone', respostas[0].conteudo)
  })
}
