import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { criarSaidaSegura, destinoDe, EnderecoProibido } from './saida-segura.ts'

let servidor: Server
let porta: number
let chamadas: number
beforeEach(async () => {
  chamadas = 0
  servidor = createServer((pedido, resposta) => {
    if (pedido.url === '/vai') resposta.writeHead(302, { location: `http://localhost:${porta}/dentro` })
    resposta.end('de dentro')
  })
  // Any connection counts, whatever is said over it.
  servidor.on('connection', () => {
    chamadas += 1
  })
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  porta = (servidor.address() as AddressInfo).port
})
afterEach(() => servidor.close())

const dns = (...respostas: string[][]) => {
  let vez = 0
  return async () => {
    const achados = respostas[Math.min(vez++, respostas.length - 1)]!
    if (achados.length === 0) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    return achados.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
}
const saidaDe = (resolver = dns(['8.8.8.8']), nomeados: string[] = []) =>
  criarSaidaSegura({ nomeados: () => nomeados, resolver })

async function chamar(saida: ReturnType<typeof saidaDe>, url: string) {
  const dispatcher = saida.abrir({}, 1_000)
  try {
    const { statusCode, body } = await request(url, { dispatcher })
    return [statusCode, await body.text()]
  } finally {
    await dispatcher.destroy()
  }
}

describe('an address that a person typed', () => {
  test.for(['https://graph.facebook.com/v23.0', 'https://8.8.8.8/v23.0', 'https://[2606:4700::6810:84e5]:8443/x'])(
    '%s may be called',
    async (url) => {
      expect(await saidaDe().problema(url)).toBe(null)
    },
  )

  test.for([
    'http://graph.facebook.com/v23.0',
    'ftp://graph.facebook.com/',
    'https://eu:senha@graph.facebook.com/',
    'nada',
    'ftp://api.interna:2121/x',
  ])('%s is not https', async (url) => {
    expect(await saidaDe(dns(['8.8.8.8']), ['api.interna:2121']).problema(url)).toMatch(/precisa começar com https/)
  })

  test.for([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://169.254.169.254/latest/meta-data',
    'https://①②⑦.⓪.⓪.①/',
  ])('%s leads inside, however it is written, and no name is asked for', async (url) => {
    expect(await saidaDe().problema(url)).toMatch(/internet pública/)
    await expect(chamar(saidaDe(), url)).rejects.toThrow(EnderecoProibido)
  })

  test('that resolves to nothing, to one not public or to one among others is told in one sentence', async () => {
    const respostas = [[], ['10.0.0.7'], ['8.8.8.8', '10.0.0.7'], ['::ffff:10.0.0.7']]
    const frases = await Promise.all(
      respostas.map((uma) => saidaDe(dns(uma)).problema('https://interna.exemplo.com.br')),
    )
    expect(new Set(frases).size).toBe(1)
    expect(frases[0]).toMatch(/internet pública/)
  })

  test('is connected to what was looked at: a name that changes in between leads nowhere', async () => {
    const saida = saidaDe(dns(['8.8.8.8'], ['127.0.0.1']))
    const url = `https://muda.exemplo.com.br:${porta}/`
    expect(await saida.problema(url)).toBe(null)
    await expect(chamar(saida, url)).rejects.toThrow('O endereço não é público')
    expect(chamadas).toBe(0)
  })
})

test('a name for which many calls wait is asked for once', async () => {
  const resposta = Promise.withResolvers<LookupAddress[]>()
  const resolver = vi.fn(() => resposta.promise)
  const saida = criarSaidaSegura({ nomeados: () => [], resolver })
  const ditos = [1, 2, 3].map(() => saida.problema('https://calado.exemplo.com.br/'))
  resposta.resolve([{ address: '8.8.8.8', family: 4 }])
  expect(await Promise.all(ditos)).toEqual([null, null, null])
  expect(resolver).toHaveBeenCalledOnce()
})

test('calls at once to one https server have a connection each, and none offers HTTP/2', async () => {
  const cumprimentos: Buffer[] = []
  const todos = Promise.withResolvers<void>()
  const calado = createTcpServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (dito) => {
        if (cumprimentos.push(dito) === 3) todos.resolve()
      })
  })
  await new Promise<void>((pronto) => calado.listen(0, '127.0.0.1', pronto))
  const lugar = `127.0.0.1:${(calado.address() as AddressInfo).port}`
  const dispatcher = saidaDe(dns(['127.0.0.1']), [lugar]).abrir({ connections: 3 }, 10_000)
  const pedidos = [1, 2, 3].map(() => request(`https://${lugar}/`, { dispatcher }))
  await todos.promise
  expect(cumprimentos.filter((um) => um.includes('\u0002h2'))).toEqual([])
  await dispatcher.destroy()
  await Promise.allSettled(pedidos)
  calado.close()
})

describe('what the environment names', () => {
  test('goes anywhere, at that port and by that name alone', async () => {
    const saida = saidaDe(dns(['127.0.0.1']), [`127.0.0.1:${porta}`, `api.interna:${porta}`])
    const url = `http://127.0.0.1:${porta}/x`
    expect([saida.nomeado(url), await saida.problema(url), await chamar(saida, url)]).toEqual([
      true,
      null,
      [200, 'de dentro'],
    ])
    for (const outra of [`http://127.0.0.2:${porta}/`, `http://localhost:${porta}/`, 'http://127.0.0.1:1/']) {
      expect(await saida.problema(outra)).not.toBe(null)
      await expect(chamar(saida, outra)).rejects.toThrow(EnderecoProibido)
    }
    expect(chamadas).toBe(1)
  })

  test('may send elsewhere, and nobody follows', async () => {
    const saida = saidaDe(dns(['127.0.0.1']), [`127.0.0.1:${porta}`])
    expect(await chamar(saida, `http://127.0.0.1:${porta}/vai`)).toEqual([302, 'de dentro'])
    expect(chamadas).toBe(1)
  })

  test('is written as host and port', () => {
    expect(
      ['https://a.com', 'http://a.com/x', 'https://[fd00::5]:8443', 'http://127.1:80', 'nada'].map(destinoDe),
    ).toEqual(['a.com:443', 'a.com:80', 'fd00::5:8443', '127.0.0.1:80', null])
  })
})
