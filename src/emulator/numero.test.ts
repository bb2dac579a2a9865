import { describe, expect } from 'vitest'
import { type Palco, test } from '#test/emulador.ts'

const NUMERO = '/300000000000001'
const campos = '?fields=quality_rating,whatsapp_business_manager_messaging_limit,health_status'
const modelo = { name: 'cobranca', language: { code: 'pt_BR' } }
const mandar = (palco: Palco, to: string) =>
  palco.graph('POST', `${NUMERO}/messages`, { messaging_product: 'whatsapp', to, type: 'template', template: modelo })
const fone = (n: number) => `+5511987650${String(n).padStart(3, '0')}`

describe('the number', () => {
  test('falls in quality and in level, told by webhook and by its fields', async ({ palco }) => {
    await palco.abrir()
    await palco.controle('PATCH', '/estado', { qualidade: 'RED', nivel: 'TIER_250' })
    await palco.emulador.idle()
    expect(palco.valores('phone_number_quality_update')).toMatchObject([{ event: 'FLAGGED' }])
    expect(palco.valores('business_capability_update')).toMatchObject([{ max_daily_conversations_per_business: 250 }])
    const { corpo } = await palco.graph('GET', NUMERO + campos)
    expect(corpo).toMatchObject({ quality_rating: 'RED', whatsapp_business_manager_messaging_limit: 'TIER_250' })
  })

  test('rises in throughput, told by webhook and by its field', async ({ palco }) => {
    await palco.abrir()
    const nivel = async () => (await palco.graph('GET', `${NUMERO}?fields=throughput`)).corpo.throughput.level
    expect(await nivel()).toBe('STANDARD')
    await palco.controle('PATCH', '/estado', { vazaoPorSegundo: 1_000 })
    await palco.emulador.idle()
    expect(await nivel()).toBe('HIGH')
    expect(palco.valores('phone_number_quality_update')).toMatchObject([{ event: 'THROUGHPUT_UPGRADE' }])
  })

  test('an account disabled tells it, refuses sends, and tells when it is back', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('cobranca', 'Sua conta venceu ontem.')
    palco.emulador.configurar({ situacao: 131031 })
    expect((await mandar(palco, fone(1))).corpo.error.code).toBe(131031)
    palco.emulador.configurar({ situacao: 'normal' })
    await palco.emulador.idle()
    const estados = palco.valores('account_update').map(({ ban_info }) => ban_info)
    expect(estados).toMatchObject([{ waba_ban_state: 'DISABLE' }, { waba_ban_state: 'REINSTATE' }])
  })

  test('reaches only so many people in 24 hours, but who wrote or was reached already', async ({ palco }) => {
    await palco.abrir({ nivel: 'TIER_250', vazaoPorSegundo: 10_000 })
    await palco.aprovado('cobranca', 'Sua conta venceu ontem.')
    const codigos = await Promise.all(Array.from({ length: 251 }, (_, i) => mandar(palco, fone(i))))
    expect(codigos.filter(({ http }) => http === 200)).toHaveLength(250)
    expect(codigos.find(({ http }) => http !== 200)!.corpo.error.code).toBe(131048)
    const [alcancado, novo] = [
      codigos.findIndex(({ http }) => http === 200),
      codigos.findIndex((um) => um.http !== 200),
    ]
    expect((await mandar(palco, fone(alcancado))).http).toBe(200)
    await palco.emulador.recebidas.receber(fone(novo), { tipo: 'texto', texto: 'Oi' })
    expect((await mandar(palco, fone(novo))).http).toBe(200)
    await palco.passar(86_400_001)
    expect((await mandar(palco, fone(300))).http).toBe(200)
  })
})

