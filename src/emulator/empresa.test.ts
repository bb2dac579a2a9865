import { describe, expect } from 'vitest'
import { type Palco, test } from '#test/emulador.ts'

const NUMERO = '/300000000000001'
const ANA = '+5511987654321'
const BIA = '+5511911112222'

const interativa = (interactive: object) => ({
  messaging_product: 'whatsapp',
  to: ANA,
  type: 'interactive',
  interactive: { body: { text: 'Veja aqui' }, ...interactive },
})
async function conversando(palco: Palco) {
  await palco.abrir()
  await palco.emulador.recebidas.receber(ANA, { tipo: 'texto', texto: 'Oi' })
}
const mandar = (palco: Palco, corpo: object) => palco.graph('POST', `${NUMERO}/messages`, corpo)

describe('messages of other kinds', () => {
  test('contacts, a link, a place and a phone asked for reach the phone', async ({ palco }) => {
    await conversando(palco)
    const contacts = [
      { name: { formatted_name: 'Ana Souza', first_name: 'Ana' }, phones: [{ phone: BIA, type: 'CELL' }] },
      { name: { formatted_name: 'Cobrança', last_name: 'Cobrança' }, emails: [{ email: 'a@b.com.br', type: 'WORK' }] },
    ]
    const link = { name: 'cta_url', parameters: { display_text: 'Ver conta', url: 'https://a.com.br/42' } }
    const corpos = [
      { messaging_product: 'whatsapp', to: ANA, type: 'contacts', contacts },
      interativa({ type: 'cta_url', action: link, footer: { text: 'Serra Azul' } }),
      interativa({ type: 'location_request_message', action: { name: 'send_location' } }),
      interativa({ type: 'request_contact_info', action: { name: 'request_contact_info' } }),
    ]
    for (const corpo of corpos) expect(await mandar(palco, corpo)).toMatchObject({ http: 200 })
    await palco.passar(60_000)
    const enviadas = palco.emulador.aparelho(ANA).mensagens.slice(1)
    expect(enviadas).toMatchObject([
      { tipo: 'contacts', texto: 'Ana Souza, Cobrança', status: 'read' },
      { texto: 'Veja aqui', acoes: [{ tipo: 'link', texto: 'Ver conta', valor: 'https://a.com.br/42' }] },
      { pede: 'lugar' },
      { pede: 'contato' },
    ])
    const [, , lugar, contato] = enviadas.map(({ wamid }) => wamid) as [string, string, string, string]
    const { recebidas } = palco.emulador
    await recebidas.receber(ANA, { tipo: 'lugar', latitude: -23.5, longitude: -46.6 }, { cita: lugar })
    await recebidas.receber(ANA, { tipo: 'contato', nome: 'Ana', telefone: ANA }, { cita: contato })
    await recebidas.receber(ANA, { tipo: 'contato', nome: 'Bia', telefone: BIA })
    await palco.passar(1_000)
    expect(palco.mensagens.slice(1)).toMatchObject([
      { type: 'location', context: { id: lugar } },
      { type: 'contacts', context: { id: contato }, contacts: [{ origin: 'contact_request' }] },
      { type: 'contacts', contacts: [{ origin: 'other' }] },
    ])
  })

  test.for([
    ['a contact with no part of its name', { contacts: [{ name: { formatted_name: 'Ana' } }] }, 'contacts'],
    ['no contact', { contacts: [] }, 'contacts'],
    [
      'a link whose button says too much',
      interativa({
        type: 'cta_url',
        action: { name: 'cta_url', parameters: { display_text: 'x'.repeat(21), url: 'https://a.com' } },
      }),
      'interactive',
    ],
    [
      'a link that is none',
      interativa({ type: 'cta_url', action: { name: 'cta_url', parameters: { display_text: 'x', url: 'nada' } } }),
      'interactive',
    ],
    [
      'a place asked for by another name',
      interativa({ type: 'location_request_message', action: { name: 'x' } }),
      'interactive',
    ],
  ] as const)('%s: refused', async ([, corpo, type], { palco }) => {
    await conversando(palco)
    const { http, corpo: dito } = await mandar(palco, { messaging_product: 'whatsapp', to: ANA, type, ...corpo })
    expect([http, [100, 131008, 131009].includes(dito.error.code)]).toEqual([400, true])
  })
})

