import { describe, expect, test as puro } from 'vitest'
import { Webhook } from '#contract/webhooks-meta.ts'
import { eventosDe } from '#server/whatsapp/eventos.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { envelope, enviarWebhook, escrever, esvaziarEntrada, mensagemDe, mensagens } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { conteudoDe, ehResposta } from './conteudo.ts'
import type { Chegada } from './recebida.ts'

const TELEFONE = '+5511988880001'
const NADA = /não foi possível exibir/

const cliente = (world: World) => world.db.selectFrom('cliente').selectAll().executeTakeFirstOrThrow()
const recebidas = (world: World) =>
  world.db.selectFrom('mensagem').select(['tipo', 'conteudo', 'nao_lida']).where('direcao', '=', 'recebida').execute()
const deLado = (world: World) =>
  world.db.selectFrom('evento_recebido').select('erro').where('posto_de_lado_em', 'is not', null).execute()

describe('a reply that Meta did not write as documented is shown as far as it can be, and queued', () => {
  test.for<[string, object, string, string | RegExp]>([
    ['text: null', { text: null }, 'outro', NADA],
    ['a text that is a list', { text: ['Oi'] }, 'outro', NADA],
    ['a text without words', { text: { body: '  ' } }, 'outro', NADA],
    ['a number for words', { text: { body: 42 } }, 'texto', '42'],
    ['type: null', { type: null }, 'texto', 'Oi, tudo bem?'],
    ['no type', { type: undefined }, 'texto', 'Oi, tudo bem?'],
    ['type: 7, and a button', { type: 7, text: null, button: { text: 'Já paguei' } }, 'botao', 'Já paguei'],
    ['a text of megabytes', { text: { body: 'a'.repeat(3_000_000) } }, 'texto', 'a'.repeat(65_536)],
    ['an unknown type with words', { type: 'enquete', enquete: { title: 'Sim' } }, 'outro', 'Sim'],
    ['an unknown type', { type: 'constructor' }, 'outro', /não mostra aqui/],
    ['context: 5', { context: 5 }, 'texto', 'Oi, tudo bem?'],
    ['a context without parts', { context: { id: null, from: [], forwarded: 'x' } }, 'texto', 'Oi, tudo bem?'],
    ['caption: null', { type: 'image', image: { id: '1', caption: null } }, 'imagem', 'Imagem'],
    ['an image without id', { type: 'image', image: { mime_type: 'image/png' } }, 'imagem', /não conseguiu entregar/],
    ['words under an image without id', { type: 'image', image: { caption: 'Pago!' } }, 'imagem', /^Pago! \(/],
    ['image: null', { type: 'image', image: null, text: null }, 'outro', NADA],
    ['a media id that is a number', { type: 'document', document: { id: 9, filename: 7 } }, 'documento', '7'],
    ['errors: null', { errors: null }, 'texto', 'Oi, tudo bem?'],
    ['contacts: {}', { type: 'contacts', contacts: {}, text: null }, 'outro', NADA],
    ['a place of nothing', { type: 'location', location: { latitude: -23.5 }, text: null }, 'outro', NADA],
    ['a numeric button id', interativa('button_reply', { id: 3 }), 'botao', '3'],
    ['a title that is a number', interativa('list_reply', { title: 30, description: 'dias' }), 'botao', '30: dias'],
    ['a form without response_json', interativa('nfm_reply', { name: 'flow' }), 'outro', /^Formulário respondido/],
    ['nfm_reply: null', interativa('nfm_reply', null), 'outro', /^Formulário respondido/],
    ['an unknown choice with words', interativa('poll_reply', { title: 'Amanhã' }), 'outro', 'Amanhã'],
    ['an unknown choice', interativa('poll_reply', { x: 1 }), 'outro', NADA],
    ['interactive: []', { type: 'interactive', interactive: [], text: null }, 'outro', NADA],
    ['a permission to call', interativa('call_permission_reply', { response: 'accept' }), 'outro', /permitiu .*ligue/],
    ['a refusal of calls', interativa('call_permission_reply', { response: 'reject' }), 'outro', /não permitiu/],
    [
      'a permission of no words',
      interativa('call_permission_reply', null),
      'outro',
      /respondeu se a empresa pode ligar/,
    ],
    ['a reaction to nothing', { type: 'reaction', reaction: null, text: null }, 'outro', NADA],
    [
      'an edit of nothing',
      { type: 'edit', edit: { original_message_id: 'wamid.A', message: {} }, text: null },
      'outro',
      NADA,
    ],
    ['a revoke of nothing', { type: 'revoke', revoke: [], text: null }, 'outro', NADA],
    ['a system message of nothing', { type: 'system', system: null, text: null }, 'outro', NADA],
  ])('%s', async ([, outros, tipo, conteudo], { world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    await escrever(world, { de: TELEFONE, outros })
    const dito = typeof conteudo === 'string' ? conteudo : expect.stringMatching(conteudo)
    expect(await recebidas(world)).toEqual([{ tipo, conteudo: dito, nao_lida: true }])
    expect(await cliente(world)).toMatchObject({ status: 'aguardando_atendimento', nao_lidas: 1 })
    expect(await deLado(world)).toEqual([])
  })

  test('a word that opts out is heard without its type', async ({ world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    await escrever(world, { de: TELEFONE, texto: 'PARAR', outros: { type: null } })
    const { aceita_mensagens } = await world.db.selectFrom('contato').selectAll().executeTakeFirstOrThrow()
    expect(aceita_mensagens).toBe(false)
  })
})

function interativa(tipo: string, resposta: unknown) {
  return { type: 'interactive', text: null, interactive: { type: tipo, [tipo]: resposta } }
}

describe('who wrote is found', () => {
  const digitos = TELEFONE.slice(1)
  const perfil = { profile: { name: 'Zé' }, wa_id: digitos }
  test.for<[string, object, unknown]>([
    ['with a plus', { from: TELEFONE }, [perfil]],
    ['as people write a phone', { from: '+55 (11) 98888-0001' }, [perfil]],
    ['as a number', { from: Number(digitos) }, [perfil]],
    ['with no list of contacts', {}, undefined],
    ['with contacts: null', {}, null],
    ['with a contact that is no list', {}, perfil],
    ['with odd contacts', {}, [7, null, { profile: [], wa_id: {} }, perfil]],
    ['by the only contact, when the message names nobody', { from: null }, [perfil]],
    ['with a timestamp that is a number', { timestamp: 1795525200 }, [perfil]],
    ['with an id that is a number', { id: 12345 }, [perfil]],
  ])('%s', async ([, outros, contacts], { world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    const messages = [mensagemDe(world, { de: TELEFONE, outros })]
    await enviarWebhook(world, mensagens(world, { messages, contacts }))
    await esvaziarEntrada(world)
    expect(await recebidas(world)).toHaveLength(1)
    expect((await cliente(world)).status).toBe('aguardando_atendimento')
  })

  test.for<[string, object]>([
    ['from', { from: 'BR.123', from_user_id: 'BR.123' }],
    ['from alone', { from: 'BR.123' }],
    ['a contact’s wa_id', { from: null }],
  ])('by a BSUID in %s', async ([, outros], { world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    await escrever(world, { de: TELEFONE, bsuid: 'BR.123' })
    await world.db
      .updateTable('cliente')
      .set({ status: 'ativo', aguardando_motivo: null, aguardando_desde: null })
      .execute()
    const messages = [mensagemDe(world, { outros })]
    await enviarWebhook(world, mensagens(world, { messages, contacts: [{ wa_id: 'BR.123' }] }))
    await esvaziarEntrada(world)
    expect(await recebidas(world)).toHaveLength(2)
    expect(await cliente(world)).toMatchObject({ status: 'aguardando_atendimento', nao_lidas: 2 })
    expect(await world.db.selectFrom('contato').select(['wa_id', 'bsuid']).execute()).toEqual([
      { wa_id: digitos, bsuid: 'BR.123' },
    ])
  })

  test.for<[string, (webhook: ReturnType<typeof envelope>) => object]>([
    ['an account id that is none', ({ object, entry }) => ({ object, entry: [{ ...entry[0], id: null, time: 'x' }] })],
    ['one entry in no list', ({ object, entry }) => ({ object, entry: entry[0] })],
    ['one change in no list', ({ object, entry }) => ({ object, entry: [{ id: '1', changes: entry[0]!.changes[0] }] })],
    ['entries that are none', ({ object, entry }) => ({ object, entry: [7, { changes: [null, 'x'] }, ...entry] })],
    [
      'the value in a list',
      ({ object, entry: [um] }) => ({
        object,
        entry: [{ ...um, changes: um!.changes.map((uma) => ({ ...uma, value: [uma.value] })) }],
      }),
    ],
  ])('beside %s', async ([, torcer], { world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    const webhook = torcer(mensagens(world, { messages: mensagemDe(world, { de: TELEFONE }) }))
    expect((await enviarWebhook(world, webhook)).statusCode).toBe(200)
    await esvaziarEntrada(world)
    expect((await cliente(world)).status).toBe('aguardando_atendimento')
  })

  test('beside a message that cannot be placed', async ({ world }) => {
    await world.criarCliente({ telefone: TELEFONE })
    const messages = [null, 'x', { id: 'wamid.SEM' }, mensagemDe(world, { de: TELEFONE }), []]
    await enviarWebhook(world, mensagens(world, { messages }))
    await esvaziarEntrada(world)
    expect((await cliente(world)).status).toBe('aguardando_atendimento')
    const motivo = 'Uma mensagem veio da Meta de um modo que o sistema não conhece.'
    expect(new Set((await deLado(world)).map(({ erro }) => erro))).toEqual(new Set([motivo]))
  })
})

const conta = { businessAccountId: '200000000000001', phoneNumberId: '300000000000001', numerosAnteriores: [] }
const DE_ALGUEM = { from: TELEFONE.slice(1), id: 'wamid.A', timestamp: '1795525200' }

puro('names of megabytes are kept as long as a name can be', () => {
  const document = { id: '9', filename: 'n'.repeat(1_000_000), mime_type: 'm'.repeat(1_000_000) }
  const [evento] = eventosDe(
    Webhook.parse(envelope('messages', { messages: [{ ...DE_ALGUEM, type: 'document', document }] })),
    conta,
  )
  const { midia } = conteudoDe((evento!.payload as Chegada).mensagem)
  expect([midia?.nome?.length, midia?.mime.length]).toEqual([255, 255])
})

/** Any JSON, the parts of a message among it, the same for the same seed. */
function criarGerador(semente: number) {
  let x = semente
  const ate = (n: number) => {
    x = (Math.imul(x, 1_103_515_245) + 12_345) >>> 0
    return (x >>> 8) % n
  }
  const um = <T>(de: readonly T[]): T => de[ate(de.length)]!
  const NOMES = ['body', 'text', 'id', 'title', 'caption', 'payload', 'name', 'phones', 'button_reply', 'list_reply']
  const ESTRANHOS = ['__proto__x', '', 'constructor', 'nfm_reply', 'code', 'from', 'latitude', 'mime_type', 'voice']
  const json = (fundo = 0): unknown => {
    if (fundo > 3 || ate(3) > 0)
      return um([null, '', ' ', 'Oi', 0, -1, 1e30, true, false, '\u0000', '\ud800', 'á'.repeat(600), [], {}])
    if (ate(2)) return Array.from({ length: ate(4) }, () => json(fundo + 1))
    return Object.fromEntries(Array.from({ length: ate(5) }, () => [um([...NOMES, ...ESTRANHOS]), json(fundo + 1)]))
  }
  const TIPOS = [
    'text',
    'button',
    'interactive',
    'image',
    'sticker',
    'video',
    'audio',
    'document',
    'location',
    'contacts',
  ]
  const OUTROS = ['order', 'unsupported', 'reaction', 'edit', 'revoke', 'system', 'toString', 'enquete']
  return (): object => {
    const type = ate(6) === 0 ? json() : um([...TIPOS, ...OUTROS])
    const partes = Array.from({ length: 1 + ate(4) }, () => [
      um([...TIPOS, 'context', 'errors', 'referral', 'x']),
      json(),
    ])
    const dele = typeof type === 'string' && type !== 'system' ? { [type]: json() } : {}
    return { ...Object.fromEntries(partes), ...dele, type }
  }
}

puro('any JSON inside a message whose sender, id and instant are good is a reply with something to show', () => {
  const gerar = criarGerador(20_261_122)
  for (let i = 0; i < 3_000; i += 1) {
    const mensagem = { ...gerar(), ...DE_ALGUEM, id: `wamid.${i}` }
    const value = { metadata: { phone_number_id: conta.phoneNumberId }, messages: [mensagem] }
    const [evento] = eventosDe(Webhook.parse(envelope('messages', value)), conta)
    const lida = (evento?.payload as Chegada | undefined)?.mensagem
    const vale =
      evento?.tipo === 'mensagem' &&
      evento.semEfeito === null &&
      lida &&
      ehResposta(lida) &&
      conteudoDe(lida).conteudo.trim()
    if (!vale) expect.fail(JSON.stringify({ mensagem, evento }))
  }
})

test('300 of them, through the real inbox: each a message, each customer waiting for a person', async ({ world }) => {
  const gerar = criarGerador(42)
  const telefones = Array.from({ length: 300 }, (_, i) => `+55119${String(70_000_000 + i)}`)
  for (const telefone of telefones) await world.criarCliente({ telefone })
  const messages = telefones.map((telefone) =>
    mensagemDe(world, { de: telefone, outros: { text: undefined, ...gerar() } }),
  )
  expect((await enviarWebhook(world, mensagens(world, { messages }))).statusCode).toBe(200)
  await esvaziarEntrada(world)
  expect(await deLado(world)).toEqual([])
  expect(await recebidas(world)).toHaveLength(300)
  const estados = await world.db.selectFrom('cliente').select(['status', 'nao_lidas']).execute()
  expect(estados.filter(({ status, nao_lidas }) => status !== 'aguardando_atendimento' || nao_lidas !== 1)).toEqual([])
})
