import { describe, expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { despacharTudo } from './despachar.ts'
import { violada } from './invariantes.ts'
import { levarWebhooks, saidaVazia, test } from './processo.ts'
import { enviarWebhook, esvaziarEntrada, mensagemDe, mensagens, statusDe } from './whatsapp.ts'
import type { World } from './world.ts'

const contar = (world: World, direcao: 'enviada' | 'recebida') =>
  world.db
    .selectFrom('mensagem')
    .select(({ fn }) => ['status', fn.countAll<number>().as('n')])
    .where('direcao', '=', direcao)
    .groupBy('status')
    .execute()

describe('at the same time', () => {
  test('500 webhooks, each twice and in any order, tell everything once', async ({ world, palco }) => {
    const clientes = await Promise.all(Array.from({ length: 60 }, () => world.criarCliente()))
    await executar(world.servicos, {})
    await despacharTudo(world)
    const envios = palco.emulador.envios()
    expect(envios).toHaveLength(60)

    const contados = envios.flatMap(({ wamid, referencia }) =>
      ['sent', 'delivered', 'read'].map((status) =>
        mensagens(world, { statuses: [statusDe(world, { wamid, status, referencia: referencia! })] }),
      ),
    )
    const escritas = Array.from({ length: 70 }, (_, i) =>
      mensagens(world, { messages: [mensagemDe(world, { de: envios[i % 60]!.telefone, texto: `Mensagem ${i}` })] }),
    )
    const webhooks = [...contados, ...escritas, ...contados, ...escritas]
      .map((webhook, i) => ({ webhook, peso: ((i + 1) * 7_919) % 503 }))
      .sort((a, b) => a.peso - b.peso)
    expect(webhooks).toHaveLength(500)

    const chegando = webhooks.map(async ({ webhook }) => (await enviarWebhook(world, webhook)).statusCode)
    await Promise.all([esvaziarEntrada(world), esvaziarEntrada(world)])
    expect(new Set(await Promise.all(chegando))).toEqual(new Set([200]))
    await Promise.all([esvaziarEntrada(world), esvaziarEntrada(world)])
    await esvaziarEntrada(world)

    expect(await contar(world, 'enviada')).toEqual([{ status: 'lida', n: 60 }])
    expect(await contar(world, 'recebida')).toEqual([{ status: 'recebida', n: 70 }])
    const fila = await world.db.selectFrom('cliente').select('status').execute()
    expect(fila.map(({ status }) => status)).toEqual(clientes.map(() => 'aguardando_atendimento'))
    expect(await violada(world.db)).toBeNull()
  })

  test('two programs on one database send each message once, and either hears of any', async ({
    world,
    palco,
    iniciar,
  }) => {
    const quantas = 120
    await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
    const admin = await world.criarAdmin()
    const programas = await Promise.all([iniciar({ WHATSAPP_MAX_MPS: '400' }), iniciar({ WHATSAPP_MAX_MPS: '400' })])
    const rodadas = await Promise.all(
      [...programas, ...programas].map(async (programa) => {
        const resposta = await programa.chamar(admin, 'POST', '/api/admin/cobranca/executar', {})
        expect(resposta.status).toBe(200)
        return ((await resposta.json()) as { enfileiradas: number }).enfileiradas
      }),
    )
    expect(rodadas.reduce((soma, n) => soma + n, 0)).toBe(quantas)
    await saidaVazia(world)
    const referencias = palco.emulador.envios().map(({ referencia }) => referencia)
    expect(referencias).toHaveLength(quantas)
    expect(new Set(referencias).size).toBe(quantas)
    await levarWebhooks(world, palco, programas)
    expect(await contar(world, 'enviada')).toEqual([{ status: 'entregue', n: quantas }])
    expect(await violada(world.db)).toBeNull()
  })
})
