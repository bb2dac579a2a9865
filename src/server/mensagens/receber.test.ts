import { describe, expect } from 'vitest'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { enviadas, escrever, jaEnviada, recebidas } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const contato = (world: World, id: number) => linha(world, 'contato', id)
const minutosDepois = (world: World, minutos: number) => new Date(world.relogio.agora().getTime() + minutos * 60_000)

describe('a reply', () => {
  test('takes the customer out of the engine into the queue, unread, with the window open', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001', numero_chamadas: 3 })
    await escrever(world, { de: '+5511988880001', texto: 'Já paguei ontem' })
    expect(await cliente(world, id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'respondeu',
      nao_lidas: 1,
      numero_chamadas: 0,
    })
    expect((await contato(world, contatoId!)).janela_ate).toBe('2026-11-25T13:00:00.000Z')
    expect(await recebidas(world)).toMatchObject([
      { cliente_id: id, tipo: 'texto', conteudo: 'Já paguei ontem', status: 'recebida', nao_lida: true },
    ])
  })

  test('stores hints of what it asks for, given the day it was written; an edit is read again', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    // Written on a Thursday evening in São Paulo, told on Friday: "sexta" is the day after it was written.
    const em = new Date('2026-11-20T01:30:00.000Z')
    world.relogio.mover('2026-11-20T12:00:00.000Z')
    const ana = await world.criarOperador()
    await escrever(world, { de: '+5511988880001', texto: 'to apertado, pago 300 conto sexta', em, id: 'wamid.S' })
    await escrever(world, { de: '+5511988880001', texto: 'ok' })
    const ler = async () => (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data
    expect((await ler())[0].intencoes).toEqual([
      { intencao: 'paga_em', trecho: 'pago 300 conto', dia: '2026-11-20', valor: 300 },
      { intencao: 'sem_condicoes', trecho: 'to apertado', dia: null, valor: null },
    ])
    expect((await ler())[1].intencoes).toEqual([])
    const edicao = { original_message_id: 'wamid.S', message: { type: 'text', text: { body: 'já paguei' } } }
    await escrever(world, { de: '+5511988880001', outros: { type: 'edit', text: undefined, edit: edicao } })
    expect((await ler())[0].intencoes).toMatchObject([{ intencao: 'ja_paguei' }])
  })

  test('with an instant past all calendars counts from now, and holds nobody', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    const em = new Date(999_999_999_999_000)
    await escrever(
      world,
      { de: '+5511988880001', texto: 'PARAR', em },
      { de: '+5511988880001', texto: 'Já paguei', em },
    )
    expect((await recebidas(world)).map(({ meta_em }) => meta_em)).toEqual(Array(2).fill('2026-11-24T13:00:00.000Z'))
    expect((await contato(world, contatoId!)).aceita_mensagens).toBe(false)
    // Nor does PARAR outlast a later VOLTAR.
    world.relogio.passar({ minutos: 1 })
    await escrever(world, { de: '+5511988880001', texto: 'VOLTAR' })
    expect((await contato(world, contatoId!)).aceita_mensagens).toBe(true)
    expect((await cliente(world, id)).nao_lidas).toBe(1)
  })

  test('from tomorrow opens the window for a day from now, and no longer', async ({ world }) => {
    const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '+5511988880001', em: minutosDepois(world, 600) })
    expect((await contato(world, contatoId!)).janela_ate).toBe('2026-11-25T13:00:00.000Z')
    expect((await recebidas(world))[0]!.created_at).toBe(world.relogio.agora().toISOString())
  })

  test.for([
    ['with the ninth digit', '+5531980000002', '5531980000002'],
    ['without it', '+5531980000002', '553180000002'],
  ] as const)('finds the customer by phone %s', async ([, telefone, de], { world }) => {
    const { id } = await world.criarCliente({ telefone })
    await escrever(world, { de })
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })

  test('finds the customer by BSUID once both were seen together', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', bsuid: 'BR.123' })
    await escrever(world, { bsuid: 'BR.123', texto: 'Sem número' })
    expect((await recebidas(world)).map((m) => m.cliente_id)).toEqual([id, id])
  })

  test('of whoever hides the number is known by the message of ours that it quotes, and what came before with it', async ({
    world,
  }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5531988880001' })
    await world.db.updateTable('contato').set({ wa_id: '553188880001' }).where('id', '=', contatoId).execute()
    await jaEnviada(world, id, contatoId!, 'wamid.NOSSA')
    await escrever(world, { bsuid: 'BR.77', texto: 'Quem é?' })
    expect((await recebidas(world))[0]?.cliente_id).toBe(null)
    const button = { payload: 'PARAR', text: 'Parar avisos' }
    await escrever(world, { bsuid: 'BR.77', cita: 'wamid.NOSSA', outros: { type: 'button', button, text: undefined } })
    expect(await contato(world, contatoId!)).toMatchObject({
      bsuid: 'BR.77',
      wa_id: '553188880001',
      aceita_mensagens: false,
    })
    expect((await recebidas(world)).map(({ cliente_id }) => cliente_id)).toEqual([id, id])
    expect((await cliente(world, id)).telefone).toBe('+5531988880001')
  })

  test('of whoever hides the number is not believed for a message of somebody whose id is another', async ({
    world,
  }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await world.db.updateTable('contato').set({ wa_id: '5511988880001', bsuid: 'BR.1' }).execute()
    await jaEnviada(world, id, contatoId!, 'wamid.NOSSA')
    await escrever(world, { bsuid: 'BR.2', cita: 'wamid.NOSSA', texto: 'PARAR' })
    expect(await contato(world, contatoId!)).toMatchObject({ bsuid: 'BR.1', aceita_mensagens: true })
  })

  test('links a person known only by BSUID to the phone that appears later', async ({ world }) => {
    await escrever(world, { bsuid: 'BR.9', texto: 'PARAR' })
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', bsuid: 'BR.9', em: minutosDepois(world, -10) })
    const junto = { bsuid: 'BR.9', aceita_mensagens: false, janela_ate: '2026-11-25T13:00:00.000Z' }
    expect(await contato(world, contatoId!)).toMatchObject(junto)
    expect((await recebidas(world)).map((m) => m.contato_id)).toEqual([contatoId, contatoId])
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })

  test('goes to the customer of the quoted message, else to the one last messaged, and takes both out', async ({
    world,
  }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const b = await world.criarCliente({ telefone: '+5511988880001' })
    await jaEnviada(world, b.id, b.contatoId!, 'wamid.B', 120)
    await jaEnviada(world, a.id, a.contatoId!, 'wamid.A', 60)
    await escrever(world, { de: '5511988880001', texto: 'uma' })
    await escrever(world, { de: '5511988880001', texto: 'duas', cita: 'wamid.B' })
    expect((await recebidas(world)).map((m) => m.cliente_id)).toEqual([a.id, b.id])
    expect([(await cliente(world, a.id)).status, (await cliente(world, b.id)).status]).toEqual([
      'aguardando_atendimento',
      'aguardando_atendimento',
    ])
    expect([(await cliente(world, a.id)).nao_lidas, (await cliente(world, b.id)).nao_lidas]).toEqual([1, 1])
  })

  test('stays where it is while in service, and is kept unread when completed', async ({ world }) => {
    const ana = await world.criarOperador()
    const servido = await world.criarCliente({
      status: 'em_atendimento',
      operador_id: ana.id,
      telefone: '+5511988880001',
    })
    const pronto = await world.criarCliente({ telefone: '+5511988880002' }, [])
    await escrever(world, { de: '5511988880001' }, { de: '5511988880002' })
    expect(await cliente(world, servido.id)).toMatchObject({ status: 'em_atendimento', nao_lidas: 1 })
    expect(await cliente(world, pronto.id)).toMatchObject({ status: 'concluido', nao_lidas: 1 })
  })

  test('from an unknown number is kept for administrators', async ({ world }) => {
    const admin = await world.criarAdmin()
    await escrever(world, { de: '5511977776666', texto: 'Quem é?' })
    const resposta = await world.chamar(admin, 'GET', '/api/admin/mensagens/sem-cliente')
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({ total: 1, data: [{ conteudo: 'Quem é?', telefone: '+5511977776666' }] })
  })

  test('from unknown numbers goes away as a spreadsheet, latest first and safe against formulas', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(
      world,
      { de: '5511977776666', texto: '=HYPERLINK("x")' },
      { de: '5511977775555', texto: 'Quem é?' },
      { de: '5511988880001', texto: 'Sou cliente' },
    )
    const url = '/api/admin/mensagens/sem-cliente/exportar.csv'
    const baixar = async (consulta = '') => world.chamar(admin, 'GET', `${url}${consulta}`)
    const todas = await baixar()
    expect(todas.headers['content-disposition']).toBe('attachment; filename="numeros-sem-cliente-2026-11-24.csv"')
    const [, primeira, segunda, ...resto] = todas.body.split('\r\n')
    expect(primeira).toContain('"(11) 97777-5555";"texto";"Quem é?";""')
    expect(segunda).toContain(`"(11) 97777-6666";"texto";"'=HYPERLINK(""x"")";""`)
    expect(resto).toEqual([''])
    expect((await baixar('?busca=97777-5555')).body).not.toContain('HYPERLINK')
    await escrever(world, { de: '553177774444', texto: 'De Minas' }) // where WhatsApp names mobiles without their ninth digit
    for (const busca of ['(31) 97777-4444', '97777-4444', '+5531977774444', '3177774444'])
      expect((await baixar(`?busca=${encodeURIComponent(busca)}`)).body, busca).toContain('De Minas')
    expect((await world.chamar(await world.criarOperador(), 'GET', url)).statusCode).toBe(403)
  })

  test('the window only moves forward, by Meta’s timestamp', async ({ world }) => {
    const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', em: minutosDepois(world, -30) })
    await escrever(world, { de: '5511988880001', em: minutosDepois(world, -90) })
    expect((await contato(world, contatoId!)).janela_ate).toBe('2026-11-25T12:30:00.000Z')
  })

  test('a reaction or a system message is no reply', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(
      world,
      { de: '5511988880001', outros: { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } } },
      { de: '5511988880001', outros: { type: 'system', system: { type: 'customer_identity_changed' } } },
    )
    expect((await cliente(world, id)).status).toBe('ativo')
    expect((await contato(world, contatoId!)).janela_ate).toBe(null)
    expect(await recebidas(world)).toEqual([])
  })

  test('a system message of a kind that nobody knows is kept to be seen', async ({ world }) => {
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: { type: 'system', system: { type: 'user_moved_to_mars' } } })
    const [evento] = await world.db.selectFrom('evento_recebido').selectAll().execute()
    expect(evento).toMatchObject({ erro: expect.stringContaining('user_moved_to_mars'), processado_em: null })
    expect(evento?.posto_de_lado_em).not.toBe(null)
  })

  test('proves that a number works', async ({ world }) => {
    const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await world.db.updateTable('contato').set({ invalido_em: world.relogio.agora() }).execute()
    await escrever(world, { de: '5511988880001' })
    expect((await contato(world, contatoId!)).invalido_em).toBe(null)
  })

  test('outside the hours somebody answers by itself, once a day', async ({ world }) => {
    world.relogio.mover('2026-11-24T23:30:00.000Z') // 20:30
    await world.criarCliente({ telefone: '+5511988880001', nome: 'Marlene Souza' })
    await escrever(world, { de: '5511988880001', texto: 'Bom dia' })
    const fila = await world.chamar(await world.criarOperador(), 'GET', '/api/operador/clientes/aguardando-atendimento')
    // What she wrote stays the last message in the queue, not our answer to it.
    expect(fila.json().data[0].ultima_mensagem).toMatchObject({ conteudo: 'Bom dia', direcao: 'recebida' })
    await escrever(world, { de: '5511988880001', texto: 'Alô?' })
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'fora_do_horario', tipo: 'texto', automatica: true, autor_id: null, envio: 'fila' },
    ])
    expect((await enviadas(world))[0]?.conteudo).toContain('Olá, Marlene!')
    world.relogio.mover('2026-11-25T23:30:00.000Z')
    await escrever(world, { de: '5511988880001' })
    expect(await enviadas(world)).toHaveLength(2)
    world.relogio.mover('2026-11-26T13:00:00.000Z')
    await escrever(world, { de: '5511988880001' })
    expect(await enviadas(world)).toHaveLength(2)
  })
})

