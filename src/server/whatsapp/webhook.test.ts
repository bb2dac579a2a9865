import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { envelope, enviarWebhook, esvaziarEntrada, mensagemDe, mensagens, statusDe } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { assinar } from './assinatura.ts'

const guardados = (world: World) => world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
/** Messages of one person each. */
const sementes = (world: World, quantas: number) =>
  Array.from({ length: quantas }, (_, i) => mensagemDe(world, { de: `55119888${String(10_000 + i)}` }))

const aperto = (world: World, token: string) =>
  world.app.inject({
    url: '/api/webhooks/whatsapp',
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' },
  })

describe('the handshake', () => {
  test('answers exactly the challenge to whoever knows the token', async ({ world }) => {
    const resposta = await aperto(world, world.conta.verifyToken)
    expect([resposta.statusCode, resposta.body]).toEqual([200, '1158201444'])
  })
  test('refuses another token', async ({ world }) => {
    expect((await aperto(world, 'errado')).statusCode).toBe(403)
  })
})

describe('the signature', () => {
  test.for([
    ['missing', () => ''],
    ['of another secret', (corpo: string) => assinar('outro', corpo)],
    ['of other bytes', (corpo: string) => assinar('segredo-de-teste', `${corpo} `)],
    ['malformed', () => 'sha256=zzz'],
  ] as const)('%s: 401, and nothing is stored', async ([, forjar], { world }) => {
    const corpo = JSON.stringify(mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001' })] }))
    const resposta = await enviarWebhook(world, corpo, forjar(corpo))
    expect(resposta.statusCode).toBe(401)
    expect(await guardados(world)).toEqual([])
  })

  test('is nobody’s while the company has no secret, and so is the handshake', async ({ world }) => {
    const conta = { ...(await world.servicos.whatsapp.conta()), appSecret: null, verifyToken: null }
    world.servicos.whatsapp.conta = async () => conta
    const corpo = JSON.stringify(mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001' })] }))
    for (const assinatura of [undefined, '', assinar('', corpo)])
      expect((await enviarWebhook(world, corpo, assinatura)).statusCode).toBe(401)
    for (const token of ['', 'null', 'undefined']) expect((await aperto(world, token)).statusCode).toBe(403)
    expect(await guardados(world)).toEqual([])
  })

  test('is checked over the raw bytes, escapes and all', async ({ world }) => {
    const corpo = JSON.stringify(
      mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001', texto: 'Olá /😀' })] }),
    )
      .replace(/[\u007f-\uffff]/g, (letra) => `\\u${letra.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/')
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    expect((await guardados(world))[0]?.payload.mensagem.text.body).toBe('Olá /😀')
  })
})

describe('what is stored', () => {
  test('each thing once, however often and in whatever batch it comes', async ({ world }) => {
    const m = mensagemDe(world, { de: '5511988880001' })
    const s = statusDe(world, { wamid: 'wamid.X', status: 'sent' })
    const junto = mensagens(world, { messages: [m, m], statuses: [s] })
    const respostas = await Promise.all(
      [junto, junto, mensagens(world, { statuses: [s] })].map((w) => enviarWebhook(world, w)),
    )
    expect(respostas.map((r) => r.statusCode)).toEqual([200, 200, 200])
    expect((await guardados(world)).map((e) => e.tipo).sort()).toEqual(['mensagem', 'status'])
  })

  const numeros = Array.from({ length: 5_000 }, (_, i) => i)
  test.for([
    ['entries', () => ({ object: 'whatsapp_business_account', entry: numeros })],
    ['an entry', () => ({ object: 'whatsapp_business_account', entry: [numeros] })],
    ['changes', () => ({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: numeros }] })],
    ['a value', () => envelope('account_update', numeros)],
    ['messages', (world: World) => mensagens(world, { messages: numeros })],
    ['lists for entries', () => ({ object: 'whatsapp_business_account', entry: numeros.map((n) => [n - 1, n]) })],
  ] as const)(
    'thousands of numbers for %s are one thing that cannot be read, kept whole',
    async ([, de], { world }) => {
      expect((await enviarWebhook(world, de(world))).statusCode).toBe(200)
      const [um, ...outros] = await guardados(world)
      expect(outros).toEqual([])
      expect(JSON.stringify(um?.payload)).toContain('4998,4999')
    },
  )

  test('what else a list holds beside plain values is read, however long it is', async ({ world }) => {
    const messages = [...numeros.slice(0, 50), ...sementes(world, 60)]
    expect((await enviarWebhook(world, mensagens(world, { messages }))).statusCode).toBe(200)
    const tipos = Map.groupBy(await guardados(world), ({ tipo }) => tipo)
    expect([tipos.get('mensagem')?.length, tipos.get('outro')?.length]).toEqual([60, 50])
  })

  test('1,000 updates with all that Meta says of each are read', async ({ world }) => {
    const perfil = { profile: { name: 'Zé', username: 'ze' }, wa_id: '5511988880001', user_id: 'BR.1' }
    const messages = sementes(world, 500).map((uma) => ({
      ...uma,
      from_user_id: 'BR.1',
      context: { from: '551140000100', id: 'wamid.X', referred_product: { catalog_id: '1', product_retailer_id: '2' } },
      referral: {
        source_url: 'https://x',
        source_id: '1',
        source_type: 'ad',
        headline: 'a',
        body: 'b',
        ctwa_clid: 'c',
      },
      interactive: { type: 'button_reply', button_reply: { id: 'sim', title: 'Sim' } },
      errors: [{ code: 131051, title: 'x', message: 'x', error_data: { details: 'x' } }],
    }))
    const statuses = Array.from({ length: 500 }, (_, i) => ({
      ...statusDe(world, {
        wamid: `wamid.${i}`,
        status: 'failed',
        erro: 131026,
        referencia: 'x',
        para: '5511988880001',
      }),
      recipient_user_id: 'BR.1',
      conversation: { id: 'c', expiration_timestamp: '1', origin: { type: 'utility' } },
      pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
    }))
    const contacts = messages.map(() => perfil)
    const resposta = await enviarWebhook(world, mensagens(world, { contacts, messages, statuses }))
    expect(resposta.statusCode).toBe(200)
    const tipos = Map.groupBy(await guardados(world), ({ tipo }) => tipo)
    expect([tipos.get('mensagem')?.length, tipos.get('status')?.length, tipos.size]).toEqual([500, 500, 2])
  })

  const NUMEROS_EM_ENTRADAS = Array.from({ length: 3_015 }, () => numeros.slice(0, 200))
  test.for<[string, (world: World) => object | string]>([
    [
      'plain values by the million',
      (world) => ({ ...mensagens(world, {}), entry: NUMEROS_EM_ENTRADAS.map((um) => ({ id: '1', changes: um })) }),
    ],
    ['objects by the thousand', (world) => mensagens(world, { messages: Array.from({ length: 40_000 }, () => ({})) })],
    [
      'names by the thousand in one message',
      (world) => mensagens(world, { messages: [Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, n]))] }),
    ],
    ['statuses past 2,000', (world) => mensagens(world, { statuses: Array.from({ length: 2_001 }, () => ({})) })],
    [
      'a little in each of many entries',
      (world) => ({ ...mensagens(world, {}), entry: Array.from({ length: 2_001 }, () => ({ changes: [{}] })) }),
    ],
    [
      'much that is said once for many',
      (world) =>
        mensagens(world, {
          metadata: { phone_number_id: world.conta.phoneNumberId, outra: 'x'.repeat(30_000) },
          messages: Array.from({ length: 300 }, (_, n) => ({ n })),
        }),
    ],
    [
      'lists within lists',
      () => `{"object":"x","entry":[{"changes":[{"field":"x","value":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}]}`,
    ],
  ])('%s are one thing, which is kept whole, not read, and told so', async ([, de], { world }) => {
    const dito = de(world)
    const corpo = typeof dito === 'string' ? dito : JSON.stringify(dito)
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    await esvaziarEntrada(world)
    const [um, ...outros] = await guardados(world)
    expect(outros).toEqual([])
    expect(um).toMatchObject({ tipo: 'outro', payload: { campo: 'webhook inteiro', valor: corpo }, tentativas: 1 })
    expect([um?.posto_de_lado_em === null, um?.erro]).toEqual([
      false,
      'Um webhook da Meta traz muito mais do que ela costuma dizer de uma vez, e não foi lido.',
    ])
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    expect(await guardados(world)).toHaveLength(1)
  })

  test('as many messages as contacts are each kept with its own, also when they are not ours', async ({ world }) => {
    const pessoas = Array.from({ length: 300 }, (_, i) => `55119888${String(10_000 + i)}`)
    const contacts = pessoas.map((wa_id) => ({ wa_id, profile: { name: `Nome de ${wa_id}` } }))
    const messages = pessoas.map((de) => mensagemDe(world, { de }))
    const metadata = { phone_number_id: '399' }
    expect((await enviarWebhook(world, mensagens(world, { metadata, contacts, messages }))).statusCode).toBe(200)
    const eventos = await guardados(world)
    expect(eventos).toHaveLength(300)
    for (const [i, { sem_efeito, payload }] of eventos.entries()) {
      expect(sem_efeito).toBe(true)
      expect(payload.valor.contacts).toMatchObject([{ wa_id: pessoas[i] }])
    }
  })

  test.for([
    ['an id with NUL', (corpo: string) => corpo.replace('wamid.', 'wamid.\\u0000\\ud800'), 200],
    [
      'an instant past all calendars',
      (corpo: string) => corpo.replace(/"timestamp":"\d+"/, '"timestamp":"999999999999"'),
      200,
    ],
    [
      'an entry past all calendars',
      () => '{"object":"x","entry":[{"time":1e308,"changes":[{"field":"account_update","value":{}}]}]}',
      200,
    ],
    ['not JSON', () => '{"object"', 400],
  ] as const)('%s is no failure of ours', async ([, torcer, status], { world }) => {
    const m = mensagemDe(world, { de: '5511988880001', id: 'wamid.TORTA' })
    const corpo = torcer(JSON.stringify(mensagens(world, { messages: [m] })))
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(status)
    expect(await guardados(world)).toHaveLength(status === 200 ? 1 : 0)
  })

  test('messages that do not say to which number are ours, and so are their statuses', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const [m, s] = [mensagemDe(world, { de: '5511988880001' }), statusDe(world, { wamid: 'wamid.X', status: 'sent' })]
    const corpo = mensagens(world, { metadata: undefined, messages: [m, m], statuses: [s] })
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    await esvaziarEntrada(world)
    expect((await guardados(world)).map((e) => [e.tipo, e.processado_em !== null])).toEqual([
      ['mensagem', true],
      ['status', true],
    ])
    const { data } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json()
    expect(data).toHaveLength(1)
  })

  test.for([
    ['message_template_status_update', { event: 'EM_ALTA' }, 'EM_ALTA'],
    ['template_category_update', {}, 'sem dizer qual'],
  ])('a %s in words yet unknown is kept aside, and says so', async ([campo, dado, palavra], { world }) => {
    const modelo = {
      message_template_id: 1,
      message_template_name: 'x',
      message_template_language: 'pt_BR',
      ...(dado as object),
    }
    await enviarWebhook(world, envelope(campo as string, modelo))
    await esvaziarEntrada(world)
    const [evento] = await guardados(world)
    expect([evento?.posto_de_lado_em !== null, evento?.erro]).toEqual([
      true,
      expect.stringContaining(palavra as string),
    ])
  })

  const MODELO = { message_template_name: 'x', message_template_language: 'pt_BR' }
  test.for<[string, string, unknown]>([
    ['a template without event', 'message_template_status_update', MODELO],
    ['a template without name', 'message_template_status_update', { event: 'APPROVED' }],
    ['a template that is a word', 'message_template_status_update', 'x'],
    ['a category of nothing', 'template_category_update', { new_category: 'UTILITY' }],
    ['a quality of nothing', 'message_template_quality_update', { ...MODELO, new_quality_score: 7 }],
    ['an account event that is a list', 'account_update', []],
    [
      'a preference without value',
      'user_preferences',
      { user_preferences: [{ wa_id: '5511988880001', timestamp: 1 }] },
    ],
    ['a preference without instant', 'user_preferences', { user_preferences: [{ user_id: 'BR.1', value: 'stop' }] }],
    ['a preference of nobody', 'user_preferences', { user_preferences: [{ value: 'stop', timestamp: 1 }] }],
    ['preferences that are none', 'user_preferences', { user_preferences: null }],
    ['a new id of nothing', 'user_id_update', { user_id_update: [{ wa_id: '5511988880001', user_id: 'BR.2' }] }],
  ])('%s is set aside at once, in Portuguese, and delays nobody', async ([, campo, valor], { world }) => {
    await world.criarCliente({ telefone: '+5511988880001' })
    const boa = { wa_id: '5511988880001', value: 'stop', category: 'marketing_messages', timestamp: 1795525200 }
    await enviarWebhook(world, envelope(campo, valor as object))
    await enviarWebhook(world, envelope('user_preferences', { user_preferences: [boa] }))
    await enviarWebhook(world, envelope('account_alerts', { alert_severity: 'INFO' }))
    await esvaziarEntrada(world)
    const [torto, ...depois] = await guardados(world)
    expect(torto).toMatchObject({ tentativas: 1, posto_de_lado_em: world.relogio.agora().toISOString() })
    expect(torto?.erro).toMatch(/veio da Meta (de um modo que o sistema não conhece|sem dizer de quem)\.$/)
    expect(depois.map(({ processado_em }) => processado_em !== null)).toEqual([true, true])
    expect(await world.db.selectFrom('contato').select('aceita_marketing').execute()).toEqual([
      { aceita_marketing: false },
    ])
  })

  test('what cannot be read, whole, beside what can', async ({ world }) => {
    const torta = { nem: 'mensagem', com: 'NUL \u0000 e \ud800' }
    // Its word would be part of a key that no index holds, and none of the rest would be kept.
    const statuses = [{ id: 'wamid.A', status: randomBytes(6_000).toString('hex'), timestamp: '1795525200' }]
    const corpo = mensagens(world, { messages: [torta, mensagemDe(world, { de: '5511988880001' })], statuses })
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    expect((await enviarWebhook(world, envelope('um_campo_de_2028', { x: 1 }))).statusCode).toBe(200)
    expect((await guardados(world)).map((e) => e.tipo)).toEqual(['outro', 'mensagem', 'outro', 'outro'])
    await esvaziarEntrada(world)
    const depois = await guardados(world)
    expect(depois.map((e) => [e.processado_em !== null, e.erro])).toEqual([
      [false, 'Uma mensagem veio da Meta de um modo que o sistema não conhece.'],
      [true, null],
      [false, 'Um status veio da Meta de um modo que o sistema não conhece.'],
      [false, 'Um aviso (um_campo_de_2028) veio da Meta de um modo que o sistema não conhece.'],
    ])
  })

  test('an error that cannot be read takes no message with it', async ({ world }) => {
    const corpo = mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001' })], errors: ['estranho'] })
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    expect((await guardados(world)).map((e) => e.tipo)).toEqual(['mensagem', 'outro'])
  })

  test('nothing of what is older than the inbox remembers: somebody plays an old body again', async ({ world }) => {
    const corpo = mensagens(world, {
      messages: [
        mensagemDe(world, { de: '5511988880001', em: new Date('2026-10-01T00:00:00Z') }),
        mensagemDe(world, { de: '5511988880001' }),
      ],
    })
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    expect(await guardados(world)).toHaveLength(1)
  })

  test('a message is kept with all that Meta said of whoever wrote it', async ({ world }) => {
    const perfil = { profile: { name: 'Zé', username: 'ze.da.silva' }, wa_id: '5511988880001', identity_key_hash: 'k' }
    const messages = [mensagemDe(world, { de: '5511988880001' })]
    await enviarWebhook(world, mensagens(world, { contacts: [perfil], messages }))
    expect((await guardados(world))[0]?.payload).toMatchObject({ nome: 'Zé', contato: perfil })
  })

  test('nor an old ban of the account: it would stop the sending', async ({ world }) => {
    const banida = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'], waba_ban_date: 'x' } }
    const outubro = Date.parse('2026-10-01T00:00:00Z') / 1000
    expect((await enviarWebhook(world, envelope('account_update', banida, outubro))).statusCode).toBe(200)
    expect(await guardados(world)).toEqual([])
    expect((await world.app.inject({ url: '/metrics' })).body).toContain('webhook_recusados_total{motivo="antigo"} 1')
  })

  test('1,000 updates of 3 MB in one body, each once', async ({ world }) => {
    const messages = Array.from({ length: 500 }, (_, i) =>
      mensagemDe(world, { de: `55119888${String(10_000 + i)}`, texto: 'á'.repeat(2_700) }),
    )
    const statuses = Array.from({ length: 500 }, (_, i) => statusDe(world, { wamid: `wamid.${i}`, status: 'read' }))
    const corpo = JSON.stringify(mensagens(world, { messages, statuses }))
    expect(Buffer.byteLength(corpo)).toBeGreaterThan(2.5 * 2 ** 20)
    expect((await enviarWebhook(world, corpo)).statusCode).toBe(200)
    await esvaziarEntrada(world)
    const eventos = await guardados(world)
    expect(eventos).toHaveLength(1_000)
    expect(eventos.every((e) => e.processado_em !== null)).toBe(true)
    const { n } = await world.db
      .selectFrom('mensagem')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(500)
  })

  test('refusals are counted by their reason', async ({ world }) => {
    await enviarWebhook(world, '{}', 'sha256=forjada')
    await enviarWebhook(world, 'não é JSON')
    const { body } = await world.app.inject({ url: '/metrics' })
    expect(body).toContain('webhook_recusados_total{motivo="assinatura"} 1')
    expect(body).toContain('webhook_recusados_total{motivo="ilegivel"} 1')
    expect(body).toContain('webhook_recusados_total{motivo="antigo"} 0')
    const admin = await world.criarAdmin()
    const movimento = '/api/admin/configuracoes/whatsapp/movimento'
    await expect
      .poll(async () => (await world.chamar(admin, 'GET', movimento)).json().webhooks_recusados)
      .toEqual({ assinatura: 1, ilegivel: 1, antigo: 0 })
    world.relogio.passar({ horas: 26 })
    const token = await criarSessao(world.db, admin.id, world.relogio.agora(), null)
    const depois = await world.chamar({ ...admin, token }, 'GET', movimento)
    expect(depois.json().webhooks_recusados).toEqual({ assinatura: 0, ilegivel: 0, antigo: 0 })
  })

  test('nothing of what is no webhook', async ({ world }) => {
    expect((await enviarWebhook(world, 'não é JSON')).statusCode).toBe(400)
    expect((await enviarWebhook(world, '[]')).statusCode).toBe(400)
    expect(await guardados(world)).toEqual([])
  })
})
