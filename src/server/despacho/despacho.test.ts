import { describe, expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import { verificarConta } from '#server/whatsapp/verificacao.actions.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import { linha } from '#test/linha.ts'
import type { World } from '#test/world.ts'
import { encerrarDesconhecidas } from './desconhecidas.actions.ts'
import { reivindicar } from './reivindicacao.actions.ts'
import { registrarAceitas } from './resultados.actions.ts'

const rodar = async (world: World) => {
  await executar(world.servicos, {})
  await despachar(world)
}
const mensagens = (world: World) => world.db.selectFrom('mensagem').selectAll().orderBy('id').execute()
const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const A_MESMA = { tipo: 'aceita' as const, wamid: 'wamid.A', waId: null, userId: null }
const ESPECIAL = {
  recusado: '+5511900000090',
  cortado: '+5511900000097',
  mudo: '+5511900000098',
  indisponivel: '+5511900000016',
}

describe('the dispatcher', () => {
  test('sends what the run queued, filled with the data of now, and counts the attempt', async ({ world, palco }) => {
    const { id, contatoId } = await world.criarCliente({ nome: 'Marlene Souza' })
    await rodar(world)
    const [mensagem] = await mensagens(world)
    expect(palco.emulador.envios()).toMatchObject([{ referencia: mensagem!.referencia, texto: mensagem!.conteudo }])
    expect(mensagem).toMatchObject({ status: 'enviada', envio: 'aceita', contou_chamada: true })
    expect(mensagem!.wamid).toMatch(/^wamid/)
    expect(mensagem!.conteudo).toContain('R$ 102,17')
    expect(await cliente(world, id)).toMatchObject({
      numero_chamadas: 1,
      ultimo_contato_em: world.relogio.agora().toISOString(),
    })
    const contato = await linha(world, 'contato', contatoId)
    expect(contato).toMatchObject({ ultimo_modelo_dia: '2026-11-24', ultima_cobranca_dia: '2026-11-24' })
  })

  test('if one id comes for several messages, it belongs to the first', async ({ world, palco }) => {
    for (let i = 0; i < 3; i += 1) await world.criarCliente()
    const { whatsapp } = world.servicos
    const api = (await whatsapp.api())!
    const mesma = { ...api, enviarModelo: async () => ({ ...A_MESMA }) }
    world.servicos.whatsapp = { ...whatsapp, api: async () => mesma }
    await rodar(world)
    await world.criarCliente()
    await rodar(world)
    expect((await mensagens(world)).map(({ envio, wamid }) => [envio, wamid])).toEqual([
      ['aceita', A_MESMA.wamid],
      ...Array(3).fill(['aceita', null]),
    ])
    expect(palco.emulador.envios()).toEqual([])
  })

  test.for(['queued', 'tried'])(
    'sends what was %s by a clock that has been set back since',
    async (oQue, { world, palco }) => {
      await world.criarCliente()
      const { id, contatoId } = await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
      const janela_ate = new Date(world.relogio.agora().getTime() + 3_600_000)
      await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', contatoId).execute()
      await palco.emulador.recebidas.receber((await cliente(world, id)).telefone!, { tipo: 'texto', texto: 'Oi' })
      await executar(world.servicos, {})
      const saida = { clienteId: id, contatoId: contatoId!, finalidade: 'atendimento', tipo: 'texto' } as const
      await world.db
        .transaction()
        .execute((trx) => enfileirar(trx, { ...saida, conteudo: 'Bom dia' }, world.relogio.agora()))
      const agora = world.relogio.agora()
      world.relogio.passar({ minutos: -30 })
      const adiadas = { created_at: world.relogio.agora(), tentativas: 1, reivindicada_em: agora }
      if (oQue === 'tried') await world.db.updateTable('mensagem').set(adiadas).where('envio', '=', 'fila').execute()
      await despachar(world)
      expect(palco.emulador.envios()).toHaveLength(2)
    },
  )

  test('a template that Meta refuses stops being sent: whoever was next is judged again', async ({ world, palco }) => {
    for (let i = 0; i < 240; i += 1) await world.criarCliente()
    const { corpo } = await palco.controle('GET', '/modelos')
    for (const { id } of corpo.data) await palco.controle('PATCH', `/modelos/${id}`, { status: 'PAUSED' })
    await rodar(world)
    const todas = await mensagens(world)
    const recusadas = todas.filter(({ status, erro_codigo }) => status === 'falha' && erro_codigo === '132015')
    expect(recusadas.length).toBeGreaterThan(0)
    expect(recusadas.length).toBeLessThanOrEqual(120) // those already on their way
    const outras = todas.filter((mensagem) => !recusadas.includes(mensagem))
    expect(new Set(outras.map(({ status, erro_codigo }) => `${status} ${erro_codigo}`))).toEqual(
      new Set(['cancelada modelo_nao_aprovado']),
    )
  })

  test.for<
    [string, (world: World, c: { id: number; contatoId: number | null; contas: number[] }) => Promise<unknown>, string]
  >([
    [
      'paid',
      (world, c) =>
        world.db.transaction().execute(async (trx) => {
          await trx.updateTable('conta').set({ situacao: 'cancelada' }).where('id', 'in', c.contas).execute()
          await trx
            .updateTable('cliente')
            .set({ status: 'concluido', aberto_centavos: 0, contas_abertas: 0, vencimento_mais_antigo: null })
            .where('id', '=', c.id)
            .execute()
        }),
      'sem_conta_no_passo',
    ],
    [
      'was paused',
      (world, c) =>
        world.db
          .updateTable('cliente')
          .set({ status: 'pausado', motivo_pausa: 'prazo' })
          .where('id', '=', c.id)
          .execute(),
      'pausado',
    ],
    [
      'opted out',
      (world, c) =>
        world.db.updateTable('contato').set({ aceita_mensagens: false }).where('id', '=', c.contatoId).execute(),
      'nao_aceita_mensagens',
    ],
    [
      'was written to by a person',
      (world, c) =>
        world.db
          .updateTable('contato')
          .set({ ultimo_modelo_dia: '2026-11-24' })
          .where('id', '=', c.contatoId)
          .execute(),
      'ja_contatado_hoje',
    ],
    ['waits past the hours', async (world) => world.relogio.mover('2026-11-24T23:30:00.000Z'), 'fora_do_horario'],
    ['waits until the next day', async (world) => world.relogio.passar({ dias: 1 }), 'expirada'],
  ])('cancels at the claim for whoever %s, which frees the step', async ([, mudar, codigo], { world, palco }) => {
    const devedor = await world.criarCliente()
    await executar(world.servicos, {})
    await mudar(world, devedor)
    await despachar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'cancelada', erro_codigo: codigo, liberada: true }])
    expect(palco.emulador.envios()).toEqual([])
    expect(await world.db.selectFrom('cobranca_passo').selectAll().execute()).toEqual([])
    expect((await cliente(world, devedor.id)).numero_chamadas).toBe(0)
    expect(await world.db.selectFrom('execucao_item').select(['enviada', 'detalhe']).execute()).toMatchObject([
      { enviada: false },
    ])
  })

  test('goes at the pace that the number bears: of Meta’s throughput, less while its quality is low', async ({
    world,
    palco,
  }) => {
    palco.emulador.configurar({ vazaoPorSegundo: 80, qualidade: 'RED' })
    await verificarConta(world.servicos)
    for (let i = 0; i < 45; i += 1) await world.criarCliente()
    await executar(world.servicos, {})
    const inicio = performance.now()
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(45)
    expect(performance.now() - inicio).toBeGreaterThan(2_000) // 20 a second, of a server that may send 1,000
  })

  test('sends nothing to a phone for which it was not written', async ({ world, palco }) => {
    const { id } = await world.criarCliente()
    await executar(world.servicos, {})
    const novo = { telefone: '(11) 97777-0001' }
    const mudado = await world.chamar(await world.criarOperador(), 'PATCH', `/api/operador/clientes/${id}`, novo)
    expect(mudado.statusCode).toBe(200)
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    const erro_mensagem = 'O cliente não tem mais este telefone.'
    expect(await mensagens(world)).toMatchObject([
      { status: 'cancelada', erro_codigo: 'contato_invalido', erro_mensagem },
    ])
    await rodar(world)
    expect(palco.emulador.envios()).toHaveLength(1)
  })

  test('holds back who wrote something that is not yet processed', async ({ world, palco }) => {
    const { contatoId } = await world.criarCliente()
    await executar(world.servicos, {})
    const evento = {
      chave: 'w1',
      tipo: 'mensagem',
      contato_id: contatoId,
      payload: '{}',
      recebido_em: world.relogio.agora(),
    }
    await world.db.insertInto('evento_recebido').values(evento).execute()
    // Neither keeps anybody waiting: what became of a message of ours, and what is set aside for a person to look at.
    const outros = [
      { ...evento, chave: 'w2', tipo: 'status' },
      { ...evento, chave: 'w3', posto_de_lado_em: world.relogio.agora() },
    ]
    await world.db.insertInto('evento_recebido').values(outros).execute()
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    await world.db
      .updateTable('evento_recebido')
      .set({ processado_em: world.relogio.agora() })
      .where('chave', '=', 'w1')
      .execute()
    world.relogio.passar({ segundos: 2 })
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(1)
  })

  test('what Meta refuses for good is falha, and frees the step for the next run', async ({ world, palco }) => {
    await world.criarCliente({ telefone: ESPECIAL.recusado })
    await rodar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'falha', erro_codigo: '131009', liberada: true }])
    expect(palco.emulador.envios()).toEqual([])
    expect((await executar(world.servicos, {})).enfileiradas).toBe(1)
  })

  test('what passes by itself is tried again after a pause, the same message', async ({ world, palco }) => {
    await world.criarCliente({ telefone: ESPECIAL.indisponivel })
    await rodar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'pendente', envio: 'fila', tentativas: 1 }])
    palco.emulador.ajustar(ESPECIAL.indisponivel, { resposta: { tipo: 'aceita' } })
    world.relogio.passar({ minutos: 2 })
    await despachar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'enviada', envio: 'aceita' }])
  })

  test('a connection lost after the request left is never sent again, and a webhook or a day settles it', async ({
    world,
    palco,
  }) => {
    const { id } = await world.criarCliente({ telefone: ESPECIAL.cortado })
    await rodar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'pendente', envio: 'desconhecida' }])
    await rodar(world)
    expect(await mensagens(world)).toHaveLength(1)
    world.relogio.passar({ minutos: 24 * 60 })
    await encerrarDesconhecidas(world.db, world.relogio.agora())
    expect(await mensagens(world)).toMatchObject([{ status: 'pendente', envio: 'desconhecida' }])
    world.relogio.passar({ minutos: 1 })
    await encerrarDesconhecidas(world.db, world.relogio.agora())
    expect(await mensagens(world)).toMatchObject([
      { status: 'falha', erro_codigo: 'resultado_desconhecido', liberada: false },
    ])
    const [mensagem] = await mensagens(world)
    await world.db
      .transaction()
      .execute((trx) => registrarAceitas(trx, [{ id: mensagem!.id, wamid: 'wamid.tarde' }], world.relogio.agora()))
    expect(await mensagens(world)).toMatchObject([{ status: 'enviada', erro_codigo: null, wamid: 'wamid.tarde' }])
    expect((await cliente(world, id)).numero_chamadas).toBe(1)
    expect(palco.emulador.envios()).toEqual([])
  })

  test('a problem of the account stops everything, and once solved what is still due is sent', async ({
    world,
    palco,
  }) => {
    for (let i = 0; i < 3; i += 1) await world.criarCliente()
    palco.emulador.cenario.situacao = 190
    await rodar(world)
    expect((await mensagens(world)).map(({ status, envio }) => [status, envio])).toEqual(
      Array(3).fill(['pendente', 'fila']),
    )
    const { conta_parada_codigo } = await world.db
      .selectFrom('configuracao')
      .select('conta_parada_codigo')
      .executeTakeFirstOrThrow()
    expect(conta_parada_codigo).toBe('190')
    palco.emulador.cenario.situacao = 'normal'
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    await world.db.updateTable('configuracao').set({ conta_parada_codigo: null }).execute()
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(3)
  })

  test('rows that a dead dispatcher only claimed are sent, rows it had marked are left to a webhook', async ({
    world,
    palco,
  }) => {
    for (let i = 0; i < 2; i += 1) await world.criarCliente()
    await executar(world.servicos, {})
    const { lote } = await reivindicar(world.db, world.relogio.agora(), 10, world.servicos)
    expect(lote).toHaveLength(2)
    await world.db
      .updateTable('mensagem')
      .set({ envio: 'enviando', enviando_em: world.relogio.agora() })
      .where('id', '=', lote[0]!.id)
      .execute()
    await despachar(world)
    expect((await mensagens(world)).map(({ envio }) => envio)).toEqual(['desconhecida', 'aceita'])
    expect(palco.emulador.envios()).toHaveLength(1)
  })

  test('a template to somebody new waits when the level is spent, and goes when there is room', async ({
    world,
    palco,
  }) => {
    const nivel = JSON.stringify({ limite: 'TIER_50' })
    await world.db.updateTable('configuracao').set({ whatsapp_situacao: nivel }).execute()
    const jaAlcancado = await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    for (let i = 1; i < 50; i += 1) await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    await world.db.updateTable('contato').set({ ultimo_contato_em: world.relogio.agora() }).execute()
    const novo = await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    const versao = await world.db
      .selectFrom('modelo_versao')
      .selectAll()
      .where('tipo', '=', 'reengajar')
      .executeTakeFirstOrThrow()
    const saida = {
      finalidade: 'reengajar',
      tipo: 'template',
      conteudo: 'Olá',
      modeloTipo: 'reengajar',
      modeloVersaoId: versao.id,
      parametros: Array.from({ length: new Set(versao.texto.match(/\{\{?\w+\}?\}/g)).size }, () => 'Ana'),
    } as const
    for (const { id, contatoId } of [novo, jaAlcancado])
      await world.db
        .transaction()
        .execute((trx) => enfileirar(trx, { ...saida, clienteId: id, contatoId: contatoId! }, world.relogio.agora()))
    await despachar(world)
    expect(await mensagens(world)).toMatchObject([{ envio: 'fila', tentativas: 0 }, { envio: 'aceita' }])

    await world.db.updateTable('contato').set({ ultimo_contato_em: null }).where('id', '<', 5).execute()
    world.relogio.passar({ segundos: 601 })
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(2)
    const alcancado = await world.db
      .selectFrom('contato')
      .selectAll()
      .where('id', '=', novo.contatoId)
      .executeTakeFirst()
    expect(alcancado!.ultimo_contato_em).toBe(world.relogio.agora().toISOString())
  })

  test("a person's message goes before the engine's, in the order it was written", async ({ world, palco }) => {
    const devedor = await world.criarCliente()
    const conversa = await world.criarCliente({ status: 'ativo' }, [{ vencimento: '2026-12-20' }])
    const janela_ate = new Date(world.relogio.agora().getTime() + 3_600_000)
    await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', conversa.contatoId).execute()
    await palco.emulador.recebidas.receber((await cliente(world, conversa.id)).telefone!, {
      tipo: 'texto',
      texto: 'Oi',
    })
    await executar(world.servicos, {})
    for (const conteudo of ['primeira', 'segunda']) {
      const saida = {
        clienteId: conversa.id,
        contatoId: conversa.contatoId!,
        finalidade: 'atendimento',
        tipo: 'texto',
        conteudo,
      } as const
      await world.db.transaction().execute((trx) => enfileirar(trx, saida, world.relogio.agora()))
    }
    await despachar(world)
    const enviadas = (await mensagens(world)).filter((m) => m.cliente_id === conversa.id)
    expect(enviadas.map(({ status }) => status)).toEqual(['enviada', 'enviada'])
    const textos = palco.emulador.envios().map(({ texto }) => texto)
    expect(textos.filter((texto) => texto === 'primeira' || texto === 'segunda')).toEqual(['primeira', 'segunda'])
    expect((await cliente(world, devedor.id)).numero_chamadas).toBe(1)
    expect((await cliente(world, conversa.id)).numero_chamadas).toBe(0)
  })

  test('free text whose window closed before it left is cancelled with the reason', async ({ world, palco }) => {
    const { id, contatoId } = await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    const saida = {
      clienteId: id,
      contatoId: contatoId!,
      finalidade: 'atendimento',
      tipo: 'texto',
      conteudo: 'Oi',
    } as const
    await world.db.transaction().execute((trx) => enfileirar(trx, saida, world.relogio.agora()))
    await despachar(world)
    expect(await mensagens(world)).toMatchObject([{ status: 'cancelada', erro_codigo: 'janela_fechada' }])
    expect(palco.emulador.envios()).toEqual([])
  })
})
