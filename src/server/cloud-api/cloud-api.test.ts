import { createServer, type Server, type Socket } from 'node:net'
import { Agent } from 'undici'
import { describe, expect } from 'vitest'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import { test } from '#test/emulador.ts'
import { criarCloudApi } from './criar-cloud-api.ts'

const PARA = '+5511987654321'

/** A host that does with each connection what a test wants. */
async function hostil(aoConectar: (socket: Socket, pedido: Promise<string>) => unknown) {
  const sockets = new Set<Socket>()
  const servidor: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    void aoConectar(socket, new Promise((lido) => socket.once('data', (dados) => lido(dados.toString()))))
  })
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  const { port } = servidor.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/v23.0`,
    async fechar() {
      for (const socket of sockets) socket.destroy()
      await new Promise((fechado) => servidor.close(fechado))
    },
  }
}

const clienteDe = (apiUrl: string, outros = {}) =>
  criarCloudApi({
    apiUrl,
    token: 'segredo-do-token',
    phoneNumberId: '1',
    businessAccountId: '2',
    timeoutMs: 400,
    ...outros,
  })
const enviar = (cliente: ReturnType<typeof clienteDe>) =>
  cliente.enviarTexto({ para: PARA, texto: 'Oi', referencia: 'r1' })

const resposta = (linha: string, corpo: string, tipo = 'application/json') =>
  `HTTP/1.1 ${linha}\r\ncontent-type: ${tipo}\r\ncontent-length: ${Buffer.byteLength(corpo)}\r\nconnection: close\r\n\r\n${corpo}`

describe('a send', () => {
  test('that Meta accepts brings the ids, and the reference goes along', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const envio = await palco.cliente().enviarTexto({ para: PARA, texto: 'Olá, tudo bem?', referencia: 'm-7' })
    expect(envio).toEqual({
      tipo: 'aceita',
      wamid: expect.stringMatching(/^wamid\./),
      waId: '5511987654321',
      userId: null,
    })
    expect(palco.emulador.envios()).toMatchObject([{ referencia: 'm-7', texto: 'Olá, tudo bem?', telefone: PARA }])
  })

  test('to an area from 31 on comes back without the ninth digit', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5531987654321')).toMatchObject({ tipo: 'aceita', waId: '553187654321' })
  })

  test('by user id brings the user id and no telephone', async ({ palco }) => {
    await palco.abrir()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const { bsuid } = palco.emulador.aparelho(PARA)
    const envio = await palco.cliente().enviarTexto({ para: { bsuid }, texto: 'Olá', referencia: 'r' })
    expect(envio).toMatchObject({ tipo: 'aceita', waId: null, userId: bsuid })
  })

  test('quotes the message it answers', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    await palco.cliente().enviarTexto({ para: PARA, texto: 'Olá', referencia: 'r', citar: wamid })
    expect(palco.emulador.aparelho(PARA).mensagens.at(-1)).toMatchObject({ texto: 'Olá', cita: wamid })
  })

  test('of a template fills its variables', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('lembrete', 'Olá {{1}}, sua conta de {{2}} vence amanhã. Obrigado.', ['Ana', 'R$ 10,00'])
    const envio = await palco.cliente().enviarModelo({
      para: PARA,
      nome: 'lembrete',
      idioma: 'pt_BR',
      parametros: ['Marlene', 'R$ 99,90'],
      referencia: 'r',
    })
    expect(envio.tipo).toBe('aceita')
    expect(palco.emulador.envios()[0]!.texto).toBe('Olá Marlene, sua conta de R$ 99,90 vence amanhã. Obrigado.')
  })

  test('that Meta refuses brings the error with its rule', async ({ palco }) => {
    await palco.abrir()
    palco.emulador.cenario.situacao = 131031
    expect(await enviarPara(palco, PARA)).toEqual({
      tipo: 'recusada',
      erro: expect.objectContaining({ codigo: 131031, tipo: 'parar_conta', http: 403, detalhe: expect.any(String) }),
    })
  })

  test('refused in a 5xx with an error body is still Meta saying no', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5511900000091')).toMatchObject({
      tipo: 'recusada',
      erro: { codigo: 131000, tipo: 'repetir_uma_vez', http: 500 },
    })
  })

  test('on a connection cut after the request left is unknown', async ({ palco }) => {
    await palco.abrir()
    expect(await enviarPara(palco, '+5511900000097')).toMatchObject({ tipo: 'desconhecido' })
    expect(palco.emulador.envios()).toHaveLength(0)
  })

  test('whose answer never comes is unknown, although it went out', async ({ palco }) => {
    await palco.abrir()
    const envio = await palco
      .cliente({ timeoutMs: 300 })
      .enviarTexto({ para: '+5511900000098', texto: 'Oi', referencia: 'r9' })
    expect(envio).toEqual({ tipo: 'desconhecido', detalhe: 'A Meta não respondeu a tempo.' })
    expect(palco.emulador.envios()).toMatchObject([{ referencia: 'r9' }])
  })
})

describe('a send that never left', () => {
  test('is known not sent when the connection is refused', async () => {
    const host = await hostil(() => {})
    await host.fechar()
    const cliente = clienteDe(host.url)
    expect(await enviar(cliente)).toEqual({ tipo: 'nao_conectou', detalhe: 'Falha de rede (ECONNREFUSED).' })
    await cliente.fechar()
  })

  test('is known not sent when the name does not exist', async () => {
    const cliente = clienteDe('http://nao-existe.invalid/v23.0', { timeoutMs: 5000 })
    expect(await enviar(cliente)).toMatchObject({ tipo: 'nao_conectou' })
    await cliente.fechar()
  })

  test('is known not sent when TLS cannot be agreed', async () => {
    const host = await hostil((socket) => socket.end('isto não é TLS'))
    const cliente = clienteDe(host.url.replace('http:', 'https:'))
    expect(await enviar(cliente)).toMatchObject({ tipo: 'nao_conectou' })
    await cliente.fechar()
    await host.fechar()
  })

  test('is known not sent after the client was closed', async () => {
    const cliente = clienteDe('http://127.0.0.1:1/v23.0')
    await cliente.fechar()
    expect(await enviar(cliente)).toMatchObject({ tipo: 'nao_conectou' })
  })
})

describe('a send whose outcome nobody knows', () => {
  test.for([
    ['the connection ends before an answer', ''],
    ['a proxy answers in HTML', resposta('502 Bad Gateway', '<h1>502</h1>', 'text/html')],
    ['a 200 is not JSON', resposta('200 OK', 'OK', 'text/plain')],
    ['a 200 holds no message id', resposta('200 OK', '{"messages":[]}')],
    ['the id is none that a database takes', resposta('200 OK', '{"messages":[{"id":"a\\u0000b"}]}')],
    ["a 404 is not in Meta's words", resposta('404 Not Found', 'nada', 'text/plain')],
    ['the body is cut short', resposta('200 OK', '{"messages":[{"id":"wamid.A"}]}').slice(0, -10)],
  ])('%s', async ([, texto = '']) => {
    const host = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(texto)
    })
    const cliente = clienteDe(host.url)
    expect(await enviar(cliente)).toMatchObject({ tipo: 'desconhecido' })
    await cliente.fechar()
    await host.fechar()
  })

  test('says nothing of the token in its detail', async () => {
    const host = await hostil((socket) => socket.destroy())
    const cliente = clienteDe(host.url)
    expect(JSON.stringify(await enviar(cliente))).not.toContain('segredo')
    await cliente.fechar()
    await host.fechar()
  })
})

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
    const cliente = clienteDe(host.url, { timeoutMs: 5_000 })
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
    const cliente = clienteDe(host.url, { timeoutMs: 5_000 })
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

describe('more than text', () => {
  test('a file is uploaded and sent, within Meta’s limits', async ({ palco }) => {
    await palco.abrir()
    const api = palco.cliente()
    await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Manda o boleto?' })
    const bytes = Buffer.from('%PDF-1.7 boleto')
    const subida = await api.subirArquivo({
      nome: 'boleto.pdf',
      mime: 'application/pdf',
      conteudo: new Blob([bytes], { type: 'application/pdf' }),
    })
    if (subida.tipo !== 'ok') throw new Error(JSON.stringify(subida))
    const enviada = await api.enviarArquivo({
      para: PARA,
      tipo: 'document',
      midiaId: subida.valor,
      nome: 'boleto.pdf',
      legenda: 'Segue o boleto',
      referencia: 'm-8',
    })
    expect(enviada.tipo).toBe('aceita')
    for (const [mime, tamanho] of [
      ['application/x-msdownload', 10],
      ['text/html', 10],
      ['image/png', 6 * 2 ** 20],
      ['application/pdf', 0],
    ] as const) {
      const recusa = await api.subirArquivo({
        nome: 'x',
        mime,
        conteudo: new Blob([Buffer.alloc(tamanho)], { type: mime }),
      })
      expect(recusa).toEqual({ tipo: 'nao_conectou', detalhe: expect.stringMatching(/\.$/) })
    }
  })

  test('buttons, and the sign that somebody writes', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await palco.emulador.recebidas.receber(PARA, { tipo: 'texto', texto: 'Oi' })
    const botoes = [{ id: 'pagar', titulo: 'Pagar agora' }]
    const enviada = await palco
      .cliente()
      .enviarBotoes({ para: PARA, texto: 'Como quer seguir?', botoes, referencia: 'm-9' })
    expect(enviada.tipo).toBe('aceita')
    expect(await palco.cliente().marcarLida(wamid, { digitando: true })).toEqual({ tipo: 'ok', valor: true })
  })

  test('a template is edited and deleted; the token and the numbers are told', async ({ palco }) => {
    await palco.abrir()
    const api = palco.cliente()
    const texto = { texto: 'Olá, {{1}}, tudo certo?', exemplos: ['Ana'] }
    const novo = await api.criarModelo({ nome: 'aviso', idioma: 'pt_BR', categoria: 'UTILITY', ...texto })
    if (novo.tipo !== 'ok') throw new Error(JSON.stringify(novo))
    await palco.passar(5_000)
    const { id } = novo.valor
    expect(await api.editarModelo(id, { ...texto, texto: 'Oi, {{1}}, tudo certo por aí?' })).toMatchObject({
      tipo: 'ok',
    })
    expect(await api.apagarModelo({ id, nome: 'aviso' })).toEqual({ tipo: 'ok', valor: true })
    expect(await api.numerosDaConta()).toEqual({ tipo: 'ok', valor: [palco.emulador.conta.phoneNumberId] })
    expect(await api.inspecionarToken()).toMatchObject({ tipo: 'ok', valor: { valido: true, expiraEm: null } })
  })
})

describe('media', () => {
  test('is downloaded with the token', async ({ palco }) => {
    await palco.abrir()
    const bytes = Buffer.from('%PDF-1.7 comprovante')
    await palco.emulador.recebidas.receber(PARA, { tipo: 'midia', mime: 'application/pdf', nome: 'pix.pdf', bytes })
    await palco.emulador.idle()
    const baixada = await palco.cliente().baixarMidia(palco.mensagens[0]!.document!.id!)
    if (baixada.tipo !== 'ok') throw new Error(baixada.tipo)
    expect(baixada.valor).toMatchObject({ mime: 'application/pdf', tamanho: bytes.length })
    expect(Buffer.concat(await baixada.valor.corpo.toArray())).toEqual(bytes)
  })

  test('unknown to Meta is refused', async ({ palco }) => {
    await palco.abrir()
    expect(await palco.cliente().baixarMidia('123')).toMatchObject({ tipo: 'recusada', erro: { codigo: 100 } })
  })

  test('on a foreign host is not fetched: the token stays home', async () => {
    const corpo = JSON.stringify({ id: '9', url: 'http://127.0.0.1:9/roubo', mime_type: 'image/png' })
    const host = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(resposta('200 OK', corpo))
    })
    const cliente = clienteDe(host.url)
    expect(await cliente.baixarMidia('9')).toMatchObject({
      tipo: 'desconhecido',
      detalhe: expect.stringContaining('não é da Meta'),
    })
    await cliente.fechar()
    await host.fechar()
  })
})

const enviarPara = (palco: { cliente: () => ReturnType<typeof clienteDe> }, para: string) =>
  palco.cliente().enviarTexto({ para, texto: 'Oi', referencia: 'r' })

describe('an id from outside', () => {
  test.for(['..', '../../123/messages', 'a/b?c=d&e#f', '%2e%2e', '1 2'])(
    '%s stays one part of the path',
    async (id) => {
      const pedidos: string[] = []
      const lugar = await hostil(async (socket, pedido) => {
        pedidos.push((await pedido).split(' ').slice(0, 2).join(' '))
        socket.end(
          resposta('400 Bad Request', JSON.stringify({ error: { message: 'x', code: 100, error_subcode: 33 } })),
        )
      })
      const cliente = clienteDe(lugar.url)
      await cliente.baixarMidia(id)
      await cliente.editarModelo(id, { texto: 'x', exemplos: [] })
      await cliente.apagarModelo({ id, nome: id })
      await cliente.marcarLida('wamid.x', { numeroId: id })
      await cliente.fechar()
      await lugar.fechar()
      const parte = id === '..' ? '-' : encodeURIComponent(id)
      expect(pedidos).toEqual([
        `GET /v23.0/${parte}`,
        `POST /v23.0/${parte}`,
        `DELETE /v23.0/2/message_templates?hsm_id=${parte}&name=${parte}`,
        `POST /v23.0/${parte}/messages`,
      ])
    },
  )
})

describe('an address that a person typed, and that is not Meta’s', () => {
  /** As for an address that nobody named: the guard itself, which lets nothing private through, is tested on its own. */
  const saida: SaidaSegura = {
    nomeado: () => false,
    problema: async () => null,
    abrir: (opcoes, timeout) => new Agent({ ...opcoes, connect: { timeout } }),
  }

  test('is told of in one sentence, never sooner, whatever is behind its port', async () => {
    const naoHttp = await hostil(async (socket, pedido) => {
      await pedido
      socket.end('220 mail.exemplo.com.br ESMTP\r\n')
    })
    const outro = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(resposta('404 Not Found', '<html>', 'text/html'))
    })
    const calado = await hostil(() => undefined)
    const fechado = await hostil(() => undefined)
    await fechado.fechar()
    const ditos = await Promise.all(
      [naoHttp, outro, calado, fechado].map(async ({ url }) => {
        const inicio = performance.now()
        const cliente = clienteDe(url, { saida })
        const { tipo: _, ...dito } = await cliente.numero()
        await cliente.fechar()
        return { dito, cedo: performance.now() - inicio < 395 }
      }),
    )
    await Promise.all([naoHttp, outro, calado].map((um) => um.fechar()))
    const frase = 'O endereço não respondeu como a API da Meta.'
    expect(ditos).toEqual(ditos.map(() => ({ dito: { detalhe: frase }, cedo: false })))
  })
})