test.for([
  ['who opted out', { aceita_mensagens: false }, 0],
  ['what was written over an hour ago', {}, -61],
] as const)('outside the hours nothing answers %s', async ([, campos, minutos], { world }) => {
  world.relogio.mover('2026-11-24T23:30:00.000Z')
  const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
  await world.db
    .updateTable('contato')
    .set({ ultimo_contato_em: null, ...campos })
    .where('id', '=', contatoId)
    .execute()
  await escrever(world, { de: '5511988880001', em: minutosDepois(world, minutos) })
  expect(await enviadas(world)).toEqual([])
})

describe('PARAR and VOLTAR', () => {
  test('PARAR opts everyone on the phone out, confirms once, and queues nobody', async ({ world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const b = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', texto: ' parar. ' })
    await escrever(world, { de: '5511988880001', texto: 'SAIR' })
    expect(await contato(world, a.contatoId!)).toMatchObject({ aceita_mensagens: false })
    expect([(await cliente(world, a.id)).status, (await cliente(world, b.id)).status]).toEqual(['ativo', 'ativo'])
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'opt_out', tipo: 'texto', automatica: true, status: 'pendente' },
    ])
    const logs = await world.db
      .selectFrom('log')
      .select(['acao', 'entidade_id'])
      .where('acao', '=', 'cliente.recusar_mensagens')
      .execute()
    expect(logs.map((l) => l.entidade_id).sort()).toEqual([a.id, b.id])
    expect((await recebidas(world)).map(({ nao_lida }) => nao_lida)).toEqual([false, false])
  })

  test('VOLTAR opts in again; by Meta’s timestamp the latest word wins, on a tie the opt-out', async ({ world }) => {
    const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    const de = '5511988880001'
    const aceita = async () => (await contato(world, contatoId!)).aceita_mensagens
    await escrever(world, { de, texto: 'PARAR', em: minutosDepois(world, -10) })
    await escrever(world, { de, texto: 'VOLTAR', em: minutosDepois(world, -20) })
    expect(await aceita()).toBe(false)
    await escrever(world, { de, texto: 'voltar', em: minutosDepois(world, -5) })
    expect(await aceita()).toBe(true)
    await escrever(world, { de, texto: 'CANCELAR', em: minutosDepois(world, -5) })
    expect(await aceita()).toBe(false)
  })

  test('the word inside a sentence, or under a picture, is a reply', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', texto: 'quero parar de dever' })
    const image = { id: '600', mime_type: 'image/jpeg', caption: 'parar' }
    await escrever(world, { de: '5511988880001', outros: { type: 'image', image } })
    expect((await contato(world, contatoId!)).aceita_mensagens).toBe(true)
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })
})

