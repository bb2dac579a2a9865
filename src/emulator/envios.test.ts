import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { type Palco, test } from '#test/emulador.ts'
import { NUMEROS_ESPECIAIS } from './especiais.ts'

const PARA = '+5511987654321'
const MENSAGENS = '/300000000000001/messages'
const texto = (to: string, body = 'Oi', outros = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body },
  ...outros,
})
const mandar = (palco: Palco, corpo: object) => palco.graph('POST', MENSAGENS, corpo)
/** The customer wrote, so the company may write back. */
const abrirJanela = (palco: Palco, telefone = PARA) =>
  palco.emulador.recebidas.receber(telefone, { tipo: 'texto', texto: 'Oi' })

describe('a message accepted', () => {
  test('is sent, delivered and read, each told by webhook with its reference', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    const { corpo } = await mandar(palco, texto(PARA, 'Oi', { biz_opaque_callback_data: 'm-1' }))
    expect(palco.status).toEqual([])
    await palco.passar(700)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent'])
    await palco.passar(2_000)
    await palco.passar(20_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read'])
    for (const status of palco.status) {
      expect(status).toMatchObject({
        id: corpo.messages[0].id,
        recipient_id: '5511987654321',
        recipient_user_id: palco.emulador.aparelho(PARA).bsuid,
        biz_opaque_callback_data: 'm-1',
      })
    }
    expect(palco.status[0]!.pricing).toMatchObject({ billable: true, type: 'regular', category: 'service' })
  })

  test("goes by WhatsApp's own id, without the ninth digit, in areas from 31 on", async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await mandar(palco, texto('+55 (31) 98765-4321'))
    expect(corpo.contacts).toEqual([{ input: '+55 (31) 98765-4321', wa_id: '553187654321' }])
    await palco.passar(1_000)
    expect(palco.status[0]!.recipient_id).toBe('553187654321')
  })

  test('stays at sent on a phone without network, and is delivered when it is back', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    palco.emulador.ajustar(PARA, { entrega: false })
    await mandar(palco, texto(PARA))
    await palco.passar(60_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent'])
    palco.emulador.ajustar(PARA, { entrega: true })
    await palco.emulador.idle()
    expect(palco.status.map(({ status }) => status)).toEqual(['sent', 'delivered'])
  })

  test('is read when the customer opens the conversation, if not before', async ({ palco }) => {
    await palco.abrir({ leSozinho: false })
    await abrirJanela(palco)
    await mandar(palco, texto(PARA))
    await palco.passar(60_000)
    expect(palco.emulador.aparelho(PARA).naoLidas).toBe(1)
    palco.emulador.abrir(PARA)
    await palco.emulador.idle()
    expect(palco.status.at(-1)!.status).toBe('read')
    expect(palco.emulador.aparelho(PARA).naoLidas).toBe(0)
  })

  test('brings its conversation in webhooks of v23.0', async ({ palco }) => {
    await palco.abrir({ comConversa: true })
    await abrirJanela(palco)
    await mandar(palco, texto(PARA))
    await palco.passar(1_000)
    expect(palco.status[0]).toMatchObject({ conversation: { id: expect.any(String), origin: { type: 'service' } } })
  })

  test('to a user id hides the telephone when the user does', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    const { bsuid } = palco.emulador.ajustar(PARA, { escondeTelefone: true })
    const { corpo } = await mandar(palco, { messaging_product: 'whatsapp', recipient: bsuid, text: { body: 'Oi' } })
    expect(corpo.contacts).toEqual([{ input: bsuid, user_id: bsuid }])
    await palco.passar(1_000)
    expect(palco.status[0]!.recipient_id).toBeUndefined()
    expect(palco.status[0]!.recipient_user_id).toBe(bsuid)
  })
})

