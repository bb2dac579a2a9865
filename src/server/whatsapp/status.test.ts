import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { NovaLinha } from '#server/db/schema.ts'
import { registrarAceitas } from '#server/despacho/resultados.actions.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import {
  dizerStatus,
  envelope,
  enviarWebhook,
  escrever,
  esvaziarEntrada,
  jaEnviada,
  mensagens,
  statusDe,
} from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

type Cliente = { id: number; contatoId: number | null; contas: number[] }

/** An engine message of today, by default accepted. */
async function mensagemPara(world: World, { id, contatoId }: Cliente, campos: Partial<NovaLinha<'mensagem'>> = {}) {
  const agora = world.relogio.agora()
  return world.db
    .insertInto('mensagem')
    .values({
      cliente_id: id,
      contato_id: contatoId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      status: 'enviada',
      finalidade: 'regua',
      dia: world.hoje(),
      passo: 5,
      wamid: `wamid.${randomUUID()}`,
      envio: 'aceita',
      enviando_em: agora,
      aceita_em: agora,
      contou_chamada: true,
      created_at: agora,
      ...campos,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
const mensagem = (world: World, id: number) => linha(world, 'mensagem', id)
const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const contato = (world: World, id: number | null) => linha(world, 'contato', id)
const config = (world: World) => world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()

describe('a status', () => {
  test.for([
    [['sent', 'delivered', 'read'], 'lida'],
    [['read', 'delivered', 'sent'], 'lida'],
    [['delivered', 'sent'], 'entregue'],
    [['played'], 'lida'],
    [['failed', 'sent'], 'falha'],
    [['failed', 'delivered'], 'entregue'],
    [['delivered', 'failed'], 'entregue'],
    [['deleted', 'amanhã'], 'enviada'],
  ] as const)('%j leaves %s', async ([ditos, esperado], { world }) => {
    const { wamid, id } = await mensagemPara(world, await world.criarCliente())
    for (const status of ditos)
      await dizerStatus(world, { wamid: wamid!, status, ...(status === 'failed' ? { erro: 131049 } : {}) })
    expect((await mensagem(world, id)).status).toBe(esperado)
    const deLado = await world.db
      .selectFrom('evento_recebido')
      .select('erro')
      .where('posto_de_lado_em', 'is not', null)
      .execute()
    const estranhos = (ditos as readonly string[]).filter((dito) => dito === 'amanhã')
    expect(deLado).toEqual(
      estranhos.map(() => ({ erro: 'Um status (amanhã) veio da Meta de um modo que o sistema não conhece.' })),
    )
  })

  test('of a message that is not ours is nothing', async ({ world }) => {
    await dizerStatus(world, { wamid: 'wamid.ALHEIA', status: 'delivered', referencia: 'pedido-7' })
    const eventos = await world.db.selectFrom('evento_recebido').selectAll().execute()
    expect(eventos.every((e) => e.processado_em !== null && e.erro === null)).toBe(true)
  })

  test('with an instant past all calendars is of now', async ({ world }) => {
    const { wamid, id } = await mensagemPara(world, await world.criarCliente())
    for (const status of ['delivered', 'read'])
      await dizerStatus(world, { wamid: wamid!, status, em: new Date(999_999_999_999_000) })
    const agora = world.relogio.agora().toISOString()
    expect(await mensagem(world, id)).toMatchObject({ status: 'lida', entregue_em: agora, lida_em: agora })
  })

  test('500 of them, twice and shuffled, end as the highest of each', async ({ world }) => {
    const feitas = []
    for (let i = 0; i < 50; i += 1) feitas.push(await mensagemPara(world, await world.criarCliente()))
    const ditos = feitas.flatMap(({ wamid, referencia }, i) =>
      ['sent', 'delivered', 'read'].slice(0, (i % 3) + 1).map((status) => ({ wamid: wamid!, status, referencia })),
    )
    const todos = [...ditos, ...ditos, ...ditos, ...ditos, ...ditos]
      .map((dito, i) => ({ dito, ordem: Math.sin(i * 7.3) }))
      .sort((a, b) => a.ordem - b.ordem)
    await Promise.all(
      todos.map(({ dito }) => enviarWebhook(world, mensagens(world, { statuses: [statusDe(world, dito)] }))),
    )
    await Promise.all([esvaziarEntrada(world), esvaziarEntrada(world)])
    const status = (await world.db.selectFrom('mensagem').select('status').orderBy('id').execute()).map((m) => m.status)
    expect(status).toEqual(feitas.map((_, i) => ['enviada', 'entregue', 'lida'][i % 3]))
  })
})

describe('an outcome unknown until now', () => {
  test('is settled by our own reference: accepted, counted once', async ({ world }) => {
    const c = await world.criarCliente({ numero_chamadas: 1 })
    const incerta = {
      wamid: null,
      aceita_em: null,
      envio: 'desconhecida',
      status: 'pendente',
      contou_chamada: false,
    } as const
    const { id, referencia } = await mensagemPara(world, c, incerta)
    await dizerStatus(world, { wamid: 'wamid.NOVO', status: 'delivered', referencia })
    await dizerStatus(world, { wamid: 'wamid.NOVO', status: 'sent', referencia })
    expect(await mensagem(world, id)).toMatchObject({
      status: 'entregue',
      envio: 'aceita',
      wamid: 'wamid.NOVO',
      contou_chamada: true,
    })
    expect((await cliente(world, c.id)).numero_chamadas).toBe(2)
    for (const [aberta, finalidade] of [
      [24 * 3_600_000 + 1, 'regua'], // who answered since
      [3_600_000, 'atendimento'], // with whom a person was talking
    ] as const) {
      const outro = await world.criarCliente()
      const janela_ate = new Date(world.relogio.agora().getTime() + aberta)
      await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', outro.contatoId).execute()
      const sua = await mensagemPara(world, outro, { ...incerta, finalidade })
      await dizerStatus(world, { wamid: `wamid.${finalidade}`, status: 'delivered', referencia: sua.referencia })
      expect((await cliente(world, outro.id)).numero_chamadas, finalidade).toBe(0)
    }
  })

  test('told of many before their answers are written, proves each once; the answer still teaches the number', async ({
    world,
  }) => {
    const clientes = [await world.criarCliente(), await world.criarCliente(), await world.criarCliente()]
    const indo = { wamid: null, aceita_em: null, envio: 'enviando', status: 'pendente', contou_chamada: false } as const
    const feitas = await Promise.all(clientes.map((c) => mensagemPara(world, c, indo)))
    const ditos = feitas.flatMap(({ referencia }, i) =>
      ['sent', 'delivered'].map((status) => ({ wamid: `wamid.${i}`, status, referencia })),
    )
    await dizerStatus(world, ...ditos)
    const respostas = feitas.map(({ id }, i) => ({ id, wamid: `wamid.${i}`, waId: `55319000000${i}` }))
    await world.db.transaction().execute((trx) => registrarAceitas(trx, respostas, world.relogio.agora()))
    for (const [i, c] of clientes.entries()) {
      const gravada = { status: 'entregue', envio: 'aceita', wamid: `wamid.${i}`, contou_chamada: true }
      expect(await mensagem(world, feitas[i]!.id)).toMatchObject(gravada)
      expect((await cliente(world, c.id)).numero_chamadas).toBe(1)
      expect((await contato(world, c.contatoId)).wa_id).toBe(`55319000000${i}`)
    }
  })

  test('is accepted also where its answer brings an id that another message has already, which keeps it', async ({
    world,
  }) => {
    const uma = await mensagemPara(world, await world.criarCliente())
    const indo = { wamid: null, aceita_em: null, envio: 'enviando', status: 'pendente' } as const
    const outra = await mensagemPara(world, await world.criarCliente(), indo)
    const resposta = { id: outra.id, wamid: uma.wamid! }
    await world.db.transaction().execute((trx) => registrarAceitas(trx, [resposta], world.relogio.agora()))
    expect(await mensagem(world, outra.id)).toMatchObject({ envio: 'aceita', status: 'enviada', wamid: null })
    expect((await mensagem(world, uma.id)).wamid).toBe(uma.wamid)
  })

  test('ended as a failure by time, gives way to the proof', async ({ world }) => {
    const { id, referencia } = await mensagemPara(world, await world.criarCliente(), {
      wamid: null,
      aceita_em: null,
      envio: 'encerrada',
      status: 'falha',
      erro_codigo: 'resultado_desconhecido',
      erro_mensagem: 'x',
      contou_chamada: false,
    })
    await dizerStatus(world, { wamid: 'wamid.TARDE', status: 'sent', referencia })
    expect(await mensagem(world, id)).toMatchObject({ status: 'enviada', erro_codigo: null })
  })
})

describe('a failure', () => {
  test('says why in words, and goes to the log', async ({ world }) => {
    const c = await world.criarCliente()
    const { id, wamid } = await mensagemPara(world, c)
    await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131049 })
    const falha = await mensagem(world, id)
    expect(falha).toMatchObject({ status: 'falha', erro_codigo: '131049', liberada: false })
    expect(falha.erro_mensagem).toContain('A Meta não entregou')
    expect((await cliente(world, c.id)).status).toBe('ativo')
    const logs = await world.db.selectFrom('log').select(['acao', 'nivel', 'entidade_id']).execute()
    expect(logs).toEqual([{ acao: 'mensagem.falhar', nivel: 'aviso', entidade_id: c.id }])
  })

  test('of a number that is not on WhatsApp sends all who have it to a person', async ({ world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const b = await world.criarCliente({ telefone: '+5511988880001' })
    const { wamid } = await mensagemPara(world, a)
    await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131026 })
    for (const { id } of [a, b]) {
      expect(await cliente(world, id)).toMatchObject({
        status: 'aguardando_atendimento',
        aguardando_motivo: 'contato_invalido',
      })
    }
    expect((await contato(world, a.contatoId)).invalido_em).not.toBe(null)
  })

  test('of a number the customer no longer has moves nobody', async ({ world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const { wamid } = await mensagemPara(world, a)
    const novo = await world.criarCliente({ telefone: '+5511988880002' }, [])
    await world.db
      .updateTable('cliente')
      .set({ contato_id: novo.contatoId, telefone: '+5511988880002' })
      .where('id', '=', a.id)
      .execute()
    await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131026 })
    expect((await cliente(world, a.id)).status).toBe('ativo')
    expect((await contato(world, novo.contatoId)).invalido_em).toBe(null)
  })

  test('is not believed of a number that wrote since', async ({ world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const { wamid } = await mensagemPara(world, a)
    const antes = world.relogio.agora()
    world.relogio.passar({ minutos: 5 })
    await escrever(world, { de: '5511988880001' })
    await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131026, em: antes })
    expect((await contato(world, a.contatoId)).invalido_em).toBe(null)
  })

  test.for([
    [['falha', 'chegada', 'outra']],
    [['chegada', 'falha', 'outra']],
    [['falha', 'outra', 'chegada']],
    [['outra', 'chegada', 'falha']],
  ])('is not believed of a number that a later message reached, told in the order %j', async ([ordem], { world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const dias = ['2026-11-20', '2026-11-21', '2026-11-23']
    const [uma, duas, tres] = await Promise.all(dias.map((dia) => mensagemPara(world, a, { dia })))
    const aosMinutos = (minutos: number) => new Date(world.relogio.agora().getTime() - (60 - minutos) * 60_000)
    const ditos = {
      falha: { wamid: uma!.wamid!, status: 'failed', erro: 131026, em: aosMinutos(1) },
      chegada: { wamid: duas!.wamid!, status: 'delivered', em: aosMinutos(2) },
      outra: { wamid: tres!.wamid!, status: 'failed', erro: 131049, em: aosMinutos(3) },
    }
    for (const qual of ordem!) await dizerStatus(world, ditos[qual as keyof typeof ditos])
    expect((await contato(world, a.contatoId)).invalido_em).toBe(null)
  })

  test('of a template that Meta paused meanwhile stops that template', async ({ world }) => {
    await aprovarModelos(world)
    const versao = (await modeloAprovado(world.db, 'atraso'))!
    const { wamid } = await mensagemPara(world, await world.criarCliente(), { modelo_versao_id: versao.versaoId })
    await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 132015 })
    expect(await modeloAprovado(world.db, 'atraso')).toBe(null)
    expect(await modeloAprovado(world.db, 'lembrete')).not.toBe(null)
  })

  test.for([131042, 131048])(
    '%i, of the account or its number, stops everything, frees the step and the day, and takes the attempt back',
    async (erro, { world }) => {
      const c = await world.criarCliente({ numero_chamadas: 3 })
      const { id, wamid } = await mensagemPara(world, c)
      const passo = { conta_id: c.contas[0]!, dias: 5, vencimento: '2026-11-19', mensagem_id: id, cliente_id: c.id }
      await world.db.insertInto('cobranca_passo').values(passo).execute()
      await dizerStatus(world, { wamid: wamid!, status: 'failed', erro })
      expect(await mensagem(world, id)).toMatchObject({ status: 'falha', liberada: true })
      expect(await world.db.selectFrom('cobranca_passo').selectAll().execute()).toEqual([])
      expect((await cliente(world, c.id)).numero_chamadas).toBe(2)
      expect((await config(world)).conta_parada_codigo).toBe(String(erro))
      const admin = await world.criarAdmin()
      const status = (await world.chamar(admin, 'GET', '/api/admin/configuracoes/whatsapp/status')).json()
      expect(status).toMatchObject({ conectado: false, estado: 'erro', erro: { codigo: String(erro) } })
    },
  )
})

