import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import {
  envelope,
  enviarWebhook,
  escrever,
  esvaziarEntrada,
  jaEnviada,
  mensagemDe,
  mensagens,
  statusDe,
} from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

const TELEFONE = '+5511988880001'
const OUTRA_CONTA = '299999999999999'
const OUTRO_NUMERO = '399999999999999'
const base = '/api/admin/whatsapp/eventos'

const guardados = (world: World) => world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
const config = (world: World) => world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
const agoraEmSegundos = (world: World) => Math.floor(world.relogio.agora().getTime() / 1000)

/** The same webhook, about another account. */
const daOutra = (webhook: ReturnType<typeof envelope>) => ({
  ...webhook,
  entry: webhook.entry.map((entrada) => ({ ...entrada, id: OUTRA_CONTA })),
})
const doOutroNumero = (world: World, parte: object) =>
  mensagens(world, { ...parte, metadata: { phone_number_id: OUTRO_NUMERO } })

/** All that a webhook may change. */
async function estado(world: World) {
  const { db } = world
  const { conta_parada_codigo, webhook_recebido_em } = await config(world)
  return {
    parada: conta_parada_codigo,
    webhook_recebido_em,
    clientes: await db.selectFrom('cliente').select(['status', 'nao_lidas']).orderBy('id').execute(),
    contatos: await db
      .selectFrom('contato')
      .select(['aceita_mensagens', 'aceita_marketing', 'bsuid'])
      .orderBy('id')
      .execute(),
    mensagens: await db.selectFrom('mensagem').select(['direcao', 'status', 'reacao']).orderBy('id').execute(),
    versoes: await db.selectFrom('modelo_versao').select(['situacao', 'qualidade']).orderBy('id').execute(),
    logs: (await db.selectFrom('log').select('id').execute()).length,
  }
}

const doModelo = async (world: World) => {
  const { nome_meta } = await world.db
    .selectFrom('modelo_versao')
    .select('nome_meta')
    .where('situacao', '=', 'aprovado')
    .where('nome_meta', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { message_template_id: 1, message_template_name: nome_meta, message_template_language: 'pt_BR' }
}
const DE = TELEFONE.slice(1)

const ALHEIOS: [string, (world: World) => object | Promise<object>][] = [
  [
    'a ban of another account',
    () => daOutra(envelope('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'] } })),
  ],
  [
    'a restriction of another account',
    () =>
      daOutra(
        envelope('account_update', {
          event: 'ACCOUNT_RESTRICTION',
          restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
        }),
      ),
  ],
  [
    'a ban of nobody knows which account',
    () => ({ object: 'x', entry: [{ changes: [{ field: 'account_update', value: { event: 'ACCOUNT_DELETED' } }] }] }),
  ],
  [
    'an account error of another number',
    (world) => doOutroNumero(world, { errors: [{ code: 131031, title: 'Account has been locked' }] }),
  ],
  ['the quality of another account', () => daOutra(envelope('phone_number_quality_update', { event: 'FLAGGED' }))],
  ['the limits of another account', () => daOutra(envelope('business_capability_update', { max_daily: 250 }))],
  ['an alert of another account', () => daOutra(envelope('account_alerts', { alert_severity: 'CRITICAL' }))],
  [
    'a template of another account',
    async (world) =>
      daOutra(envelope('message_template_status_update', { event: 'DISABLED', ...(await doModelo(world)) })),
  ],
  [
    'the category of a template of another account',
    async (world) =>
      daOutra(envelope('template_category_update', { new_category: 'MARKETING', ...(await doModelo(world)) })),
  ],
  [
    'the quality of a template of another account',
    async (world) =>
      daOutra(envelope('message_template_quality_update', { new_quality_score: 'RED', ...(await doModelo(world)) })),
  ],
  ['a message to another number', (world) => doOutroNumero(world, { messages: [mensagemDe(world, { de: DE })] })],
  [
    'an opt-out to another number',
    (world) => doOutroNumero(world, { messages: [mensagemDe(world, { de: DE, texto: 'PARAR' })] }),
  ],
  [
    'a reaction at another number',
    (world) =>
      doOutroNumero(world, {
        messages: [
          mensagemDe(world, {
            de: DE,
            outros: { type: 'reaction', reaction: { message_id: 'wamid.NOSSA', emoji: '👎' } },
          }),
        ],
      }),
  ],
  [
    'a status of another number',
    (world) =>
      doOutroNumero(world, { statuses: [statusDe(world, { wamid: 'wamid.NOSSA', status: 'failed', erro: 131031 })] }),
  ],
  [
    'a message of another account that names no number',
    (world) => daOutra(mensagens(world, { metadata: undefined, messages: [mensagemDe(world, { de: DE })] })),
  ],
  [
    'a preference told to another number',
    (world) =>
      envelope('user_preferences', {
        metadata: { phone_number_id: OUTRO_NUMERO },
        user_preferences: [
          { wa_id: DE, category: 'marketing_messages', value: 'stop', timestamp: agoraEmSegundos(world) },
        ],
      }),
  ],
  [
    'a new id told to another number',
    () =>
      envelope('user_id_update', {
        metadata: { phone_number_id: OUTRO_NUMERO },
        user_id_update: [{ wa_id: DE, user_id: { previous: 'BR.1', current: 'BR.2' } }],
      }),
  ],
  ['an unknown field of another account', () => daOutra(envelope('um_campo_de_2028', { x: 1 }))],
]