describe('the people who get it', () => {
  test('messages to a phone that blocked the company stay at sent for ever, and it sends none before unblocking', async ({
    palco,
  }) => {
    await palco.abrir()
    await abrirJanela(palco)
    palco.emulador.ajustar(PARA, { bloqueou: true })
    await mandar(palco, texto(PARA))
    await palco.passar(60_000)
    await expect(abrirJanela(palco)).rejects.toThrow('bloqueou a empresa')
    palco.emulador.ajustar(PARA, { bloqueou: false, entrega: false })
    palco.emulador.ajustar(PARA, { entrega: true })
    await palco.passar(60_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent'])
    await mandar(palco, texto(PARA))
    await palco.passar(60_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent', 'sent', 'delivered', 'read'])
  })

  test('a recording is played after it was read', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    const conteudo = new Blob(['OggS'], { type: 'audio/ogg' })
    const subida = await palco.cliente().subirArquivo({ nome: 'a.ogg', mime: 'audio/ogg', conteudo })
    const midiaId = subida.tipo === 'ok' ? subida.valor : ''
    await palco.cliente().enviarArquivo({ para: PARA, tipo: 'audio', midiaId, referencia: 'a' })
    await palco.passar(120_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read', 'played'])
  })
})

describe('the 24-hour window', () => {
  test('closed: free text is taken and fails afterwards with 131047', async ({ palco }) => {
    await palco.abrir()
    expect((await mandar(palco, texto(PARA))).http).toBe(200)
    await palco.passar(5_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }])
  })
  test('opens with what the customer writes, and closes a day later', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    await palco.passar(23 * 3_600_000)
    await mandar(palco, texto(PARA))
    await palco.passar(5_000)
    expect(palco.status[0]!.status).toBe('sent')
    await palco.passar(3_600_000)
    await mandar(palco, texto(PARA))
    await palco.passar(5_000)
    expect(palco.status.at(-1)).toMatchObject({ status: 'failed', errors: [{ code: 131047 }] })
  })
  test('is open where the register says so, although nobody wrote on that phone here', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.lembrar(PARA, { janelaAte: palco.agora.getTime() + 3_600_000 })
    await mandar(palco, texto(PARA))
    await palco.passar(5_000)
    expect(palco.status[0]!.status).toBe('sent')
  })
  test('may be asked to refuse at once, as some accounts see', async ({ palco }) => {
    await palco.abrir({ janelaFechada: 'na_hora' })
    expect(await mandar(palco, texto(PARA))).toMatchObject({ http: 400, corpo: { error: { code: 131047 } } })
  })
})