test('a failure of the account takes back no attempt of a message that was none', async ({ world }) => {
  const c = await world.criarCliente({ numero_chamadas: 3 })
  const { wamid } = await mensagemPara(world, c, { contou_chamada: false })
  await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131042 })
  expect((await cliente(world, c.id)).numero_chamadas).toBe(3)
})

test('a message that a failure of the account had freed spends its day again when it turns out to have arrived', async ({
  world,
}) => {
  const c = await world.criarCliente()
  const { wamid } = await mensagemPara(world, c)
  const dias = async () => {
    const { ultimo_modelo_dia, ultima_cobranca_dia } = await contato(world, c.contatoId)
    return [ultimo_modelo_dia, ultima_cobranca_dia]
  }
  await dizerStatus(world, { wamid: wamid!, status: 'failed', erro: 131042 })
  expect(await dias()).toEqual([null, null])
  await dizerStatus(world, { wamid: wamid!, status: 'delivered' })
  expect(await dias()).toEqual([world.hoje(), world.hoje()])
})

test('a failure of the account told late, from before it was resumed, does not stop it again; a later one does', async ({
  world,
}) => {
  const um = await world.criarCliente()
  const [antiga, nova] = [await mensagemPara(world, um), await mensagemPara(world, um, { dia: '2026-11-20' })]
  const outra = await mensagemPara(world, um, { dia: '2026-11-19' })
  const antes = world.relogio.agora()
  world.relogio.passar({ minutos: 10 })
  await world.db.updateTable('configuracao').set({ conta_retomada_em: world.relogio.agora() }).execute()
  world.relogio.passar({ minutos: 10 })
  await dizerStatus(world, { wamid: antiga.wamid!, status: 'failed', erro: 131048, em: antes })
  expect(await mensagem(world, antiga.id)).toMatchObject({ status: 'falha', liberada: true })
  expect((await config(world)).conta_parada_codigo).toBe(null)
  await dizerStatus(world, { wamid: nova.wamid!, status: 'failed', erro: 131048 })
  await dizerStatus(world, { wamid: outra.wamid!, status: 'failed', erro: 131042 })
  expect((await config(world)).conta_parada_codigo, 'the first is the one to be seen').toBe('131048')
})