describe('the token', () => {
  test.for([
    ['permanente', ['taken', 132001, 'taken', 'taken'], 2, 0],
    ['expira_em_7_dias', ['taken', 132001, 'taken', 'taken'], 2, 1_796_130_000],
    ['so_mensagens', ['taken', 132001, 200, 200], 1, 0],
    ['so_gestao', ['taken', 200, 'taken', 'taken'], 1, 0],
    ['de_outra_conta', [100, 100, 100, 100], 2, 0],
  ] as const)('%s', async ([token, codigos, escopos, fim], { palco }) => {
    await palco.abrir()
    palco.emulador.configurar({ token })
    const vistos = await Promise.all(
      [
        palco.graph('GET', `${NUMERO}?fields=id`),
        mandar(palco, fone(1)),
        palco.graph('GET', '/200000000000001/message_templates'),
        palco.graph('GET', '/200000000000001/subscribed_apps'),
      ].map(async (chamada) => (await chamada).corpo.error?.code ?? 'taken'),
    )
    expect(vistos).toEqual(codigos)
    const { corpo } = await palco.graph('GET', `/debug_token?input_token=${palco.emulador.conta.token}`)
    expect(corpo.data).toMatchObject({ is_valid: true, expires_at: fim })
    expect(corpo.data.scopes).toHaveLength(escopos)
  })
})

describe("the application's secret", () => {
  test('proves a call when it is the right one, and refuses it when it is not', async ({ palco }) => {
    await palco.abrir()
    expect(await palco.cliente().conferirSegredo(palco.emulador.conta.appSecret)).toEqual({ tipo: 'ok', valor: true })
    expect(await palco.cliente().conferirSegredo('outro')).toMatchObject({ tipo: 'recusada', erro: { codigo: 100 } })
  })
})

describe('the account', () => {
  test('is asked about only so often in an hour', async ({ palco }) => {
    await palco.abrir({ limites: { gestaoPorHora: 3 } })
    const perguntar = async () => (await palco.graph('GET', '/200000000000001/message_templates')).corpo.error?.code
    const codigos = [await perguntar(), await perguntar(), await perguntar(), await perguntar()]
    expect(codigos).toEqual([undefined, undefined, undefined, 80007])
    await palco.passar(3_600_000)
    expect(await perguntar()).toBeUndefined()
  })
})

describe('a template', () => {
  const doPalco = async (palco: Palco) => {
    await palco.abrir()
    await palco.aprovado('cobranca', 'Sua conta venceu ontem.')
    return palco.emulador.modelos.todos[0]!
  }
  const eventos = (palco: Palco) =>
    palco.valores('message_template_status_update').map(({ event, other_info }) => [event, other_info])

  test('is paused for 3 hours, then for 6, and then disabled', async ({ palco }) => {
    const { id } = await doPalco(palco)
    for (const horas of [3, 6]) {
      await palco.controle('PATCH', `/modelos/${id}`, { status: 'PAUSED', qualidade: 'RED' })
      expect((await mandar(palco, fone(1))).corpo.error.code).toBe(132015)
      await palco.passar(horas * 3_600_000)
      expect((await mandar(palco, fone(1))).http).toBe(200)
    }
    await palco.controle('PATCH', `/modelos/${id}`, { status: 'PAUSED' })
    expect((await mandar(palco, fone(1))).corpo.error.code).toBe(132016)
    await palco.emulador.idle()
    const titulos = eventos(palco).map(([, info]) => (info as { title: string } | undefined)?.title)
    expect(titulos).toEqual([undefined, 'FIRST_PAUSE', 'UNPAUSE', 'SECOND_PAUSE', 'UNPAUSE', 'DISABLED'])
    expect(palco.valores('message_template_quality_update')).toHaveLength(2)
  })

  test('of another kind by the word of Meta is told as such', async ({ palco }) => {
    const { id } = await doPalco(palco)
    await palco.controle('PATCH', `/modelos/${id}`, { categoria: 'MARKETING' })
    await palco.emulador.idle()
    expect(palco.valores('template_category_update')).toMatchObject([
      { previous_category: 'UTILITY', new_category: 'MARKETING' },
    ])
  })

  test('approved is edited once a day', async ({ palco }) => {
    const { id } = await doPalco(palco)
    const editar = () =>
      palco.graph('POST', `/${id}`, { components: [{ type: 'BODY', text: 'Sua conta vence hoje.' }] })
    expect((await editar()).http).toBe(200)
    await palco.passar(2_000)
    expect((await editar()).corpo.error.error_subcode).toBe(2388039)
    await palco.passar(86_400_000)
    expect((await editar()).http).toBe(200)
  })

  test('with a header and an address asks for their values', async ({ palco }) => {
    await palco.abrir()
    const components = [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['4::abc'] } },
      { type: 'BODY', text: 'Sua conta venceu ontem.' },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Pagar', url: 'https://exemplo.com.br/{{1}}', example: ['abc'] }],
      },
    ]
    const novo = { name: 'cobranca', language: 'pt_BR', category: 'UTILITY', components }
    expect((await palco.graph('POST', '/200000000000001/message_templates', novo)).http).toBe(200)
    await palco.passar(2_000)
    const com = (...componentes: object[]) =>
      palco.graph('POST', `${NUMERO}/messages`, {
        messaging_product: 'whatsapp',
        to: fone(1),
        type: 'template',
        template: { ...modelo, components: componentes },
      })
    const documento = { type: 'document', document: { link: 'https://exemplo.com.br/boleto.pdf' } }
    const cabecalho = { type: 'header', parameters: [documento] }
    const botao = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'b-1' }] }
    expect((await com(botao)).corpo.error.code).toBe(132012)
    expect((await com(cabecalho)).corpo.error.code).toBe(131008)
    expect((await com({ type: 'header', parameters: [{ type: 'text', text: 'Oi' }] }, botao)).corpo.error.code).toBe(
      132012,
    )
    expect((await com({ type: 'header', parameters: [{ type: 'document' }] }, botao)).corpo.error.code).toBe(132012)
    const quebrado = { ...botao, parameters: [{ type: 'text', text: 'b\n1' }] }
    expect((await com(cabecalho, quebrado)).corpo.error.code).toBe(132018)
    expect((await com(cabecalho, botao, { ...botao, index: '1' })).corpo.error.code).toBe(132000)
    expect((await com({ ...cabecalho, format: 'DOCUMENT' }, botao)).corpo.error).toMatchObject({
      code: 100,
      error_data: { details: 'Unexpected key "format" on param "template.components.0".' },
    })
    expect((await com(cabecalho, botao)).http).toBe(200)
  })
})