describe('a body that is wrong', () => {
  test.for<[string, object, number]>([
    ['is not for WhatsApp', { ...texto(PARA), messaging_product: 'sms' }, 131009],
    ['has no recipient', { messaging_product: 'whatsapp', text: { body: 'a' } }, 131008],
    ['has no text', { messaging_product: 'whatsapp', to: PARA, type: 'text' }, 131008],
    ['has an empty text', texto(PARA, ''), 131009],
    ['is too long', texto(PARA, 'a'.repeat(4097)), 100],
    ['has a reference too long', texto(PARA, 'a', { biz_opaque_callback_data: 'r'.repeat(513) }), 100],
    ['has a number that is none', texto('abc'), 131009],
    ['is for the company itself', texto('+551140000100'), 131021],
    ['is of a kind nobody knows', { messaging_product: 'whatsapp', to: PARA, type: 'telepatia' }, 131051],
    ['is nothing at all', {}, 131008],
  ])('%s', async ([, corpo, codigo], { palco }) => {
    await palco.abrir()
    const resposta = await mandar(palco, corpo)
    expect(resposta.corpo.error.code).toBe(codigo)
    expect(resposta.corpo.error).toMatchObject({ type: 'OAuthException', fbtrace_id: expect.any(String) })
    expect(resposta.http).toBe(400)
  })

  test("not JSON gets an error in Graph's envelope too", async ({ palco }) => {
    await palco.abrir()
    const resposta = await fetch(`${palco.base}/graph/v23.0${MENSAGENS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${palco.emulador.conta.token}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect(await resposta.json()).toMatchObject({ error: { code: 100 } })
  })
})

describe('the other kinds of message', () => {
  test('reply buttons show on the phone and can be tapped', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    const botao = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
    const corpo = (buttons: object[]) => ({
      messaging_product: 'whatsapp',
      to: PARA,
      type: 'interactive',
      interactive: { type: 'button', body: { text: 'Quando?' }, action: { buttons } },
    })
    const { corpo: aceita } = await mandar(palco, corpo([botao('hoje', 'Hoje'), botao('sexta', 'Sexta')]))
    await palco.emulador.recebidas.receber(PARA, { tipo: 'botao', wamid: aceita.messages[0].id, botao: 'Sexta' })
    await palco.emulador.idle()
    expect(palco.mensagens.at(-1)).toMatchObject({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'sexta', title: 'Sexta' } },
      context: { id: aceita.messages[0].id },
    })
    expect((await mandar(palco, corpo([botao('a', 'Igual'), botao('b', 'Igual')]))).corpo.error.code).toBe(131009)
    expect((await mandar(palco, corpo([1, 2, 3, 4].map((n) => botao(`${n}`, `${n}`))))).corpo.error.code).toBe(100)
  })

  test('a document that was uploaded', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco)
    const formulario = new FormData()
    formulario.set('messaging_product', 'whatsapp')
    formulario.set('file', new File(['%PDF'], 'boleto.pdf', { type: 'application/pdf' }))
    const upload = await fetch(`${palco.base}/graph/v23.0/300000000000001/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${palco.emulador.conta.token}` },
      body: formulario,
    })
    const { id } = (await upload.json()) as { id: string }
    const documento = { messaging_product: 'whatsapp', to: PARA, type: 'document' }
    await mandar(palco, { ...documento, document: { id, caption: 'Seu boleto' } })
    expect(palco.emulador.aparelho(PARA).mensagens.at(-1)).toMatchObject({
      texto: 'Seu boleto',
      midia: { id, mime: 'application/pdf', nome: 'boleto.pdf' },
    })
    expect((await mandar(palco, { ...documento, document: { id: '1' } })).corpo.error.code).toBe(131009)
    expect((await mandar(palco, { ...documento, document: { id, link: 'https://a.b/c' } })).corpo.error.code).toBe(
      131009,
    )
  })

  test("a reaction marks the customer's message and only gets as far as sent", async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await abrirJanela(palco)
    await mandar(palco, {
      messaging_product: 'whatsapp',
      to: PARA,
      type: 'reaction',
      reaction: { message_id: wamid, emoji: '👍' },
    })
    await palco.passar(60_000)
    expect(palco.emulador.aparelho(PARA).mensagens).toMatchObject([{ reacao: '👍' }])
    expect(palco.status.map(({ status }) => status)).toEqual(['sent'])
  })
})

describe('limits', () => {
  test('80 messages a second, and a second later again', async ({ palco }) => {
    await palco.abrir()
    const respostas = await Promise.all(
      Array.from({ length: 81 }, (_, i) => mandar(palco, texto(`+55119${80_000_000 + i}`))),
    )
    expect(respostas.filter(({ http }) => http === 200)).toHaveLength(80)
    expect(respostas.at(-1)!.corpo.error.code).toBe(130429)
    await palco.passar(1_000)
    expect((await mandar(palco, texto(PARA))).http).toBe(200)
  })

  test('45 at once to one person, then one each six seconds', async ({ palco }) => {
    await palco.abrir()
    for (let i = 0; i < 45; i++) expect((await mandar(palco, texto(PARA))).http).toBe(200)
    expect((await mandar(palco, texto(PARA))).corpo.error.code).toBe(131056)
    await palco.passar(6_000)
    expect((await mandar(palco, texto(PARA))).http).toBe(200)
    expect((await mandar(palco, texto(PARA))).corpo.error.code).toBe(131056)
  })
})

describe('special numbers', () => {
  const casos = Object.entries(NUMEROS_ESPECIAIS)

  test.for(casos.filter(([, { tipo }]) => tipo === 'falha'))('%s fails afterwards', async ([final, c], { palco }) => {
    await palco.abrir()
    await abrirJanela(palco, `+55119${final}`)
    expect((await mandar(palco, texto(`+55119${final}`))).http).toBe(200)
    await palco.passar(5_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 'codigo' in c && c.codigo }] }])
    expect(palco.valores().at(-1)).not.toHaveProperty('contacts')
  })

  test.for(casos.filter(([, { tipo }]) => tipo === 'recusa'))('%s is refused', async ([final, c], { palco }) => {
    await palco.abrir()
    const { corpo } = await mandar(palco, texto(`+55219${final}`))
    expect(corpo.error.code).toBe('codigo' in c && c.codigo)
    expect(palco.emulador.envios()).toEqual([])
  })

  test('a landline is not on WhatsApp, unless its phone says it is', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco, '+551938712200')
    await mandar(palco, texto('+551938712200'))
    await palco.passar(5_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }])
    palco.emulador.ajustar('+551938712200', { resposta: { tipo: 'aceita' } })
    await mandar(palco, texto('+551938712200'))
    await palco.passar(5_000)
    expect(palco.status.at(-1)!.status).toBe('delivered')
  })

  test('a mobile whose eight digits would be a landline’s is on WhatsApp', async ({ palco }) => {
    await palco.abrir()
    await abrirJanela(palco, '+5511925111960')
    await mandar(palco, texto('+5511925111960'))
    await palco.passar(5_000)
    expect(palco.status.at(-1)!.status).toBe('delivered')
  })

  test('are all in the documentation', () => {
    const documento = readFileSync('docs/emulador.md', 'utf8')
    const escritos = [...documento.matchAll(/^\| `(\d{4})-(\d{4})` \|.*?(\d{6})?,? /gm)].map(([, a, b]) => `${a}${b}`)
    expect(escritos).toEqual(casos.map(([final]) => final))
    for (const [final, c] of casos) {
      const linha = documento.split('\n').find((uma) => uma.includes(`\`${final.slice(0, 4)}-${final.slice(4)}\``))
      if ('codigo' in c) expect(linha).toContain(String(c.codigo))
    }
  })
})

