import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { VENENOS } from '#test/fuzz/json.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { criarLogger, nivelNaDemonstracao } from './logger.ts'

// Whatever comes in is answered with less than 500 and, when refused, with a sentence.

const PLAUSIVEIS: unknown[] = [
  '+5511987654321',
  1,
  2,
  10.5,
  '1',
  'pix',
  'ativo',
  'lembrete',
  '2026-12-10',
  '2026-11-24',
  'Um texto qualquer',
  true,
  [1],
]

interface Operacao {
  metodo: string
  caminho: string
  parametros: { name: string; in: string }[]
  campos: string[]
}

const corpoDe = (operacao: { requestBody?: { content: Record<string, { schema?: { properties?: object } }> } }) =>
  operacao.requestBody?.content['application/json']?.schema?.properties ?? {}

/** Every documented call, with the names of what it takes. */
async function operacoes(world: World, admin: Pessoa): Promise<Operacao[]> {
  const { paths } = (await world.chamar(admin, 'GET', '/api/openapi.json')).json()
  return Object.entries<Record<string, Record<string, never>>>(paths).flatMap(([caminho, metodos]) =>
    Object.entries(metodos).map(([metodo, operacao]) => ({
      metodo,
      caminho,
      parametros: operacao.parameters ?? [],
      campos: Object.keys(corpoDe(operacao)),
    })),
  )
}

const valor = fc.oneof(
  fc.constantFrom(...VENENOS, [2 ** 53]),
  fc.constantFrom(...PLAUSIVEIS),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
)
const texto = valor.map((um) => (typeof um === 'string' ? um : JSON.stringify(um)))

const pedidoDe = ({ parametros, campos }: Operacao) =>
  fc.record({
    parametros: fc.record(Object.fromEntries(parametros.map(({ name }) => [name, fc.oneof(fc.constant('1'), texto)]))),
    corpo: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(Object.fromEntries(campos.map((nome) => [nome, valor])), { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: valor },
    ),
  })

const codificar = (um: string) => encodeURIComponent(um.toWellFormed())

function enderecar({ caminho, parametros }: Operacao, valores: Record<string, string>) {
  const rota = caminho.replace(/\{(\w+)\}/g, (_, nome: string) => codificar(valores[nome] ?? '1') || '1')
  const consulta = parametros
    .filter((um) => um.in === 'query')
    .map((um) => `${um.name}=${codificar(valores[um.name] ?? '')}`)
  return consulta.length > 0 ? `${rota}?${consulta.join('&')}` : rota
}