describe('what is not about us is kept, shown to administrators, and does nothing', () => {
  test.for(ALHEIOS)('%s', async ([, webhook], { world }) => {
    await aprovarModelos(world)
    const admin = await world.criarAdmin()
    const cliente = await world.criarCliente({ telefone: TELEFONE })
    await jaEnviada(world, cliente.id, cliente.contatoId!, 'wamid.NOSSA', 0)
    const antes = await estado(world)
    expect((await enviarWebhook(world, await webhook(world))).statusCode).toBe(200)
    await esvaziarEntrada(world)
    expect(await estado(world)).toEqual(antes)
    const { data } = (await world.chamar(admin, 'GET', `${base}?situacao=sem_efeito`)).json()
    expect(data).toMatchObject([{ situacao: 'sem_efeito', motivo: expect.stringMatching(/nada mudou\.$/) }])
    expect((await world.chamar(admin, 'GET', `${base}?situacao=processado`)).json().total).toBe(0)
    // Nor when somebody asks for it again.
    const denovo = await world.chamar(admin, 'POST', `${base}/${data[0].id}/reprocessar`)
    expect(denovo.json()).toMatchObject({ situacao: 'sem_efeito', motivo: data[0].motivo })
    expect({ ...(await estado(world)), logs: antes.logs }).toEqual(antes)
  })
})

test('the same events about our own account do what they say', async ({ world }) => {
  await aprovarModelos(world)
  const { message_template_name: nome_meta } = await doModelo(world)
  await enviarWebhook(
    world,
    envelope('message_template_status_update', { event: 'DISABLED', ...(await doModelo(world)) }),
  )
  await enviarWebhook(world, mensagens(world, { errors: [{ code: 131031, title: 'Account has been locked' }] }))
  await esvaziarEntrada(world)
  expect((await config(world)).conta_parada_codigo).toBe('131031')
  const versao = world.db.selectFrom('modelo_versao').select('situacao').where('nome_meta', '=', nome_meta)
  expect((await versao.executeTakeFirstOrThrow()).situacao).not.toBe('aprovado')
})

