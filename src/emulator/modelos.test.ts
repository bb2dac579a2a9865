import { describe, expect } from 'vitest'
import { type Palco, test } from '#test/emulador.ts'

const CONTA = '/200000000000001/message_templates'
const PARA = '+5511987654321'
const TEXTO = 'Olá {{1}}, lembramos que a sua conta de {{2}} vence em {{3}}. Se já pagou, desconsidere.'

const modelo = (outros: object = {}, text = TEXTO, exemplos = ['Ana', 'R$ 10,00', '30/11/2026']) => ({
  name: 'lembrete',
  language: 'pt_BR',
  category: 'utility',
  components: [{ type: 'body', text, ...(exemplos.length > 0 ? { example: { body_text: [exemplos] } } : {}) }],
  ...outros,
})
const com = (...outros: object[]) => modelo({ components: [...modelo().components, ...outros] })
const LINK = { type: 'URL', text: 'Pagar', url: 'https://a.com' }
const RESPOSTA = { type: 'QUICK_REPLY', text: 'Ok' }
const criar = (palco: Palco, corpo: object) => palco.graph('POST', CONTA, corpo)
const enviar = (palco: Palco, parameters: object[], outros = {}) =>
  palco.graph('POST', '/300000000000001/messages', {
    messaging_product: 'whatsapp',
    to: PARA,
    type: 'template',
    template: { name: 'lembrete', language: { code: 'pt_BR' }, components: [{ type: 'body', parameters }], ...outros },
  })
const textos = (...valores: string[]) => valores.map((text) => ({ type: 'text', text }))

describe('the life of a template', () => {
  test('it waits for review, and a webhook says it was approved', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo())
    expect(corpo).toEqual({ id: expect.stringMatching(/^7\d{14}$/), status: 'PENDING', category: 'UTILITY' })
    expect((await enviar(palco, textos('a', 'b', 'c'))).corpo.error.code).toBe(132001)
    await palco.passar(1_500)
    expect(palco.valores('message_template_status_update')).toEqual([
      {
        event: 'APPROVED',
        message_template_id: Number(corpo.id),
        message_template_name: 'lembrete',
        message_template_language: 'pt_BR',
        reason: 'NONE',
        message_template_category: 'UTILITY',
      },
    ])
    expect((await enviar(palco, textos('a', 'b', 'c'))).http).toBe(200)
  })

  test('variables side by side are found out in review', async ({ palco }) => {
    await palco.abrir()
    await criar(palco, modelo({}, 'Olá, a sua conta {{1}} {{2}} vence amanhã sem falta.', ['a', 'b']))
    await palco.passar(1_500)
    expect(palco.valores('message_template_status_update')).toMatchObject([
      { event: 'REJECTED', reason: 'INVALID_FORMAT' },
    ])
  })

  test('promotional words move it to marketing', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo({}, 'Olá, aproveite o desconto de hoje na sua conta.', []))
    expect(corpo.category).toBe('MARKETING')
  })

  test('paused and disabled ones are not sent; unpausing brings one back', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo())
    await palco.passar(1_500)
    await palco.controle('PATCH', `/modelos/${corpo.id}`, { status: 'PAUSED' })
    expect((await enviar(palco, textos('a', 'b', 'c'))).corpo.error.code).toBe(132015)
    await palco.graph('POST', `/${corpo.id}/unpause`, {})
    expect((await enviar(palco, textos('a', 'b', 'c'))).http).toBe(200)
    await palco.controle('PATCH', `/modelos/${corpo.id}`, { status: 'DISABLED' })
    expect((await enviar(palco, textos('a', 'b', 'c'))).corpo.error.code).toBe(132016)
    expect(palco.valores('message_template_status_update').map(({ event }) => event)).toEqual([
      'APPROVED',
      'PAUSED',
      'APPROVED',
      'DISABLED',
    ])
  })

  test('an edit goes back to review', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo())
    expect(
      (await palco.graph('POST', `/${corpo.id}`, { components: modelo().components })).corpo.error.error_subcode,
    ).toBe(2388039)
    await palco.passar(1_500)
    const novo = modelo({}, 'Olá, a sua conta vence hoje.', []).components
    expect((await palco.graph('POST', `/${corpo.id}`, { components: novo })).corpo).toEqual({ success: true })
    expect((await palco.graph('GET', `/${corpo.id}`)).corpo.status).toBe('PENDING')
    await palco.passar(1_500)
    expect((await palco.graph('GET', `/${corpo.id}?fields=status`)).corpo).toEqual({ id: corpo.id, status: 'APPROVED' })
  })

  test('the name of a deleted one may not come back for thirty days', async ({ palco }) => {
    await palco.abrir()
    await criar(palco, modelo())
    await palco.passar(1_500)
    expect((await palco.graph('DELETE', `${CONTA}?name=lembrete`)).corpo).toEqual({ success: true })
    expect((await palco.graph('DELETE', `${CONTA}?name=lembrete`)).corpo.error.code).toBe(100)
    expect((await criar(palco, modelo())).corpo.error.error_subcode).toBe(2388023)
    palco.agora = new Date(palco.agora.getTime() + 31 * 86_400_000)
    expect((await criar(palco, modelo())).http).toBe(200)
  })
})

