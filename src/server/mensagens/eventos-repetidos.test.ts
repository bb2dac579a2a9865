import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import {
  enviadas,
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

const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const minutosDepois = (world: World, minutos: number) => new Date(world.relogio.agora().getTime() + minutos * 60_000)

describe('a message already here', () => {
  test('takes a reaction, and loses it', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await jaEnviada(world, id, contatoId!, 'wamid.nossa')
    const reagir = (emoji: string, em: number) =>
      escrever(world, {
        de: '5511988880001',
        em: minutosDepois(world, em),
        outros: { type: 'reaction', reaction: { message_id: 'wamid.nossa', emoji } },
      })
    await reagir('👍', -2)
    expect((await enviadas(world))[0]).toMatchObject({ reacao: '👍' })
    await reagir('', -1)
    expect((await enviadas(world))[0]).toMatchObject({ reacao: null })
    expect((await cliente(world, id)).status).toBe('ativo')
  })

  test('is edited and deleted by whoever wrote it; ours is not theirs to delete', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await jaEnviada(world, id, contatoId!, 'wamid.nossa')
    await escrever(world, { de: '5511988880001', texto: 'pago dia 10', id: 'wamid.dele' })
    const texto = { type: 'text', text: { body: 'pago dia 15' } }
    await escrever(
      world,
      { de: '5511988880001', outros: { type: 'edit', edit: { original_message_id: 'wamid.dele', message: texto } } },
      { de: '5511988880001', outros: { type: 'revoke', revoke: { original_message_id: 'wamid.nossa' } } },
    )
    expect(await recebidas(world)).toMatchObject([{ conteudo: 'pago dia 15', apagada_em: null }])
    await escrever(world, {
      de: '5511988880001',
      outros: { type: 'revoke', revoke: { original_message_id: 'wamid.dele' } },
    })
    expect((await recebidas(world))[0]).toMatchObject({ conteudo: 'pago dia 15', apagada_em: expect.any(String) })
    expect((await enviadas(world))[0]).toMatchObject({ apagada_em: null })
    const ana = await world.criarOperador()
    const { ultima_mensagem } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect(ultima_mensagem.conteudo).toBe('O cliente apagou esta mensagem.')
  })

  test('applies edits and deletions in their own order, even if reported before the message or reversed', async ({
    world,
  }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await jaEnviada(world, id, contatoId!, 'wamid.nossa')
    const feito = (em: number, outros: object) =>
      escrever(world, { de: '5511988880001', em: minutosDepois(world, em), outros })
    const editar = (em: number, body: string) =>
      feito(em, {
        type: 'edit',
        edit: { original_message_id: 'wamid.dele', message: { type: 'text', text: { body } } },
      })
    await editar(-2, 'pago dia 20')
    await feito(-1, { type: 'revoke', revoke: { original_message_id: 'wamid.dele' } })
    await escrever(world, { de: '5511988880001', texto: 'pago dia 10', id: 'wamid.dele', em: minutosDepois(world, -5) })
    const marcada = { conteudo: 'pago dia 20', apagada_em: minutosDepois(world, -1).toISOString() }
    expect(await recebidas(world)).toMatchObject([marcada])
    await editar(-3, 'pago dia 15')
    expect(await recebidas(world)).toMatchObject([marcada])
    await feito(-1, { type: 'reaction', reaction: { message_id: 'wamid.nossa', emoji: '' } })
    await feito(-2, { type: 'reaction', reaction: { message_id: 'wamid.nossa', emoji: '👍' } })
    expect((await enviadas(world))[0]).toMatchObject({ reacao: null })
  })
})

describe('the inbox', () => {
  test('500 duplicated and shuffled webhooks end as each thing once', async ({ world }) => {
    const telefones = Array.from({ length: 20 }, (_, i) => `+55119888800${String(i + 10)}`)
    for (const telefone of telefones) await world.criarCliente({ telefone })
    const textos = telefones.flatMap((de) =>
      Array.from({ length: 10 }, (_, i) =>
        mensagemDe(world, {
          de,
          texto: i === 8 ? 'PARAR' : i === 9 ? 'VOLTAR' : `mensagem ${i}`,
          em: minutosDepois(world, i - 60),
        }),
      ),
    )
    const webhooks = [...textos, ...textos, ...textos.slice(0, 100)].map((messages) =>
      mensagens(world, { messages: [messages] }),
    )
    const sorteados = webhooks
      .map((webhook) => ({ webhook, ordem: randomUUID() }))
      .sort((a, b) => (a.ordem < b.ordem ? -1 : 1))
    const respostas = await Promise.all([
      ...sorteados.map(({ webhook }) => enviarWebhook(world, webhook)),
      esvaziarEntrada(world),
      esvaziarEntrada(world),
    ])
    expect(respostas.slice(0, 500).every((r) => (r as { statusCode: number }).statusCode === 200)).toBe(true)
    await Promise.all([esvaziarEntrada(world), esvaziarEntrada(world)])
    const eventos = await world.db.selectFrom('evento_recebido').selectAll().execute()
    expect(eventos).toHaveLength(200)
    expect(eventos.filter((e) => e.processado_em === null || e.erro !== null)).toEqual([])
    expect(await recebidas(world)).toHaveLength(200)
    const contatos = await world.db.selectFrom('contato').select(['aceita_mensagens', 'janela_ate']).execute()
    expect(
      contatos.every((c) => c.aceita_mensagens && c.janela_ate === minutosDepois(world, 24 * 60 - 51).toISOString()),
    ).toBe(true)
    const clientes = await world.db.selectFrom('cliente').select(['status', 'nao_lidas']).execute()
    expect(clientes.every((c) => c.status === 'aguardando_atendimento' && c.nao_lidas === 8)).toBe(true)
  })

  test('a poison event is tried, set aside and shown, and the rest goes on', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await enviarWebhook(world, mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001' })] }))
    await world.db
      .updateTable('evento_recebido')
      .set({ payload: JSON.stringify({ mensagem: null }) })
      .execute()
    await escrever(world, { de: '5511988880001', texto: 'depois do veneno' }, { de: '5511977776666' })
    expect((await recebidas(world)).map((m) => m.telefone)).toEqual(['5511977776666'])
    for (let i = 0; i < 5; i += 1) {
      world.relogio.passar({ segundos: 20 })
      await esvaziarEntrada(world)
    }
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
    const [veneno] = await world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
    expect(veneno).toMatchObject({ tentativas: 5, processado_em: null })
    expect(veneno?.posto_de_lado_em).not.toBe(null)
    const logs = await world.db.selectFrom('log').select(['acao', 'nivel']).where('nivel', '=', 'erro').execute()
    expect(logs).toEqual([{ acao: 'whatsapp.separar_evento', nivel: 'erro' }])
  })

  test('a poison status is set aside, and the statuses beside it are heard', async ({ world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    await jaEnviada(world, id, contatoId!, 'wamid.nossa')
    await world.db
      .insertInto('evento_recebido')
      .values({ chave: 's:veneno', tipo: 'status', payload: 'null', recebido_em: world.relogio.agora() })
      .execute()
    await enviarWebhook(
      world,
      mensagens(world, { statuses: [statusDe(world, { wamid: 'wamid.nossa', status: 'read' })] }),
    )
    for (let i = 0; i < 6; i += 1) {
      await esvaziarEntrada(world)
      world.relogio.passar({ segundos: 20 })
    }
    expect((await enviadas(world))[0]).toMatchObject({ status: 'lida' })
    const [veneno] = await world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
    expect(veneno).toMatchObject({ tentativas: 5, processado_em: null, posto_de_lado_em: expect.any(String) })
  })
})