describe('the account', () => {
  test('asks for the token', async ({ palco }) => {
    await palco.abrir()
    const sem = await fetch(`${palco.base}/graph/v23.0/300000000000001`)
    expect([sem.status, await sem.json()]).toMatchObject([400, { error: { code: 104 } }])
    expect(await palco.graph('GET', '/300000000000001', undefined, 'x')).toMatchObject({
      http: 401,
      corpo: { error: { code: 190 } },
    })
  })

  test.for([190, 200, 368, 131031, 133010] as const)('in state %i refuses every send', async (situacao, { palco }) => {
    await palco.abrir()
    palco.emulador.cenario.situacao = situacao
    expect((await mandar(palco, texto(PARA))).corpo.error.code).toBe(situacao)
  })

  test('with a payment problem takes messages and fails them', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.cenario.situacao = 131042
    expect((await mandar(palco, texto(PARA))).http).toBe(200)
    await palco.passar(5_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 131042 }] }])
  })

  test.for<[string, object]>([
    ['a misspelt key', { type: 'text', text: { body: 'Oi', preview: true } }],
    ['a caption on a recording', { type: 'audio', audio: { link: 'https://a.com/a.ogg', caption: 'Oi' } }],
    ['a name on a picture', { type: 'image', image: { link: 'https://a.com/a.png', filename: 'a.png' } }],
  ])('%s is refused by its name', async ([, conteudo], { palco }) => {
    await palco.abrir()
    const resposta = await palco.graph('POST', `/${palco.emulador.conta.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      to: '+5511987654321',
      ...conteudo,
    })
    expect(resposta.corpo.error).toMatchObject({
      code: 100,
      error_data: { details: expect.stringContaining('Unexpected key') },
    })
  })

  test("unknown objects and paths get Graph's own words", async ({ palco }) => {
    await palco.abrir()
    expect((await palco.graph('POST', '/999/messages', texto(PARA))).corpo.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    })
    expect((await palco.graph('GET', '/1/2/3')).corpo.error.code).toBe(2500)
  })

  test('answers only the fields asked for', async ({ palco }) => {
    await palco.abrir()
    const { corpo, headers } = await palco.graph('GET', '/300000000000001?fields=verified_name')
    expect(corpo).toEqual({ id: '300000000000001', verified_name: 'Empresa Exemplo' })
    expect(headers.get('facebook-api-version')).toBe('v23.0')
    expect((await palco.graph('GET', '/300000000000001')).corpo).not.toHaveProperty('health_status')
  })
})

describe('chaos', () => {
  test('fails some calls in every way and never loses or doubles what it accepted', async ({ palco }) => {
    await palco.abrir({ vazaoPorSegundo: 1000 })
    Object.assign(palco.emulador.cenario.caos, { erro429: 0.1, erro5xx: 0.2, cortarAntes: 0.1, cortarDepois: 0.1 })
    const cliente = palco.cliente()
    const resultados = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        cliente.enviarTexto({ para: `+55119${80_000_000 + i}`, texto: 'Oi', referencia: `r${i}` }),
      ),
    )
    const aceitos = new Map(palco.emulador.envios().map((envio) => [envio.referencia, envio.wamid]))
    expect(aceitos.size).toBe(palco.emulador.envios().length)
    for (const [i, resultado] of resultados.entries()) {
      if (resultado.tipo === 'aceita') expect(aceitos.get(`r${i}`)).toBe(resultado.wamid)
      if (resultado.tipo === 'recusada' || resultado.tipo === 'nao_conectou') expect(aceitos.has(`r${i}`)).toBe(false)
    }
    expect(new Set(resultados.map(({ tipo }) => tipo))).toEqual(new Set(['aceita', 'recusada', 'desconhecido']))
  })
})