describe('pacing', () => {
  const preparar = async (palco: Palco) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo())
    await palco.passar(1_500)
    await palco.controle('PATCH', `/modelos/${corpo.id}`, { ritmo: 'retido' })
    const { corpo: aceite } = await enviar(palco, textos('a', 'b', 'c'))
    expect(aceite.messages[0].message_status).toBe('held_for_quality_assessment')
    await palco.passar(60_000)
    expect(palco.status).toEqual([])
    return corpo.id as string
  }

  test('holds what is sent, until the first ones were received well', async ({ palco }) => {
    const id = await preparar(palco)
    await palco.controle('PATCH', `/modelos/${id}`, { ritmo: 'livre' })
    await palco.passar(60_000)
    expect(palco.status.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read'])
  })

  test('drops it with its template, when they were not', async ({ palco }) => {
    const id = await preparar(palco)
    await palco.controle('PATCH', `/modelos/${id}`, { ritmo: 'descartado' })
    await palco.passar(60_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 132015 }] }])
    expect(palco.valores('message_template_status_update').at(-1)).toMatchObject({
      event: 'PAUSED',
      other_info: { title: 'RATE_LIMITING_PAUSE' },
    })
    await palco.passar(7 * 3_600_000)
    expect((await enviar(palco, textos('a', 'b', 'c'))).corpo.error.code).toBe(132015)
    expect((await palco.graph('POST', `/${id}/unpause`)).corpo).toEqual({ success: true })
  })
})

describe('the review', () => {
  test.for([
    ['ABUSIVE_CONTENT', 'Pague hoje, seu caloteiro, ou vai se ver com a gente amanhã.'],
    ['SCAM', 'Para confirmar, responda com a senha do seu banco ainda hoje.'],
  ])('turns down for %s', async ([motivo, texto], { palco }) => {
    await palco.abrir({ aprovacaoMs: [1_000, 5_000] })
    await criar(palco, modelo({}, texto, []))
    await palco.passar(5_000)
    const [dito] = palco.valores('message_template_status_update')
    expect(dito).toMatchObject({ event: 'REJECTED', reason: motivo, rejection_info: { reason: expect.any(String) } })
  })

  test('turns down for whatever somebody wants to see', async ({ palco }) => {
    await palco.abrir()
    await palco.controle('PATCH', '/estado', { recusa: 'TAG_CONTENT_MISMATCH' })
    await criar(palco, modelo())
    await palco.passar(1_500)
    expect(palco.valores('message_template_status_update')).toMatchObject([{ reason: 'TAG_CONTENT_MISMATCH' }])
  })
})