test('the account banned by a webhook stops the sending; told late, from before it was resumed, it does not', async ({
  world,
}) => {
  const value = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'], waba_ban_date: 'x' } }
  const antes = world.relogio.agora().getTime() / 1_000
  world.relogio.passar({ minutos: 10 })
  await world.db.updateTable('configuracao').set({ conta_retomada_em: world.relogio.agora() }).execute()
  world.relogio.passar({ minutos: 10 })
  await enviarWebhook(world, envelope('account_update', value, antes))
  await esvaziarEntrada(world)
  expect((await config(world)).conta_parada_codigo).toBe(null)
  await enviarWebhook(world, envelope('account_update', value, antes + 1_200))
  await esvaziarEntrada(world)
  expect((await config(world)).conta_parada_codigo).toBe('disable')
})

test('the movement of the last 24 hours is counted from what is written', async ({ world }) => {
  const admin = await world.criarAdmin()
  const [a, b, c] = [
    await world.criarCliente({ telefone: '+5511988880001' }),
    await world.criarCliente(),
    await world.criarCliente(),
  ]
  const [lida, falha] = [await mensagemPara(world, a), await mensagemPara(world, b)]
  await mensagemPara(world, c, { aceita_em: '2026-11-22T13:00:00Z', dia: '2026-11-22' })
  await dizerStatus(
    world,
    { wamid: lida.wamid!, status: 'read' },
    { wamid: falha.wamid!, status: 'failed', erro: 131049 },
  )
  await escrever(world, { de: '5511988880001', em: new Date('2026-11-24T13:00:00Z') }, { de: '5511977776666' })
  expect((await world.chamar(admin, 'GET', '/api/admin/configuracoes/whatsapp/movimento')).json()).toEqual({
    aceitas: 2,
    entregues: 1,
    lidas: 1,
    respondidas: 1,
    falhas: 1,
    pessoas_alcancadas: 0,
    pessoas_a_alcancar: null,
    numeros_sem_cliente: 1,
    eventos_de_lado: 0,
    webhooks_recusados: { assinatura: 0, ilegivel: 0, antigo: 0 },
  })
})

test('what Meta charges for a message is kept, whichever status tells it', async ({ world }) => {
  const { id, contatoId } = await world.criarCliente()
  await jaEnviada(world, id, contatoId!, 'wamid.paga', 0)
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
  const status = { ...statusDe(world, { wamid: 'wamid.paga', status: 'delivered' }), pricing }
  await enviarWebhook(world, mensagens(world, { statuses: [status] }))
  await dizerStatus(world, { wamid: 'wamid.paga', status: 'read' })
  const mensagem = await world.db
    .selectFrom('mensagem')
    .selectAll()
    .where('wamid', '=', 'wamid.paga')
    .executeTakeFirstOrThrow()
  expect(mensagem).toMatchObject({ status: 'lida', preco_tipo: 'regular', preco_categoria: 'utility' })
})
