import { describe, expect } from 'vitest'
import { test } from '#test/emulador.ts'

const DE = '+5511987654321'
const texto = (corpo: string) => ({ tipo: 'texto', texto: corpo }) as const

describe('a webhook', () => {
  test('is signed over bytes that writing the JSON again would change', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(DE, texto('Olá às 10/11, já paguei 😀'))
    await palco.emulador.idle()
    const [{ corpo, assinatura }] = palco.chegadas as [(typeof palco.chegadas)[0]]
    expect(palco.assinaturaConfere(corpo, assinatura)).toBe(true)
    expect(palco.assinaturaConfere(Buffer.from(JSON.stringify(JSON.parse(corpo.toString()))), assinatura)).toBe(false)
    expect(corpo.toString()).toContain('Ol\\u00e1 \\u00e0s 10\\/11, j\\u00e1 paguei \\ud83d\\ude00')
    expect(palco.mensagens[0]!.text!.body).toBe('Olá às 10/11, já paguei 😀')
  })

  test('is tried again with growing pauses until it gets a 200, and nothing else counts', async ({ palco }) => {
    await palco.abrir()
    palco.respostas.push(500, 204, 302)
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    for (const segundos of [1, 2]) {
      expect(palco.chegadas).toHaveLength(0)
      await palco.passar(segundos * 1000)
    }
    await palco.passar(4_000)
    expect(palco.chegadas).toHaveLength(0)
    await palco.passar(1_000)
    expect(palco.mensagens).toHaveLength(1)
    const { corpo } = await palco.controle('GET', '/webhooks')
    expect(corpo.data.map((um: { resposta: number }) => um.resposta)).toEqual([200, 302, 204, 500])
    expect(palco.emulador.webhooks.pendentes).toBe(0)
  })

  test('is given up after seven days', async ({ palco }) => {
    await palco.abrir()
    palco.respostas.push(...Array.from({ length: 500 }, () => 503))
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    for (let hora = 0; hora < 24 * 7 + 4; hora++) await palco.passar(3_600_000)
    expect(palco.emulador.webhooks.pendentes).toBe(0)
    expect(palco.emulador.webhooks.descartados).toBe(1)
    expect(palco.chegadas).toHaveLength(0)
  })

  test('comes together with others under load, none lost', async ({ palco }) => {
    await palco.abrir()
    await Promise.all(
      Array.from({ length: 400 }, (_, i) => palco.emulador.recebidas.receber(DE, texto(`mensagem ${i}`))),
    )
    await palco.emulador.idle()
    expect(new Set(palco.mensagens.map(({ text }) => text!.body)).size).toBe(400)
    expect(palco.chegadas.length).toBeLessThan(400)
  })

  test('is sent twice on purpose when asked', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    const { corpo } = await palco.controle('GET', '/webhooks')
    expect((await palco.controle('POST', `/webhooks/${corpo.data[0].id}/repetir`)).http).toBe(200)
    await palco.emulador.idle()
    expect(palco.chegadas).toHaveLength(2)
    expect(palco.chegadas[0]!.corpo).toEqual(palco.chegadas[1]!.corpo)
    expect((await palco.controle('POST', '/webhooks/999/repetir')).http).toBe(404)
  })

  test('under chaos is doubled and out of order, and all of them arrive', async ({ palco }) => {
    await palco.abrir()
    Object.assign(palco.emulador.cenario.caos, { duplicar: 0.5, desordenar: 0.5 })
    for (let i = 0; i < 60; i++) await palco.emulador.recebidas.receber(DE, texto(String(i)))
    for (let i = 0; i < 5; i++) await palco.passar(5_000)
    const ordem = palco.mensagens.map(({ text }) => Number(text!.body))
    expect(new Set(ordem).size).toBe(60)
    expect(ordem.length).toBeGreaterThan(60)
    expect(ordem).not.toEqual(ordem.toSorted((a, b) => a - b))
  })

  test('does not come at all while the app is not subscribed', async ({ palco }) => {
    await palco.abrir()
    await palco.graph('DELETE', '/200000000000001/subscribed_apps')
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    expect(palco.chegadas).toHaveLength(0)
    expect((await palco.graph('GET', '/200000000000001/subscribed_apps')).corpo).toEqual({ data: [] })
  })

  test('goes to a new address only after a handshake', async ({ palco }) => {
    await palco.abrir()
    const url = palco.emulador.webhooks.url
    const outro = { override_callback_uri: 'http://127.0.0.1:1/nada', verify_token: 'x' }
    expect((await palco.graph('POST', '/200000000000001/subscribed_apps', outro)).corpo.error.code).toBe(2200)
    expect(palco.emulador.webhooks.url).toBe(url)
  })
})

