import { Agent } from 'undici'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import { test } from '#test/emulador.ts'
import { clienteDe, enviarOi, hostil, resposta } from '#test/hostil.ts'

describe('a send that never left', () => {
  test('is known not sent when the connection is refused', async () => {
    const host = await hostil(() => {})
    await host.fechar()
    const cliente = clienteDe(host.url)
    expect(await enviarOi(cliente)).toEqual({ tipo: 'nao_conectou', detalhe: 'Falha de rede (ECONNREFUSED).' })
    await cliente.fechar()
  })

  test('is known not sent when the name does not exist', async () => {
    const cliente = clienteDe('http://nao-existe.invalid/v23.0')
    expect(await enviarOi(cliente)).toMatchObject({ tipo: 'nao_conectou' })
    await cliente.fechar()
  })

  test('is known not sent when TLS cannot be agreed', async () => {
    const host = await hostil((socket) => socket.end('isto não é TLS'))
    const cliente = clienteDe(host.url.replace('http:', 'https:'))
    expect(await enviarOi(cliente)).toMatchObject({ tipo: 'nao_conectou' })
    await cliente.fechar()
    await host.fechar()
  })

  test('is known not sent after the client was closed', async () => {
    const cliente = clienteDe('http://127.0.0.1:1/v23.0')
    await cliente.fechar()
    expect(await enviarOi(cliente)).toMatchObject({ tipo: 'nao_conectou' })
  })
})

test('a send that waited for a connection for as long as it may is known not sent', async () => {
  const calado = await hostil(() => undefined)
  const cliente = clienteDe(calado.url, { conexoes: 1 })
  // One clock for both: on a busy machine the second's would start later, and it would get the connection that the first lets go.
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.timeout(100))
  onTestFinished(() => clock.mockRestore())
  const [, segunda] = await Promise.all([enviarOi(cliente), enviarOi(cliente)])
  expect(segunda.tipo).toBe('nao_conectou')
  await cliente.fechar()
  await calado.fechar()
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
    expect(await enviarOi(cliente)).toMatchObject({ tipo: 'desconhecido' })
    await cliente.fechar()
    await host.fechar()
  })

  test('says nothing of the token in its detail', async () => {
    const host = await hostil((socket) => socket.destroy())
    const cliente = clienteDe(host.url)
    expect(JSON.stringify(await enviarOi(cliente))).not.toContain('segredo')
    await cliente.fechar()
    await host.fechar()
  })
})

describe('what Meta says beside the point in another way than documented', () => {
  const dito = async (http: string, corpo: object) => {
    const host = await hostil(async (socket, pedido) => {
      await pedido
      socket.end(resposta(http, JSON.stringify(corpo)))
    })
    const cliente = clienteDe(host.url)
    const resultado = await enviarOi(cliente)
    await cliente.fechar()
    await host.fechar()
    return resultado
  }

  test.for([
    [null, null],
    [[{ input: null, wa_id: '5511900000001', user_id: null }], '5511900000001'],
    [[null], null],
  ] as const)('leaves what it accepted accepted: %j', async ([contacts, waId]) => {
    const aceita = { contacts, messages: [{ id: 'wamid.A', message_status: null }] }
    expect(await dito('200 OK', aceita)).toEqual({ tipo: 'aceita', wamid: 'wamid.A', waId, userId: null })
  })

  test.for([[null], [[]], [{ details: null }], [{ details: 7 }]])(
    'leaves what it refused refused: %j',
    async ([error_data]) => {
      const error = { message: null, type: null, code: 131009, error_subcode: null, is_transient: null, error_data }
      expect(await dito('400 Bad Request', { error })).toMatchObject({
        tipo: 'recusada',
        erro: { codigo: 131009, tipo: 'nosso_erro', detalhe: null },
      })
    },
  )
})

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
        const cliente = clienteDe(url, { saida, timeoutMs: 400 })
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
