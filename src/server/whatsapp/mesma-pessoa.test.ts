import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { API_DA_META } from '#server/cloud-api/conta-whatsapp.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import {
  envelope,
  enviarWebhook,
  escrever,
  esvaziarEntrada,
  jaEnviada,
  mensagemDe,
  mensagens,
  recebidas,
  statusDe,
} from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { continuarAEsquecer, trocarDeConta } from './troca-de-conta.actions.ts'

const TELEFONE = '+5511988880001'
const NOVO = '5511900000009'

const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const contatos = (world: World) =>
  world.db.selectFrom('contato').select(['canonico', 'bsuid', 'aceita_mensagens']).orderBy('id').execute()
const donos = async (world: World) => (await recebidas(world)).map(({ cliente_id }) => cliente_id)

/** Meta tells of a message to a phone, and whose it is. */
async function dizerDeQuem(world: World, wamid: string, recipient_user_id: string, status = 'delivered') {
  const dito = { ...statusDe(world, { wamid, status, para: TELEFONE.slice(1) }), recipient_user_id }
  await enviarWebhook(world, mensagens(world, { statuses: [dito] }))
  await esvaziarEntrada(world)
}
async function trocarId(world: World, previous: string, current: string, wa_id?: string) {
  const troca = { ...(wa_id ? { wa_id } : {}), user_id: { previous, current } }
  await enviarWebhook(world, envelope('user_id_update', { user_id_update: [troca] }))
  await esvaziarEntrada(world)
}
const trocarNumero = (world: World, para = NOVO) =>
  escrever(world, {
    de: TELEFONE,
    outros: { type: 'system', system: { type: 'user_changed_number', wa_id: para } },
  })

async function comEnviada(world: World) {
  const { id, contatoId } = await world.criarCliente({ telefone: TELEFONE })
  await jaEnviada(world, id, contatoId!, 'wamid.NOSSA')
  return id
}

describe('whose a phone is, told by the status of a message to it', () => {
  test('is known when that person writes without the number', async ({ world }) => {
    const id = await comEnviada(world)
    await dizerDeQuem(world, 'wamid.NOSSA', 'BR.7')
    await escrever(world, { bsuid: 'BR.7', texto: 'PARAR' })
    expect(await donos(world)).toEqual([id])
    expect(await contatos(world)).toEqual([{ canonico: '551188880001', bsuid: 'BR.7', aceita_mensagens: false }])
  })

  test('makes a reply of what that person wrote before, as a stranger', async ({ world }) => {
    await escrever(world, { bsuid: 'BR.7', texto: 'Quem é?' })
    const id = await comEnviada(world)
    expect((await cliente(world, id)).status).toBe('ativo')
    await dizerDeQuem(world, 'wamid.NOSSA', 'BR.7')
    expect(await donos(world)).toEqual([id])
    expect(await contatos(world)).toHaveLength(1)
    expect(await cliente(world, id)).toMatchObject({ status: 'aguardando_atendimento', nao_lidas: 1 })
  })

  test('calls nobody for a word that says it all', async ({ world }) => {
    await escrever(world, { bsuid: 'BR.7', texto: 'PARAR' })
    const id = await comEnviada(world)
    await dizerDeQuem(world, 'wamid.NOSSA', 'BR.7')
    expect((await cliente(world, id)).status).toBe('ativo')
    expect(await contatos(world)).toEqual([{ canonico: '551188880001', bsuid: 'BR.7', aceita_mensagens: false }])
  })

  test('takes no id from a phone that has one, nor from whom it was told of', async ({ world }) => {
    await comEnviada(world)
    await escrever(world, { de: TELEFONE, bsuid: 'BR.1' }, { de: '+5511988880002', bsuid: 'BR.2' })
    await dizerDeQuem(world, 'wamid.NOSSA', 'BR.2')
    await dizerDeQuem(world, 'wamid.NOSSA', 'BR.3', 'read')
    expect((await contatos(world)).map(({ bsuid }) => bsuid)).toEqual(['BR.1', 'BR.2'])
  })
})