describe('the health of a template', () => {
  test('follows its status and its quality, and the account’s', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await criar(palco, modelo())
    const saude = async () => (await palco.graph('GET', `/${corpo.id}?fields=health_status`)).corpo.health_status
    expect(await saude()).toMatchObject({
      can_send_message: 'BLOCKED',
      entities: [{ entity_type: 'MESSAGE_TEMPLATE' }, {}, {}, {}],
    })
    await palco.passar(1_500)
    expect((await saude()).can_send_message).toBe('AVAILABLE')
    await palco.controle('PATCH', `/modelos/${corpo.id}`, { qualidade: 'YELLOW' })
    expect((await saude()).can_send_message).toBe('LIMITED')
    palco.emulador.configurar({ situacao: 131031 })
    expect((await saude()).can_send_message).toBe('BLOCKED')
  })
})

describe('how many templates', () => {
  test('as many an hour as the switch says, each reviewed in the time that it says', async ({ palco }) => {
    await palco.abrir()
    await palco.controle('PATCH', '/estado', { criacoesPorHora: 1, revisaoMs: 30_000 })
    const criar = (nome: string) =>
      palco
        .cliente()
        .criarModelo({ nome, idioma: 'pt_BR', categoria: 'UTILITY', texto: 'Sua conta vence hoje.', exemplos: [] })
    expect((await criar('um')).tipo).toBe('ok')
    expect(await criar('dois')).toMatchObject({ tipo: 'recusada', erro: { codigo: 100 } })
    await palco.passar(29_000)
    expect(palco.emulador.modelos.todos[0]!.status).toBe('PENDING')
    await palco.passar(1_000)
    expect(palco.emulador.modelos.todos[0]!.status).toBe('APPROVED')
  })

  test('a hundred an hour, and 250 of a business that Meta did not verify', async ({ palco }) => {
    await palco.abrir()
    await palco.controle('PATCH', '/estado', { verificada: false })
    for (let i = 0; i < 250; i += 1) {
      if (i % 100 === 0 && i > 0) {
        expect((await criar(palco, modelo({ name: `m${i}` }))).corpo.error).toMatchObject({ code: 100 })
        await palco.passar(3_600_000)
      }
      expect((await criar(palco, modelo({ name: `m${i}` }))).http).toBe(200)
    }
    expect((await criar(palco, modelo({ name: 'mais' }))).corpo.error).toMatchObject({ error_subcode: 2388019 })
    await palco.controle('PATCH', '/estado', { verificada: true })
    expect((await criar(palco, modelo({ name: 'mais' }))).http).toBe(200)
  })
})

describe('a template that Meta refuses at once', () => {
  test.for<[string, object, number | undefined]>([
    ['name in capitals', modelo({ name: 'Lembrete' }), undefined],
    ['variable at the start', modelo({}, '{{1}}, a sua conta vence amanhã.', ['a']), 2388299],
    ['variable at the end', modelo({}, 'A sua conta vence amanhã, {{1}}', ['a']), 2388299],
    ['a gap in the numbers', modelo({}, 'Olá {{1}}, a sua conta de {{3}} vence amanhã.', ['a', 'b']), 2388072],
    ['names in a positional one', modelo({}, 'Olá {{nome}}, a sua conta vence amanhã.', ['a']), 2388072],
    ['too few examples', modelo({}, TEXTO, ['a', 'b']), 2388072],
    ['no example', modelo({}, TEXTO, []), 2388072],
    ['too many variables for its words', modelo({}, 'Olá {{1}} e {{2}} e {{3}} tchau', ['a', 'b', 'c']), 2388293],
    ['a body too long', modelo({}, 'a'.repeat(1025), []), 2388040],
    ['no body', modelo({ components: [{ type: 'FOOTER', text: 'x' }] }), 2388072],
    ['a header too long', com({ type: 'HEADER', format: 'TEXT', text: 'a'.repeat(61) }), 2388047],
    ['a header of two variables', com({ type: 'HEADER', format: 'TEXT', text: 'Conta {{1}} de {{2}}' }), 2388047],
    ['a header without its example', com({ type: 'HEADER', format: 'TEXT', text: 'Conta {{1}}' }), 2388047],
    ['a header of media without a handle', com({ type: 'HEADER', format: 'DOCUMENT' }), 2388047],
    ['a header of a kind that is none', com({ type: 'HEADER', format: 'AUDIO' }), 2388047],
    ['three addresses', com({ type: 'BUTTONS', buttons: Array(3).fill(LINK) }), undefined],
    ['answers apart from each other', com({ type: 'BUTTONS', buttons: [RESPOSTA, LINK, RESPOSTA] }), undefined],
    [
      'a variable inside an address',
      com({ type: 'BUTTONS', buttons: [{ ...LINK, url: 'https://a.com/{{1}}/b' }] }),
      undefined,
    ],
    [
      'an address without its example',
      com({ type: 'BUTTONS', buttons: [{ ...LINK, url: 'https://a.com/{{1}}' }] }),
      undefined,
    ],
  ])('%s', async ([, corpo, subcodigo], { palco }) => {
    await palco.abrir()
    const resposta = await criar(palco, corpo)
    expect(resposta.http).toBe(400)
    expect(resposta.corpo.error.code).toBe(100)
    expect(resposta.corpo.error.error_subcode).toBe(subcodigo)
  })

  test('twice the same name and language', async ({ palco }) => {
    await palco.abrir()
    await criar(palco, modelo())
    expect((await criar(palco, modelo())).corpo.error).toMatchObject({
      error_subcode: 2388024,
      error_user_msg: expect.any(String),
    })
    expect((await criar(palco, modelo({ language: 'en_US' }))).http).toBe(200)
    expect((await criar(palco, modelo({ language: 'pt' }))).http).toBe(400) // Meta has no Portuguese without a region
  })
})

