import { describe, expect } from 'vitest'
import { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { enquantoEspera } from '#test/espera.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviarWebhook, escrever, esvaziarEntrada, mensagens } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { receberMensagens } from './receber.actions.ts'
import type { Chegada } from './recebida.ts'
import { pararSemEntrega } from './sem-entrega.actions.ts'

const TELEFONE = '+5511988880001'

const diasAntes = (world: World, dias: number) => new Date(world.relogio.agora().getTime() - dias * 86_400_000)

/** Sent so many days ago, and still only that, unless said. */
async function enviada(
  world: World,
  cliente: { id: number; contatoId: number | null },
  dias: number,
  entregue = false,
) {
  const em = diasAntes(world, dias)
  await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: cliente.id,
      contato_id: cliente.contatoId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      finalidade: 'atendimento',
      envio: 'aceita',
      status: entregue ? 'entregue' : 'enviada',
      aceita_em: em,
      created_at: em,
      ...(entregue ? { entregue_em: em } : {}),
    })
    .execute()
}
/** Deliveries to another phone on these days, so that Meta's statuses do arrive. */
async function ouvida(world: World, ...dias: number[]) {
  const outro = await world.criarCliente({ telefone: '+5511977770000' })
  for (const ha of dias) await enviada(world, outro, ha, true)
}
const parar = (world: World) => pararSemEntrega(world.db, world.relogio.agora())
const situacao = async (world: World, id: number) =>
  world.db.selectFrom('cliente').select(['status', 'aguardando_motivo']).where('id', '=', id).executeTakeFirstOrThrow()

test('two messages of different days, never delivered for a week: a person is called, and the log says why', async ({
  world,
}) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await ouvida(world, 9, 7, 4)
  await enviada(world, cliente, 9)
  await enviada(world, cliente, 4)
  expect(await parar(world)).toBe(1)
  expect(await situacao(world, cliente.id)).toEqual({
    status: 'aguardando_atendimento',
    aguardando_motivo: 'contato_invalido',
  })
  const { descricao } = await world.db
    .selectFrom('log')
    .select('descricao')
    .where('acao', '=', 'mensagem.falhar')
    .executeTakeFirstOrThrow()
  expect(descricao).toContain('provavelmente bloqueou')
  expect(await parar(world)).toBe(0)
  await escrever(world, { de: TELEFONE.slice(1) })
  const { invalido_em } = await world.db
    .selectFrom('contato')
    .select('invalido_em')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(invalido_em).toBe(null)
})

test.for<[string, 'delivered' | 'read']>([
  ['delivered', 'delivered'],
  ['read', 'read'],
])('one that is %s after all clears it, and the log says so', async ([, status], { world }) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await ouvida(world, 9, 7, 4)
  await enviada(world, cliente, 9)
  await enviada(world, cliente, 4)
  await world.db
    .updateTable('mensagem')
    .set({ wamid: 'wamid.tarde' })
    .where('contato_id', '=', cliente.contatoId)
    .where('aceita_em', '>', diasAntes(world, 5).toISOString())
    .execute()
  await parar(world)
  const invalido = async () =>
    (await world.db.selectFrom('contato').select('invalido_em').orderBy('id').executeTakeFirstOrThrow()).invalido_em
  expect(await invalido()).not.toBe(null)
  const dizer = async (status: string, dias: number) => {
    const em = String(Math.floor(diasAntes(world, dias).getTime() / 1000))
    const statuses = [{ id: 'wamid.tarde', status, timestamp: em, recipient_id: TELEFONE.slice(1) }]
    await enviarWebhook(world, mensagens(world, { statuses }))
    await esvaziarEntrada(world)
  }
  await dizer('sent', 4)
  expect(await invalido()).not.toBe(null)
  await dizer(status, 1)
  expect(await invalido()).toBe(null)
  expect(await world.db.selectFrom('log').select('acao').where('acao', '=', 'mensagem.chegar').execute()).toHaveLength(
    1,
  )
  expect(await parar(world)).toBe(0)
})