describe('the company’s number', () => {
  test('has a profile, of which the requested fields are returned', async ({ palco }) => {
    await palco.abrir()
    const caminho = `${NUMERO}/whatsapp_business_profile`
    const novo = { about: 'Distribuidora', vertical: 'RETAIL', websites: ['https://serraazul.example/'] }
    expect((await palco.graph('POST', caminho, { messaging_product: 'whatsapp', ...novo })).corpo).toEqual({
      success: true,
    })
    expect((await palco.graph('GET', `${caminho}?fields=about,websites`)).corpo).toEqual({
      data: [{ messaging_product: 'whatsapp', about: novo.about, websites: novo.websites }],
    })
    expect((await palco.graph('GET', caminho)).corpo).toEqual({ data: [{ messaging_product: 'whatsapp' }] })
    const longo = { messaging_product: 'whatsapp', about: 'x'.repeat(140) }
    expect((await palco.graph('POST', caminho, longo)).corpo.error.code).toBe(100)
  })

  test('is verified already, and registered by its own PIN alone', async ({ palco }) => {
    await palco.abrir()
    const codigo = async (caminho: string, corpo: object) =>
      (await palco.graph('POST', `${NUMERO}${caminho}`, corpo)).corpo.error?.code
    expect(await codigo('/request_code', { code_method: 'SMS', language: 'pt_BR' })).toBe(136024)
    expect(await codigo('/verify_code', { code: '123456' })).toBe(136025)
    const registrar = (pin: string) => codigo('/register', { messaging_product: 'whatsapp', pin })
    expect(await registrar('123456')).toBe(undefined)
    expect(await registrar('654321')).toBe(133005)
    expect(await codigo('', { pin: '654321' })).toBe(undefined)
    expect([await registrar('654321'), await codigo('', { pin: '12' })]).toEqual([undefined, 131009])
  })

  test('has QR codes, made, changed, read and deleted', async ({ palco }) => {
    await palco.abrir()
    const caminho = `${NUMERO}/message_qrdls`
    const { corpo: qr } = await palco.graph('POST', caminho, { prefilled_message: 'Oi', generate_qr_image: 'SVG' })
    expect(qr).toEqual({ code: qr.code, prefilled_message: 'Oi', deep_link_url: `https://wa.me/message/${qr.code}` })
    await palco.graph('POST', caminho, { prefilled_message: 'Olá', code: qr.code })
    const mudado = { data: [{ ...qr, prefilled_message: 'Olá' }] }
    expect((await palco.graph('GET', caminho)).corpo).toEqual(mudado)
    expect((await palco.graph('GET', `${caminho}/${qr.code}`)).corpo).toEqual(mudado)
    expect((await palco.graph('DELETE', `${caminho}/${qr.code}`)).corpo).toEqual({ success: true })
    expect((await palco.graph('GET', `${caminho}/${qr.code}`)).corpo.error.code).toBe(100)
  })

  test('blocks a recent sender: messages in both directions fail until unblocked', async ({ palco }) => {
    await conversando(palco)
    const caminho = `${NUMERO}/block_users`
    const block_users = [{ user: ANA }, { user: BIA }]
    const pedido = { messaging_product: 'whatsapp', block_users }
    expect((await palco.graph('POST', caminho, pedido)).corpo).toMatchObject({
      block_users: {
        added_users: [{ input: ANA, wa_id: '5511987654321' }],
        failed_users: [{ input: BIA, errors: [{ code: 131047 }] }],
      },
      errors: { code: 139100 },
    })
    expect((await palco.graph('GET', caminho)).corpo.data).toEqual([
      { messaging_product: 'whatsapp', wa_id: '5511987654321' },
    ])
    const texto = { messaging_product: 'whatsapp', to: ANA, type: 'text', text: { body: 'Oi' } }
    expect((await mandar(palco, texto)).corpo.error.code).toBe(131026)
    await expect(palco.emulador.recebidas.receber(ANA, { tipo: 'texto', texto: 'Oi?' })).rejects.toThrow('bloqueou')
    const { corpo } = await palco.graph('DELETE', caminho, { ...pedido, block_users: [{ user: ANA }] })
    expect(corpo.block_users.removed_users).toEqual([{ input: ANA, wa_id: '5511987654321' }])
    expect((await mandar(palco, texto)).http).toBe(200)
  })
})

describe('the version in the path', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what came is what the test judges
  const pedir = async (palco: Palco, caminho: string): Promise<[number, string | null, any]> => {
    const headers = { authorization: `Bearer ${palco.emulador.conta.token}` }
    const resposta = await fetch(`${palco.base}/graph${caminho}?fields=id`, { headers })
    return [resposta.status, resposta.headers.get('facebook-api-version'), await resposta.json()]
  }

  test('may be left out or have expired: the call is answered by one that lives', async ({ palco }) => {
    await palco.abrir()
    const numero = { id: '300000000000001' }
    expect(await pedir(palco, NUMERO)).toEqual([200, 'v23.0', numero])
    expect(await pedir(palco, `/v25.0${NUMERO}`)).toEqual([200, 'v25.0', numero])
    for (const velha of ['/v2.9', '/v12.0', '/v20.0'])
      expect(await pedir(palco, velha + NUMERO)).toEqual([200, 'v21.0', numero])
    const texto = { messaging_product: 'whatsapp', to: ANA, text: { body: 'Oi' } }
    const resposta = await fetch(`${palco.base}/graph${NUMERO}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${palco.emulador.conta.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(texto),
    })
    expect(resposta.status).toBe(200)
  })

  test.for(['/v27.0', '/v99.0', '/v23.7', '/v23', '/vinte'])(
    '%s is none: the path leads nowhere',
    async (versao, { palco }) => {
      await palco.abrir()
      const [http, , { error }] = await pedir(palco, versao + NUMERO)
      expect([http, error.code, error.message]).toEqual([400, 2500, `Unknown path components: ${NUMERO}`])
    },
  )

  test('what is no call of Meta’s is named', async ({ palco }) => {
    await palco.abrir()
    const [http, , { error }] = await pedir(palco, `/v23.0${NUMERO}/settings`)
    expect([http, error.message]).toEqual([400, 'Unknown path components: /settings'])
  })
})