describe('hostile input', () => {
  test('never gets a 5xx from any call', async ({ world }) => {
    const todas = await operacoes(world, await world.criarAdmin())
    expect(todas.length).toBeGreaterThan(30)
    for (const operacao of todas.filter(({ caminho }) => caminho !== '/api/eventos')) {
      const pessoa = operacao.caminho.startsWith('/api/operador/')
        ? await world.criarOperador()
        : await world.criarAdmin()
      await world.criarCliente({ operador_id: operacao.caminho.startsWith('/api/operador/') ? pessoa.id : null })
      await fc.assert(
        fc.asyncProperty(pedidoDe(operacao), async ({ parametros, corpo }) => {
          const url = enderecar(operacao, parametros as Record<string, string>)
          const comCorpo = ['post', 'put', 'patch', 'delete'].includes(operacao.metodo)
          const resposta = await world.app.inject({
            method: operacao.metodo.toUpperCase() as 'GET',
            url,
            headers: {
              authorization: `Bearer ${pessoa.token}`,
              ...(comCorpo ? { 'content-type': 'application/json' } : {}),
            },
            ...(comCorpo ? { payload: JSON.stringify(corpo) ?? '' } : {}),
          })
          const onde = `${operacao.metodo} ${url}\n${JSON.stringify(corpo)}\n${resposta.body}`
          expect(resposta.statusCode, onde).toBeLessThan(500)
          expect(resposta.headers['x-request-id'], onde).toBeTruthy()
          if (resposta.statusCode >= 400) expect(resposta.json().message, onde).toMatch(/\p{L}.{8,}/u)
        }),
        { numRuns: 15, seed: 20261124 },
      )
    }
    expect((await world.chamar(null, 'GET', '/health/ready')).statusCode).toBe(200)
  })

  /** To a call that needs a session: public ones accept only small bodies. */
  const enviar = async (world: World, payload: string | Buffer, headers = {}) => {
    const { token } = await world.criarOperador()
    return world.app.inject({
      method: 'POST',
      url: '/api/operador/frases',
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  }

  test.for([
    ['a bottomless list', '['.repeat(200_000) + ']'.repeat(200_000), 413],
    ['a list of nothing, three hundred thousand times', `[${'[],'.repeat(300_000)}[]]`, 413],
    ['nothing but names', `{${'"":0,'.repeat(200_000)}"a":1}`, 413],
    ['a bottomless list inside a field', `{"email":${'['.repeat(5_000)}${']'.repeat(5_000)},"password":"x"}`, 422],
    ['half a document', '{"email":"a', 400],
    ['a prototype', '{"__proto__":{"role":"admin"},"email":"a@b.c","password":"x"}', 400],
    ['a constructor', '{"constructor":{"prototype":{"role":"admin"}},"email":"a@b.c","password":"x"}', 400],
    ['nothing', '', 422],
    ['null', 'null', 422],
    ['a number with no end', '9'.repeat(100_000), 422],
    ['a name with NUL', '{"email\\u0000":"a@b.c"}', 422],
    ['too much', `{"email":"${'x'.repeat(1_100_000)}"}`, 413],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a name in windows-1252', Buffer.from('{"texto":"Olá, João"}', 'latin1'), 400],
  ] as const)('%s as a body gets a sentence', async ([, payload, status], { world }) => {
    const resposta = await enviar(world, payload)
    expect(resposta.statusCode, resposta.body.slice(0, 300)).toBe(status)
    expect(resposta.json().message).toMatch(/\.$/)
  })

  test('what two rules of a field say alike is told once', async ({ world }) => {
    const resposta = await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/clientes/99999999999999999999')
    expect(resposta.statusCode).toBe(422)
    expect(resposta.json().errors).toEqual({ id: ['O identificador deve ser um número.'] })
  })

  test.for([
    ['POST', '/api/operador/frases', 'texto', 'O texto deve ter no máximo 2000 caracteres.'],
    ['PATCH', '/api/operador/clientes/1', 'email', 'Informe um e-mail válido.'],
  ] as const)('no row of accents is composed whole: %s %s', async ([metodo, url, campo, frase], { world }) => {
    const compor = vi.spyOn(String.prototype, 'normalize')
    const corpo = { [campo]: `a${'\u0301\u0323'.repeat(10_000)}` }
    const resposta = await world.chamar(await world.criarOperador(), metodo, url, corpo)
    const maior = Math.max(...compor.mock.contexts.map((composto) => String(composto).length), 0)
    compor.mockRestore()
    expect(resposta.json().errors[campo]).toEqual([frase])
    expect(maior).toBeLessThanOrEqual(8_000)
  })

  test('of thousands of wrong values in a list a hundred are told', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ids = Array.from({ length: 15_000 }, () => 'x')
    const resposta = await world.chamar(admin, 'POST', '/api/admin/clientes/transferir', { operador_id: 1, ids })
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors).length).toBeLessThanOrEqual(100)
  })

  noMesmoMundo.for([
    '/api/%',
    '/api/%c0%ae',
    '/api/..%2f..%2fetc/passwd',
    '/api/nao/existe',
    '/api',
    '/api/admin/operadores/%00',
    '/build/..%2fpackage.json',
    '/build/',
    '/build/%00',
  ])('%s is not found, in JSON', async (url, { world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'GET', url)
    expect([400, 404, 422], resposta.body).toContain(resposta.statusCode)
    expect(resposta.json().message).toMatch(/\.$/)
    expect(resposta.headers['x-request-id']).toBeTruthy()
  })
})