describe('the kinds of message', () => {
  test.for([
    [
      'a tap on a template’s button',
      { type: 'button', button: { text: 'Quero negociar', payload: 'x' } },
      'botao',
      'Quero negociar',
    ],
    [
      'a button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Sim' } } },
      'botao',
      'Sim',
    ],
    [
      'a picture',
      { type: 'image', image: { id: '600', mime_type: 'image/jpeg', caption: 'o comprovante' } },
      'imagem',
      'o comprovante',
    ],
    [
      'a document',
      { type: 'document', document: { id: '601', mime_type: 'application/pdf', filename: 'recibo.pdf' } },
      'documento',
      'recibo.pdf',
    ],
    [
      'a voice note',
      { type: 'audio', audio: { id: '602', mime_type: 'audio/ogg; codecs=opus', voice: true } },
      'audio',
      'Mensagem de voz',
    ],
    [
      'a place',
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } },
      'outro',
      'Localização: Loja · -23.5, -46.6',
    ],
    [
      'a kind of tomorrow',
      { type: 'holograma' },
      'outro',
      'O cliente enviou um tipo de mensagem que o WhatsApp não mostra aqui. Peça que escreva em texto.',
    ],
  ] as const)('%s', async ([, outros, tipo, conteudo], { world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros })
    expect(await recebidas(world)).toMatchObject([{ tipo, conteudo }])
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })
})