test('a late delivery does not undo a later failure of the number', async ({ world }) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await enviada(world, cliente, 4)
  await world.db.updateTable('mensagem').set({ wamid: 'wamid.tarde' }).execute()
  await enviada(world, cliente, 2)
  const falha = { status: 'falha', erro_codigo: '131026', falhou_em: diasAntes(world, 1) } as const
  await world.db.updateTable('mensagem').set(falha).where('wamid', 'is', null).execute()
  await world.db
    .updateTable('contato')
    .set({ invalido_em: diasAntes(world, 1) })
    .execute()
  const timestamp = String(Math.floor(diasAntes(world, 3).getTime() / 1000))
  const statuses = [{ id: 'wamid.tarde', status: 'delivered', timestamp, recipient_id: TELEFONE.slice(1) }]
  await enviarWebhook(world, mensagens(world, { statuses }))
  await esvaziarEntrada(world)
  expect((await world.db.selectFrom('contato').select('invalido_em').executeTakeFirstOrThrow()).invalido_em).not.toBe(
    null,
  )
})

test.for<[string, [number, boolean?][]]>([
  ['one message alone', [[9]]],
  ['two of one day', [[9], [9]]],
  ['less than a week', [[6], [3]]],
  ['one that arrived since', [[9], [5], [2, true]]],
  ['longer ago than Meta tries', [[40], [35]]],
])('%s: nothing changes', async ([, quando], { world }) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await ouvida(world, ...quando.map(([dias]) => dias), 1)
  for (const [dias, entregue] of quando) await enviada(world, cliente, dias, entregue)
  expect(await parar(world)).toBe(0)
  expect((await situacao(world, cliente.id)).status).toBe('ativo')
})

test('who writes while the phones are looked at is not silent', async ({ world }) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await ouvida(world, 9, 7, 4)
  await enviada(world, cliente, 9)
  await enviada(world, cliente, 4)
  const recebida: Chegada = {
    ...{ telefone: TELEFONE.slice(1), bsuid: null },
    mensagem: MensagemRecebida.parse({
      ...{ id: 'wamid.oi', from: TELEFONE.slice(1), type: 'text', text: { body: 'Bom dia' } },
      timestamp: String(world.relogio.agora().getTime() / 1_000),
    }),
  }
  await enquantoEspera(world.db, {
    segurar: (trx) => receberMensagens(trx, world.servicos, [recebida], world.relogio.agora()),
    pedir: () => parar(world),
  })
  expect(await situacao(world, cliente.id)).toEqual({
    status: 'aguardando_atendimento',
    aguardando_motivo: 'respondeu',
  })
  expect(await linha(world, 'contato', cliente.contatoId!)).toMatchObject({ invalido_em: null })
  expect(await world.db.selectFrom('log').select('id').where('acao', '=', 'mensagem.falhar').execute()).toEqual([])
})

describe('while Meta tells nothing of anybody', () => {
  /** Everybody is written to on these days. */
  async function base(world: World, dias: number[]) {
    const clientes = []
    for (let i = 0; i < 20; i += 1) clientes.push(await world.criarCliente())
    for (const cliente of clientes) for (const ha of dias) await enviada(world, cliente, ha)
    return clientes
  }
  const ativos = async (world: World) =>
    (await world.db.selectFrom('cliente').select('id').where('status', '=', 'ativo').execute()).length

  test('a week without any status takes nobody out of the engine', async ({ world }) => {
    await base(world, [12, 9, 4, 1])
    expect(await parar(world)).toBe(0)
    expect(await ativos(world)).toBe(20)
  })

  test('nor when statuses return: those of the messages sent meanwhile never came', async ({ world }) => {
    const [vivo] = await base(world, [12, 9])
    await enviada(world, vivo!, 3, true)
    await enviada(world, vivo!, 0, true)
    expect(await parar(world)).toBe(0)
    expect(await ativos(world)).toBe(20)
  })

  test('a phone that receives nothing after that is detected a week later', async ({ world }) => {
    const [vivo, mudo] = await base(world, [20, 15])
    for (const ha of [13, 9, 2]) await enviada(world, vivo!, ha, true)
    await enviada(world, mudo!, 13)
    await enviada(world, mudo!, 9)
    expect(await parar(world)).toBe(1)
    expect(await situacao(world, mudo!.id)).toEqual({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'contato_invalido',
    })
    expect(await ativos(world)).toBe(19)
    const { descricao } = await world.db
      .selectFrom('log')
      .select('descricao')
      .where('acao', '=', 'mensagem.falhar')
      .executeTakeFirstOrThrow()
    expect(descricao).toContain('Nenhuma das últimas 2 mensagens')
  })
})