describe('what is sent with a template', () => {
  test.for<[string, object[], number]>([
    ['too few values', textos('a', 'b'), 132000],
    ['too many values', textos('a', 'b', 'c', 'd'), 132000],
    ['a line break in a value', textos('a\nb', 'b', 'c'), 132018],
    ['a tab in a value', textos('a\tb', 'b', 'c'), 132018],
    ['five spaces in a value', textos('a     b', 'b', 'c'), 132018],
    ['an empty value', textos('', 'b', 'c'), 132018],
    ['a picture where text goes', [{ type: 'image', image: { id: '1' } }, ...textos('b', 'c')], 132012],
    ['so long a value that the message is too long', textos('a'.repeat(1000), 'b', 'c'), 132005],
  ])('%s is refused', async ([, parametros, codigo], { palco }) => {
    await palco.abrir()
    await palco.aprovado('lembrete', TEXTO, ['a', 'b', 'c'])
    expect((await enviar(palco, parametros)).corpo.error.code).toBe(codigo)
    expect(palco.emulador.envios()).toHaveLength(0)
  })

  test('a language that was not approved is refused', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('lembrete', TEXTO, ['a', 'b', 'c'])
    const resposta = await enviar(palco, textos('a', 'b', 'c'), { language: { code: 'pt_PT' } })
    expect(resposta).toMatchObject({
      http: 404,
      corpo: { error: { code: 132001, error_data: { details: 'template name (lembrete) does not exist in pt_PT' } } },
    })
  })

  test('named values come in any order', async ({ palco }) => {
    await palco.abrir()
    await criar(palco, {
      ...modelo({ parameter_format: 'named' }),
      components: [
        {
          type: 'BODY',
          text: 'Olá {{nome}}, a sua conta de {{valor}} vence amanhã sem falta.',
          example: {
            body_text_named_params: [
              { param_name: 'nome', example: 'Ana' },
              { param_name: 'valor', example: 'R$ 1,00' },
            ],
          },
        },
      ],
    })
    await palco.passar(1_500)
    await enviar(palco, [
      { type: 'text', parameter_name: 'valor', text: 'R$ 9,90' },
      { type: 'text', parameter_name: 'nome', text: 'Bia' },
    ])
    expect(palco.emulador.envios()[0]!.texto).toBe('Olá Bia, a sua conta de R$ 9,90 vence amanhã sem falta.')
  })

  test('its header and its other buttons show filled; one that copies a code is refused without it, or with too long a one', async ({
    palco,
  }) => {
    await palco.abrir()
    const corpo = modelo()
    const cabecalho = { type: 'HEADER', format: 'TEXT', text: 'Serra Azul' }
    const botoes = {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Já paguei' },
        { type: 'URL', text: 'Ver conta', url: 'https://exemplo.com.br/{{1}}', example: ['https://exemplo.com.br/7'] },
        { type: 'COPY_CODE', example: '14206377000106' },
      ],
    }
    await criar(palco, { ...corpo, components: [cabecalho, ...corpo.components, botoes] })
    await palco.passar(1_500)
    const body = { type: 'body', parameters: textos('a', 'b', 'c') }
    const link = { type: 'button', sub_type: 'url', index: '1', parameters: textos('7') }
    const copiar = (...parameters: object[]) => ({ type: 'button', sub_type: 'copy_code', index: '2', parameters })
    const codigo = (coupon_code: string) => ({ type: 'coupon_code', coupon_code })
    for (const [components, esperado] of [
      [[body, link], 131008],
      [[body, link, copiar(...textos('14206377000106'))], 131008],
      [[body, link, copiar(codigo('1234567890123456'))], 131009],
    ] as const) {
      expect((await enviar(palco, [], { components })).corpo.error.code).toBe(esperado)
    }
    const aceita = await enviar(palco, [], { components: [body, link, copiar(codigo('14206377000106'))] })
    expect(aceita.http).toBe(200)
    expect(palco.emulador.aparelho(PARA).mensagens.at(-1)).toMatchObject({
      cabecalho: 'Serra Azul',
      botoes: [{ texto: 'Já paguei', id: null }],
      acoes: [
        { tipo: 'link', texto: 'Ver conta', valor: 'https://exemplo.com.br/7' },
        { tipo: 'copiar', texto: 'Copiar código', valor: '14206377000106' },
      ],
    })
  })

  test('its quick reply comes back with the payload, or with its own text', async ({ palco }) => {
    await palco.abrir()
    const botoes = {
      type: 'BUTTONS',
      buttons: ['Já paguei', 'Vou pagar'].map((text) => ({ type: 'QUICK_REPLY', text })),
    }
    const corpo = modelo()
    await criar(palco, { ...corpo, components: [...corpo.components, botoes] })
    await palco.passar(1_500)
    const { corpo: aceita } = await enviar(palco, [], {
      components: [
        { type: 'body', parameters: textos('a', 'b', 'c') },
        {
          type: 'button',
          sub_type: 'quick_reply',
          index: '1',
          parameters: [{ type: 'payload', payload: 'promessa:7' }],
        },
      ],
    })
    const { id: wamid } = aceita.messages[0]
    for (const botao of ['Já paguei', 'Vou pagar']) {
      await palco.emulador.recebidas.receber(PARA, { tipo: 'botao', wamid, botao })
    }
    await palco.emulador.idle()
    expect(palco.mensagens.map(({ button, context }) => [button, context?.id])).toEqual([
      [{ payload: 'Já paguei', text: 'Já paguei' }, wamid],
      [{ payload: 'promessa:7', text: 'Vou pagar' }, wamid],
    ])
  })
})

describe('the list', () => {
  test('filters, and pages with cursors whose end is the absence of next', async ({ palco }) => {
    await palco.abrir()
    for (const name of ['a', 'b', 'c']) await criar(palco, modelo({ name }))
    const primeira = (await palco.graph('GET', `${CONTA}?limit=2&fields=name`)).corpo
    expect(primeira.data.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    expect(primeira.paging.next).toContain('after=')
    const segunda = (await palco.graph('GET', `${CONTA}?limit=2&after=${primeira.paging.cursors.after}`)).corpo
    expect(segunda.data).toMatchObject([{ name: 'c', status: 'PENDING', parameter_format: 'POSITIONAL' }])
    expect(segunda.paging).not.toHaveProperty('next')
    expect((await palco.graph('GET', `${CONTA}?status=APPROVED`)).corpo).toEqual({ data: [] })
    expect((await palco.graph('GET', `${CONTA}?name=b`)).corpo.data).toHaveLength(1)
  })
})