describe('what is hardly HTTP', () => {
  test.for([
    ['nonsense', 'LIXO\r\n\r\n', 400],
    ['headers without end', `GET /api/me HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
  ] as const)('%s is answered and the connection closed', async ([, bytes, status], { world }) => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const resposta = (await socket.toArray()).join('')
    expect(resposta).toContain(`HTTP/1.1 ${status} `)
    expect(resposta).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
    expect(JSON.parse(resposta.split('\r\n\r\n')[1] ?? '').message).toMatch(/\.$/)
  })
})

describe('a body that is refused before its end', () => {
  test.for([
    ['POST', '/api/login', 'application/json', 413],
    ['POST', '/api/webhooks/whatsapp', 'application/json', 413],
    ['POST', '/api/logout', 'application/json', 401],
    ['POST', '/api/login', 'text/plain', 415],
    ['POST', '/api/nada', 'text/plain', 404],
  ] as const)(
    '%s %s of %s is answered to whoever reads only after sending',
    async ([method, path, tipo, status], { world }) => {
      await world.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = world.app.server.address() as AddressInfo
      const corpo = Buffer.alloc(20_000_000, 'a')
      const socket = connect(port, '127.0.0.1')
      const resposta = socket.toArray()
      const cabecalhos = `Host: a\r\nConnection: close\r\nContent-Type: ${tipo}\r\nContent-Length: ${corpo.length}`
      socket.write(`${method} ${path} HTTP/1.1\r\n${cabecalhos}\r\n\r\n`)
      await new Promise<void>((pronto, falhou) => socket.write(corpo, (erro) => (erro ? falhou(erro) : pronto())))
      expect((await resposta).join('')).toContain(`HTTP/1.1 ${status} `)
    },
  )
})

describe('the log of the process', () => {
  test('holds of an error neither the row refused nor the connection', () => {
    const linhas: string[] = []
    const erro = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ana@x.br)',
      client: { secretKey: 7 },
    })
    criarLogger('info', { write: (linha: string) => void linhas.push(linha) }).error({ err: erro }, 'falhou')
    expect(linhas.join()).toContain('23505')
    expect(linhas.join()).not.toMatch(/ana@x\.br|secretKey/)
  })

  test.for([
    ['at a terminal, only warnings', null, true, 'warn'],
    ['in a file or a collector, everything', null, false, 'info'],
    ['what was asked for, anywhere', 'debug', true, 'debug'],
  ] as const)('of the demonstration: %s', ([_, pedido, terminal, nivel]) => {
    expect(nivelNaDemonstracao(pedido, terminal)).toBe(nivel)
  })
})

describe('every answer', () => {
  test.for(['/api/me', '/api/login', '/', '/health/live'])(
    'of %s carries the security headers',
    async (url, { world }) => {
      const { headers } = await world.chamar(null, 'GET', url)
      const csp = String(headers['content-security-policy'])
      expect(csp).toContain("script-src 'self'")
      expect(csp).not.toMatch(/script-src[^;]*unsafe/)
      expect(csp).toContain("frame-ancestors 'none'")
      expect(csp).toMatch(/img-src[^;]*https:\/\/ui-avatars\.com/)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['cache-control'] === 'no-store').toBe(url.startsWith('/api/'))
    },
  )

  test.for(['/%61pi/empresa', 'http://outra.example/api/me', '/api/nao/existe'])(
    'of the API is kept by no cache: %s',
    async (alvo, { world }) => {
      await world.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = world.app.server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${alvo} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      )
      expect((await socket.toArray()).join('')).toMatch(/^cache-control: no-store\r$/m)
    },
  )

  test.for([
    ['prova.js', false],
    ['prova.css', false],
    ['eventos.worker-prova.js', true],
    ['prova.svg', true],
  ] as const)("of /build/%s carries a page's policy: %s", async ([nome, comPolitica], { world }) => {
    const arquivo = join(import.meta.dirname, '../../../build/assets', nome)
    await mkdir(dirname(arquivo), { recursive: true })
    await writeFile(arquivo, '')
    const { headers } = await world.chamar(null, 'GET', `/build/assets/${nome}`)
    await rm(arquivo)
    for (const cabecalho of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
      expect(cabecalho in headers).toBe(comPolitica)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })

  test.for([
    ['an address that cannot be decoded', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['what is not HTTP', 'NADA\r\n\r\n'],
  ])('to %s too is nothing to run, to frame, to guess at or to keep', async ([, bytes], { world }) => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes!))
    const resposta = (await socket.toArray()).join('').toLowerCase()
    expect(resposta).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
    for (const cabecalho of [
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'cache-control: no-store',
    ])
      expect(resposta).toContain(`${cabecalho}\r\n`)
  })

  test('binds browsers to https where the public address is https', async ({ world }) => {
    const app = await buildApp({ ...world.servicos, origem: 'https://cobranca.empresa.com.br' })
    const { headers } = await app.inject('/api/empresa')
    await app.close()
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})
