import { describe, expect } from 'vitest'
import { test } from '#test/emulador.ts'
import { clienteDe, hostil, resposta } from '#test/hostil.ts'

const PARA = '+5511987654321'

describe('the account', () => {
  test('its number, quality and limit', async ({ palco }) => {
    await palco.abrir()
    expect(await palco.cliente().numero()).toEqual({
      tipo: 'ok',
      valor: {
        numero: '+55 11 4000-0100',
        nomeVerificado: 'Empresa Exemplo',
        qualidade: 'GREEN',
        limite: 'TIER_10K',
        situacao: 'CONNECTED',
        podeEnviar: 'AVAILABLE',
        problemas: [],
        vazao: 'STANDARD',
        webhook: palco.emulador.webhooks.url,
      },
    })
  })

  test('its health says why it may not send', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.cenario.situacao = 131042
    expect(await palco.cliente().numero()).toMatchObject({
      valor: { podeEnviar: 'BLOCKED', problemas: [{ codigo: 141006 }] },
    })
  })

  test('a wrong token, a wrong number', async ({ palco }) => {
    await palco.abrir()
    expect(await palco.cliente({ token: 'outro' }).numero()).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 190, tipo: 'parar_conta' },
    })
    expect(await palco.cliente({ phoneNumberId: '999' }).numero()).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 100, subcodigo: 33, tipo: 'parar_conta' },
    })
  })

  test('its templates, over as many pages as there are', async ({ palco }) => {
    await palco.abrir()
    const cliente = palco.cliente()
    for (let i = 0; i < 230; i++) {
      // No more than 100 in an hour.
      if (i % 100 === 0) await palco.passar(3_600_000)
      const { tipo } = await cliente.criarModelo({
        nome: `modelo_${i}`,
        idioma: 'pt_BR',
        categoria: 'UTILITY',
        texto: 'Olá, a sua conta vence hoje.',
        exemplos: [],
      })
      expect(tipo).toBe('ok')
    }
    const todos = await cliente.listarModelos()
    if (todos.tipo !== 'ok') throw new Error(todos.tipo)
    expect(new Set(todos.valor.map(({ nome }) => nome)).size).toBe(230)
    expect(todos.valor[0]).toEqual({
      id: expect.stringMatching(/^7\d{14}$/),
      nome: 'modelo_0',
      idioma: 'pt_BR',
      status: 'APPROVED',
      categoria: 'UTILITY',
      texto: 'Olá, a sua conta vence hoje.',
      partes: { cabecalho: null, botoes: [] },
      estranho: false,
      motivo: null,
      qualidade: 'UNKNOWN',
    })
  })

  test('its templates, without an end, are no list, and not kept in memory', async () => {
    const um = { id: '1', name: 'a', language: 'pt_BR', status: 'APPROVED' }
    const pagina = JSON.stringify({ data: Array(15_000).fill(um), paging: { next: 'x', cursors: { after: 'y' } } })
    let pedidas = 0
    const host = await hostil(async (socket, pedido) => {
      await pedido
      pedidas += 1
      socket.end(resposta('200 OK', pagina))
    })
    const cliente = clienteDe(host.url)
    expect(await cliente.listarModelos()).toMatchObject({
      tipo: 'desconhecido',
      detalhe: expect.stringContaining('não termina'),
    })
    expect(pedidas).toBe(2)
    await cliente.fechar()
    await host.fechar()
  })

  test('its texts are such as a database takes and a screen shows, whatever they say', async () => {
    const dito = JSON.stringify({ id: '1', verified_name: 'a\0b\ud800', status: 'x'.repeat(1e6) })
    const host = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(resposta('200 OK', dito))
    })
    const cliente = clienteDe(host.url)
    const numero = await cliente.numero()
    expect(numero).toMatchObject({ tipo: 'ok', valor: { nomeVerificado: 'a\ufffdb\ufffd' } })
    expect(JSON.stringify(numero).length).toBeLessThan(20_000)
    await cliente.fechar()
    await host.fechar()
  })

  test('which apps are subscribed, and subscribing with an address', async ({ palco }) => {
    await palco.abrir()
    const cliente = palco.cliente()
    const url = palco.emulador.webhooks.url!
    expect(await cliente.assinar({ url, verifyToken: palco.emulador.conta.verifyToken })).toEqual({
      tipo: 'ok',
      valor: true,
    })
    expect(await cliente.assinaturas()).toMatchObject({ valor: [{ appId: '400000000000001', url }] })
    expect(await cliente.assinar({ url, verifyToken: 'errado' })).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 2200 },
    })
  })

  test('marks an inbound message as read, and no other', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    expect(await palco.cliente().marcarLida(wamid)).toEqual({ tipo: 'ok', valor: true })
    expect(await palco.cliente().marcarLida('wamid.nenhum')).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 131009 },
    })
  })
})