describe('what a customer does', () => {
  test('text comes with the name, the number and the user id', async ({ palco }) => {
    await palco.abrir({ nomes: async () => new Map([[DE, 'Marlene Aparecida']]) })
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    const { bsuid } = palco.emulador.aparelho(DE)
    expect(palco.valores()[0]).toMatchObject({
      metadata: { display_phone_number: '551140000100', phone_number_id: '300000000000001' },
      contacts: [{ profile: { name: 'Marlene Aparecida' }, wa_id: '5511987654321', user_id: bsuid }],
      messages: [{ from: '5511987654321', from_user_id: bsuid, timestamp: '1795525200', type: 'text' }],
    })
  })

  test('without user ids, as before they existed', async ({ palco }) => {
    await palco.abrir({ bsuid: false })
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    expect(palco.mensagens[0]).not.toHaveProperty('from_user_id')
  })

  test('hides the number behind a username', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.ajustar(DE, { escondeTelefone: true })
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    await palco.emulador.idle()
    expect(palco.mensagens[0]).not.toHaveProperty('from')
    expect(palco.mensagens[0]!.from_user_id).toMatch(/^BR\.\d{20}$/)
  })

  test('replies to a message, reacts to it and takes the reaction back', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(DE, texto('Oi'))
    const envio = await palco.cliente().enviarTexto({ para: DE, texto: 'Olá', referencia: 'r' })
    if (envio.tipo !== 'aceita') throw new Error(envio.tipo)
    await palco.emulador.recebidas.receber(DE, texto('Sobre isto'), { cita: envio.wamid })
    await palco.emulador.recebidas.receber(DE, { tipo: 'reacao', wamid: envio.wamid, emoji: '❤️' })
    await palco.emulador.recebidas.receber(DE, { tipo: 'reacao', wamid: envio.wamid, emoji: '' })
    await palco.emulador.idle()
    const [, resposta, reacao, retirada] = palco.mensagens
    expect(resposta!.context).toEqual({ from: '551140000100', id: envio.wamid })
    expect(reacao!.reaction).toEqual({ message_id: envio.wamid, emoji: '❤️' })
    expect(retirada!.reaction).toEqual({ message_id: envio.wamid })
    expect(palco.emulador.aparelho(DE).mensagens.map(({ texto }) => texto)).toEqual(['Oi', 'Olá', 'Sobre isto'])
  })

  test('a reaction opens no window', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('aviso', 'Olá, a sua conta vence amanhã.')
    const envio = await palco
      .cliente()
      .enviarModelo({ para: DE, nome: 'aviso', idioma: 'pt_BR', parametros: [], referencia: 'r' })
    if (envio.tipo !== 'aceita') throw new Error(envio.tipo)
    await palco.emulador.recebidas.receber(DE, { tipo: 'reacao', wamid: envio.wamid, emoji: '👍' })
    expect(palco.emulador.aparelho(DE).janelaAte).toBe(0)
  })

  test('sends a picture whose address needs the token and lives five minutes', async ({ palco }) => {
    await palco.abrir()
    const bytes = Buffer.from('imagem')
    await palco.emulador.recebidas.receber(DE, { tipo: 'midia', mime: 'image/jpeg', legenda: 'Comprovante', bytes })
    await palco.emulador.idle()
    const imagem = palco.mensagens[0]!.image!
    expect(imagem).toMatchObject({ caption: 'Comprovante', mime_type: 'image/jpeg', sha256: expect.any(String) })
    const { corpo } = await palco.graph('GET', `/${imagem.id}`)
    const headers = { authorization: `Bearer ${palco.emulador.conta.token}` }
    expect((await fetch(corpo.url)).status).toBe(404)
    expect(await (await fetch(corpo.url, { headers })).text()).toBe('imagem')
    await palco.passar(5 * 60_000)
    expect((await fetch(corpo.url, { headers })).status).toBe(404)
  })

  test("stops marketing in WhatsApp's own settings: only marketing fails from then on", async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('utilidade', 'Olá, a sua conta vence amanhã.')
    await palco.aprovado('oferta', 'Olá, aproveite a oferta da semana.')
    palco.emulador.recebidas.preferir(DE, false)
    await palco.emulador.idle()
    expect(palco.valores('user_preferences')).toMatchObject([
      { user_preferences: [{ value: 'stop', wa_id: '5511987654321' }] },
    ])
    for (const nome of ['utilidade', 'oferta']) {
      await palco.cliente().enviarModelo({ para: DE, nome, idioma: 'pt_BR', parametros: [], referencia: nome })
    }
    await palco.passar(60_000)
    const falhas = palco.status.filter(({ status }) => status === 'failed')
    expect(falhas).toMatchObject([{ biz_opaque_callback_data: 'oferta', errors: [{ code: 131050 }] }])
  })

  test('may be late: the time is when it was written', async ({ palco }) => {
    await palco.abrir()
    const quando = new Date('2026-11-24T08:00:00.000Z')
    await palco.emulador.recebidas.receber(DE, texto('Oi'), { quando })
    await palco.emulador.idle()
    expect(palco.mensagens[0]!.timestamp).toBe(String(quando.getTime() / 1000))
    expect(palco.emulador.aparelho(DE).janelaAte).toBe(quando.getTime() + 86_400_000)
  })
})