describe('a token looked at', () => {
  const olhar = (palco: Palco, token: string) =>
    palco.graph('GET', `/debug_token?input_token=${encodeURIComponent(token)}`)

  test('ours is valid for our account, without end', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await olhar(palco, palco.emulador.conta.token)
    expect(corpo.data).toMatchObject({ is_valid: true, expires_at: 0, app_id: palco.emulador.conta.appId })
    expect(corpo.data.granular_scopes[0].target_ids).toEqual([palco.emulador.conta.businessAccountId])
  })
  test('another, or ours expired, is answered all the same', async ({ palco }) => {
    await palco.abrir()
    expect(await olhar(palco, 'outro')).toMatchObject({ http: 200, corpo: { data: { is_valid: false } } })
    palco.emulador.configurar({ situacao: 190 })
    const { corpo } = await olhar(palco, palco.emulador.conta.token)
    expect(corpo.data).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } })
  })
})

describe('a file sent up', () => {
  const subir = async (palco: Palco, type: string, bytes = 10) => {
    const corpo = new FormData()
    corpo.set('messaging_product', 'whatsapp')
    corpo.set('file', new Blob([new Uint8Array(bytes)], { type }), 'arquivo')
    const headers = { authorization: `Bearer ${palco.emulador.conta.token}` }
    const resposta = await fetch(`${palco.base}/graph/v23.0${NUMERO}/media`, { method: 'POST', headers, body: corpo })
    return { http: resposta.status, corpo: (await resposta.json()) as { id?: string; error?: { code: number } } }
  }
  test('is of a kind that Meta takes, within its size', async ({ palco }) => {
    await palco.abrir()
    expect((await subir(palco, 'application/x-msdownload')).corpo.error?.code).toBe(100)
    expect((await subir(palco, 'image/png', 5 * 2 ** 20 + 1)).corpo.error?.code).toBe(131053)
    expect((await subir(palco, 'application/pdf')).http).toBe(200)
  })
  test('lives for thirty days', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await subir(palco, 'application/pdf')
    await palco.passar(30 * 86_400_000)
    expect((await palco.graph('GET', `/${corpo.id}`)).corpo.error).toMatchObject({ code: 100, error_subcode: 33 })
  })
})