describe('a number that was ours', () => {
  async function comOutroNumero(world: World) {
    const velho = world.conta.phoneNumberId
    world.conta.phoneNumberId = '300000000000002'
    world.servicos.whatsapp.esquecer()
    await world.db
      .updateTable('configuracao')
      .set({ numeros_anteriores: [velho] })
      .execute()
    return (parte: object) => mensagens(world, { ...parte, metadata: { phone_number_id: velho } })
  }

  test('is still heard: messages and statuses', async ({ world }) => {
    const cliente = await world.criarCliente({ telefone: TELEFONE })
    await jaEnviada(world, cliente.id, cliente.contatoId!, 'wamid.NOSSA', 0)
    const doVelho = await comOutroNumero(world)
    await enviarWebhook(world, doVelho({ statuses: [statusDe(world, { wamid: 'wamid.NOSSA', status: 'read' })] }))
    await enviarWebhook(world, doVelho({ messages: [mensagemDe(world, { de: DE })] }))
    await esvaziarEntrada(world)
    expect(await estado(world)).toMatchObject({
      clientes: [{ status: 'aguardando_atendimento', nao_lidas: 1 }],
      mensagens: [{ status: 'lida' }, { direcao: 'recebida' }],
    })
  })

  test('stops nothing by its own errors: the failure is the message’s', async ({ world }) => {
    const cliente = await world.criarCliente({ telefone: TELEFONE })
    await jaEnviada(world, cliente.id, cliente.contatoId!, 'wamid.NOSSA', 0)
    const doVelho = await comOutroNumero(world)
    const falha = statusDe(world, { wamid: 'wamid.NOSSA', status: 'failed', erro: 131031 })
    await enviarWebhook(world, doVelho({ statuses: [falha] }))
    await enviarWebhook(world, doVelho({ errors: [{ code: 131031 }] }))
    await esvaziarEntrada(world)
    expect(await estado(world)).toMatchObject({ parada: null, mensagens: [{ status: 'falha' }] })
  })
})

test('what was kept because the account was wrongly set has its effect once it is right, and once', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  await world.criarCliente({ telefone: TELEFONE })
  const certo = world.conta.phoneNumberId
  const corpo = mensagens(world, { messages: [mensagemDe(world, { de: DE })] })
  world.conta.phoneNumberId = OUTRO_NUMERO as typeof certo
  world.servicos.whatsapp.esquecer()
  await enviarWebhook(world, corpo)
  const [evento] = await guardados(world)
  expect(evento).toMatchObject({ sem_efeito: true, erro: expect.stringContaining(certo) })
  world.conta.phoneNumberId = certo
  world.servicos.whatsapp.esquecer()
  await enviarWebhook(world, corpo)
  await world.chamar(admin, 'POST', `${base}/${evento!.id}/reprocessar`)
  await esvaziarEntrada(world)
  expect(await estado(world)).toMatchObject({ clientes: [{ status: 'aguardando_atendimento', nao_lidas: 1 }] })
  expect((await guardados(world)).every((um) => um.processado_em !== null && !um.sem_efeito)).toBe(true)
})

test('a message beside those of others is ours all the same', async ({ world }) => {
  await world.criarCliente({ telefone: TELEFONE })
  const entry = [
    ...daOutra(envelope('account_update', { event: 'ACCOUNT_DELETED' })).entry,
    ...doOutroNumero(world, { messages: [mensagemDe(world, { de: '5511977776666' })] }).entry,
    ...mensagens(world, { messages: [mensagemDe(world, { de: DE })] }).entry,
  ]
  await enviarWebhook(world, { object: 'whatsapp_business_account', entry })
  await esvaziarEntrada(world)
  expect((await guardados(world)).map(({ tipo, sem_efeito }) => [tipo, sem_efeito])).toEqual([
    ['conta', true],
    ['mensagem', true],
    ['mensagem', false],
  ])
  expect(await estado(world)).toMatchObject({ parada: null, clientes: [{ status: 'aguardando_atendimento' }] })
})

test('a message of a group is no private reply: kept, shown, and nobody is called', async ({ world }) => {
  await world.criarCliente({ telefone: TELEFONE })
  const antes = await estado(world)
  await escrever(world, { de: TELEFONE, texto: 'PARAR', outros: { group_id: 'Y2FwaV9ncm91cDox' } })
  expect(await estado(world)).toEqual(antes)
  expect(await guardados(world)).toMatchObject([
    { tipo: 'mensagem', sem_efeito: true, erro: expect.stringContaining('grupo') },
  ])
})

test('who asks to be forgotten is forgotten there too', async ({ world }) => {
  const admin = await world.criarAdmin()
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  await enviarWebhook(world, doOutroNumero(world, { messages: [mensagemDe(world, { de: DE, texto: 'moro ali' })] }))
  await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'Pedido do titular' })
  expect((await guardados(world)).map(({ payload, ordem }) => [payload, ordem])).toEqual([[{}, null]])
})