describe('a person whose id or number changed', () => {
  test('is the customer still, if they write under the new id before Meta tells of the change', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    await escrever(world, { de: TELEFONE, bsuid: 'BR.1', texto: 'PARAR' })
    await escrever(world, { bsuid: 'BR.2', texto: 'Oi?' })
    expect(await donos(world)).toEqual([id, null])
    await trocarId(world, 'BR.1', 'BR.2')
    expect(await donos(world)).toEqual([id, id])
    expect(await contatos(world)).toEqual([{ canonico: '551188880001', bsuid: 'BR.2', aceita_mensagens: false }])
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })

  test('is the customer still, if they write from the new number before Meta tells of the change', async ({
    world,
  }) => {
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    world.relogio.passar({ horas: -2 })
    await escrever(world, { de: NOVO, texto: 'De outra pessoa, antes' })
    world.relogio.passar({ horas: 1 })
    const mudou = world.relogio.agora()
    world.relogio.passar({ horas: 1 })
    await escrever(world, { de: NOVO, texto: 'Troquei de número' })
    await escrever(world, {
      ...{ de: TELEFONE, em: mudou },
      outros: { type: 'system', system: { type: 'user_changed_number', wa_id: NOVO } },
    })
    expect(await donos(world)).toEqual([null, id])
    expect(await cliente(world, id)).toMatchObject({ status: 'aguardando_atendimento', nao_lidas: 1 })
  })

  test('leaves the old number to whoever writes from it afterwards, however much is told at once and in what order', async ({
    world,
  }) => {
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    const em = (minuto: number) => new Date(world.relogio.agora().getTime() + (minuto - 10) * 60_000)
    await escrever(
      world,
      { de: TELEFONE, em: em(3), texto: 'Quem é?' },
      { de: TELEFONE, em: em(2), outros: { type: 'system', system: { type: 'user_changed_number', wa_id: NOVO } } },
      { de: TELEFONE, em: em(1), texto: 'Vou trocar de número' },
    )
    expect((await recebidas(world)).map(({ conteudo, cliente_id }) => [conteudo, cliente_id])).toEqual([
      ['Vou trocar de número', id],
      ['Quem é?', null],
    ])
    expect((await cliente(world, id)).telefone).toBe(`+${NOVO}`)
  })

  test.for([
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
    [2, 0, 1],
  ])('is found at the last of the numbers, told of the changes in the order %s', async (ordem, { world }) => {
    const numeros = [TELEFONE, '+5511900000007', '+5511900000008', NOVO]
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    const outro = await world.criarCliente({ telefone: '+5511977770001' })
    world.relogio.passar({ horas: -1 })
    const em = [0, 1, 2].map(() => {
      world.relogio.passar({ minutos: 1 })
      return world.relogio.agora()
    })
    world.relogio.passar({ horas: 1 })
    for (const qual of ordem)
      await escrever(world, {
        ...{ de: numeros[qual]!, em: em[qual]! },
        outros: { type: 'system', system: { type: 'user_changed_number', wa_id: numeros[qual + 1]!.replace('+', '') } },
      })
    await esvaziarEntrada(world)
    expect((await cliente(world, id)).telefone).toBe(`+${NOVO}`)
    expect((await cliente(world, outro.id)).telefone).toBe('+5511977770001')
  })

  test.for(['antes', 'depois'])('keeps the id with the number, told of %s it', async (quando, { world }) => {
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    await escrever(world, { de: TELEFONE, bsuid: 'BR.1' })
    if (quando === 'antes') await trocarId(world, 'BR.1', 'BR.2', NOVO)
    await trocarNumero(world)
    if (quando === 'depois') await trocarId(world, 'BR.1', 'BR.2', NOVO)
    await escrever(world, { bsuid: 'BR.2', texto: 'Sou eu' })
    expect(await donos(world)).toEqual([id, id])
  })

  test('is known by the id that another account of the company has for them', async ({ world }) => {
    const id = await comEnviada(world)
    await escrever(world, { de: TELEFONE, bsuid: 'BR.1' })
    const { phoneNumberId, businessAccountId } = world.conta
    const antes = { provedor: 'cloud_api' as const, apiUrl: API_DA_META, phoneNumberId, businessAccountId }
    const depois = { ...antes, businessAccountId: '200000000000009' }
    await world.db.transaction().execute((trx) => trocarDeConta(trx, antes, depois, world.relogio.agora()))
    await escrever(world, { bsuid: 'BR.9', cita: 'wamid.NOSSA', texto: 'PARAR' })
    expect(await donos(world)).toEqual([id, id])
    expect(await contatos(world)).toEqual([{ canonico: '551188880001', bsuid: 'BR.9', aceita_mensagens: false }])
  })

  async function comOutraConta(world: World) {
    const id = await comEnviada(world)
    await escrever(world, { de: TELEFONE, bsuid: 'BR.0' })
    const { phoneNumberId, businessAccountId } = world.conta
    const antes = { provedor: 'cloud_api' as const, apiUrl: API_DA_META, phoneNumberId, businessAccountId }
    const depois = { ...antes, phoneNumberId: '300000000000009', businessAccountId: '200000000000009' }
    await world.db.transaction().execute((trx) => trocarDeConta(trx, antes, depois, world.relogio.agora()))
    Object.assign(world.conta, { numerosAnteriores: [phoneNumberId], phoneNumberId: depois.phoneNumberId })
    world.servicos.whatsapp.esquecer()
    return { id, metadata: { phone_number_id: phoneNumberId } }
  }

  const DITOS_A_OUTRORA: [string, (world: World) => object | Promise<object>][] = [
    ['a reply', (world) => ({ messages: [mensagemDe(world, { de: TELEFONE, bsuid: 'BR.1' })] })],
    [
      'a reply that hides the number and quotes us',
      (world) => ({ messages: [mensagemDe(world, { bsuid: 'BR.1', cita: 'wamid.NOSSA' })] }),
    ],
    ...['user_changed_user_id', 'user_changed_number'].map((type): [string, (world: World) => object] => [
      `a notice of ${type}`,
      (world) => {
        const system = { type, user_id: 'BR.1', ...(type === 'user_changed_number' ? { wa_id: NOVO } : {}) }
        return { messages: [mensagemDe(world, { de: TELEFONE, bsuid: 'BR.1', outros: { type: 'system', system } })] }
      },
    ]),
  ]
  test.for(DITOS_A_OUTRORA)('is not known by the id in %s to a former number', async ([, parte], { world }) => {
    const { id, metadata } = await comOutraConta(world)
    await enviarWebhook(world, mensagens(world, { metadata, ...(await parte(world)) }))
    await esvaziarEntrada(world)
    expect((await contatos(world)).map(({ bsuid }) => bsuid).filter(Boolean)).toEqual([])
    const doCliente = (await donos(world)).every((um) => um === id)
    expect(doCliente).toBe(true)
  })

  test.for([
    ['user_id_update', { user_id: { previous: 'BR.0', current: 'BR.1' } }],
    ['user_preferences', { user_id: 'BR.1', category: 'marketing_messages', value: 'stop' }],
  ] as const)('is not known by the id in a %s to a former number', async ([campo, dito], { world }) => {
    const { metadata } = await comOutraConta(world)
    const wa_id = campo === 'user_preferences' ? NOVO : TELEFONE.slice(1)
    const timestamp = Math.floor(world.relogio.agora().getTime() / 1000)
    await enviarWebhook(world, envelope(campo, { metadata, [campo]: [{ wa_id, timestamp, ...dito }] }))
    await esvaziarEntrada(world)
    expect((await contatos(world)).map(({ bsuid }) => bsuid).filter(Boolean)).toEqual([])
  })

  test('is not known by what a former number of the company goes on telling', async ({ world }) => {
    const { metadata } = await comOutraConta(world)
    const dito = { ...statusDe(world, { wamid: 'wamid.NOSSA', status: 'delivered' }), recipient_user_id: 'BR.1' }
    await enviarWebhook(world, mensagens(world, { metadata, statuses: [dito] }))
    await esvaziarEntrada(world)
    const { status } = await world.db
      .selectFrom('mensagem')
      .select('status')
      .where('wamid', '=', 'wamid.NOSSA')
      .executeTakeFirstOrThrow()
    expect([status, (await contatos(world))[0]?.bsuid]).toEqual(['entregue', null])
  })

  test('is forgotten by thousands at a time, and those who came later are not', async ({ world }) => {
    const criar = (de: number, ate: number) =>
      sql`insert into contato (canonico, hash, bsuid) select 'c' || i, sha256(i::text::bytea), 'BR.' || i
        from generate_series(${de}::int, ${ate}::int) as i`.execute(world.db)
    const quantos = async () => (await contatos(world)).filter(({ bsuid }) => bsuid !== null).length
    await criar(1, 4_500)
    const { phoneNumberId, businessAccountId } = world.conta
    const antes = { provedor: 'cloud_api' as const, apiUrl: API_DA_META, phoneNumberId, businessAccountId }
    const depois = { ...antes, businessAccountId: '200000000000009' }
    const trocar = (de: typeof antes) =>
      world.db.transaction().execute((trx) => trocarDeConta(trx, de, depois, world.relogio.agora()))
    await trocar(antes)
    expect(await quantos()).toBe(2_500)
    await criar(5_001, 5_003)
    expect(await continuarAEsquecer(world.db)).toBe(true)
    await trocar(depois) // as at each start
    expect(await continuarAEsquecer(world.db)).toBe(false)
    expect(await quantos()).toBe(3)
    expect(await continuarAEsquecer(world.db)).toBe(false)
  })
})
