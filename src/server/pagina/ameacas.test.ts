import { Writable } from 'node:stream'
import { describe, expect } from 'vitest'
import { criarLogger } from '#server/http/logger.ts'
import { abrirPagina } from '#test/pagina.ts'
import { test, type World } from '#test/world.ts'
import { LimitesPublicos } from './limites.ts'

// The threats of docs/seguranca.md that pagina.test.ts does not show, one a test.

const html = (world: World, token: string, cookie = '', caminho = '') =>
  world.chamar(null, 'GET', `/c/${token}${caminho}`, undefined, cookie ? { cookie } : {})

describe('the page as a browser has it', () => {
  test('previews: opened by a program it tells the company, acts on nothing and counts nothing', async ({ world }) => {
    const { id } = await world.criarCliente({ nome: 'MARIA SECRETA' })
    const { token, documento } = await abrirPagina(world, id)
    const retrato = () => world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const antes = await retrato()
    for (const method of ['GET', 'HEAD'] as const) {
      const resposta = await world.app.inject({
        method,
        url: `/c/${token}`,
        headers: { 'user-agent': 'WhatsApp/2.23' },
      })
      expect([resposta.statusCode, /MARIA|SECRETA/i.test(resposta.body), resposta.body.includes(documento)]).toEqual([
        200,
        false,
        false,
      ])
    }
    expect(await retrato()).toEqual(antes)
    expect((await html(world, token, '', '/nao-sou-eu')).statusCode).toBe(200)
    expect((await html(world, token)).statusCode).toBe(200) // asking is not denying
  })

  test('clickjacking, scripts, caches, referrer and search engines are told no', async ({ world }) => {
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    for (const resposta of [
      await html(world, pagina.token, pagina.cookie),
      await html(world, 'nada'),
      await world.chamar(null, 'GET', '/verificar'),
    ]) {
      const politica = String(resposta.headers['content-security-policy'])
      expect(politica).toContain("default-src 'none'")
      expect(politica).toContain("frame-ancestors 'none'")
      expect(politica).not.toContain('unsafe')
      expect(resposta.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
      })
      expect(resposta.body).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(resposta.body).not.toMatch(/(src|href)="https?:/)
    }
  })

  test('what stands below a page leads back to it, and never to the company’s application', async ({ world }) => {
    const { id } = await world.criarCliente()
    const { token } = await abrirPagina(world, id)
    const volta = await html(world, token, '', '/promessas')
    expect([volta.statusCode, volta.headers.location]).toEqual([303, `/c/${token}`])
    const nada = await html(world, 'A'.repeat(22), '', '/promessas')
    expect([nada.statusCode, nada.headers['cache-control']]).toEqual([404, 'no-store'])
    expect((await html(world, token, '', '/nao-sou-eu')).statusCode).toBe(200)
  })

  test('what somebody typed is text, wherever it is shown again', async ({ world }) => {
    const { id } = await world.criarCliente({ nome: '<script>alert(1)</script>' })
    const pagina = await (await abrirPagina(world, id)).entrar()
    const resposta = await world.app.inject({
      method: 'POST',
      url: `/c/${pagina.token}/contestacoes`,
      headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `contas=1&motivo=nada&texto=${encodeURIComponent('"></textarea><script>alert(2)</script>')}`,
    })
    expect(resposta.statusCode).toBe(422)
    expect(resposta.body).not.toContain('<script>alert')
    expect(resposta.body).toContain('&lt;/textarea&gt;&lt;script&gt;alert(2)')
  })

  test('a form is not lost when its half hour is over: it comes back with the digits', async ({ world }) => {
    const { id, contas } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    world.relogio.passar({ minutos: 31 })
    const mandar = (caminho: string, payload: string) =>
      world.app.inject({
        method: 'POST',
        url: `/c/${pagina.token}${caminho}`,
        headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const vencida = await mandar('/falar', 'texto=Quero+parcelar+em+tres')
    expect([vencida.statusCode, vencida.body.includes('name="volta.texto" value="Quero parcelar em tres"')]).toEqual([
      401,
      true,
    ])
    const dentro = await mandar(
      '/entrar',
      `digitos=${pagina.documento.slice(0, 3)}&volta.forma=falar&volta.texto=Quero+parcelar+em+tres`,
    )
    expect([dentro.statusCode, dentro.body.includes('Quero parcelar em tres</textarea>')]).toEqual([200, true])
    expect(contas).toHaveLength(1)
  })

  test('a form of the page itself is taken though it names no origin; one of another site is not', async ({
    world,
  }) => {
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const parar = (headers: Record<string, string>) =>
      world.app.inject({
        method: 'POST',
        url: `/c/${pagina.token}/falar`,
        headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: '',
      })
    expect((await parar({ origin: 'null', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await parar({ origin: 'https://outro.example' })).statusCode).toBe(403)
    expect((await parar({ origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
    expect((await parar({ origin: 'null' })).statusCode).toBe(303) // a phone too old to vouch for it
  })
})

describe('who asks too much', () => {
  test('from one address is refused, and comes back evenly; all together as well; nobody waits in an endless line', async () => {
    let agora = 0
    const limites = new LimitesPublicos(() => agora)
    const tentar = (de: string) => {
      try {
        limites.contar(de)
        return true
      } catch {
        return false
      }
    }
    expect(Array.from({ length: 500 }, () => tentar('a')).filter(Boolean)).toHaveLength(300)
    expect(tentar('b')).toBe(true)
    agora += 1_000
    expect(Array.from({ length: 10 }, () => tentar('a')).filter(Boolean)).toHaveLength(5)
    expect(Array.from({ length: 5_000 }, (_, i) => tentar(`x${i}`)).filter(Boolean).length).toBeLessThan(600)
    const [travado, soltar] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const todos = Array.from({ length: 100 }, () =>
      limites
        .fazer(() => soltar.promise)
        .then(
          () => 'feito',
          () => 'recusado',
        ),
    )
    travado.resolve()
    await travado.promise
    soltar.resolve()
    const ditos = await Promise.all(todos)
    expect([ditos.filter((um) => um === 'feito').length, ditos.filter((um) => um === 'recusado').length]).toEqual([
      66, 34,
    ])
  })

  test('is refused late, so that asking again at once takes nothing from the desk; not without end', async () => {
    const pausas: number[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const limites = new LimitesPublicos(
      () => 0,
      (ms) => {
        pausas.push(ms)
        return promise
      },
    )
    const ditos: string[] = []
    const tentar = () =>
      limites.admitir('a').then(
        () => ditos.push('entrou'),
        () => ditos.push('recusado'),
      )
    await Promise.all(Array.from({ length: 300 }, tentar))
    expect([ditos.filter((um) => um === 'entrou').length, pausas.length]).toEqual([300, 0])
    const tarde = Array.from({ length: 2_000 }, tentar)
    expect([ditos.length, pausas.length, pausas[0], pausas.at(-1)]).toEqual([300, 2_000, 1_005, 11_000])
    await tentar() // one more than wait
    expect(ditos).toHaveLength(301)
    resolve()
    await Promise.all(tarde)
    expect(ditos).toHaveLength(2_301)
  })

  test('is answered in a sentence, with when to come back', async ({ world }) => {
    const respostas = await Promise.all(
      Array.from({ length: 130 }, () => world.chamar(null, 'GET', '/api/publico/c/nada')),
    )
    const recusada = respostas.find(({ statusCode }) => statusCode === 429)!
    expect(recusada.headers['retry-after']).toMatch(/^\d+$/)
    expect(recusada.json().message).toMatch(/^Há pedidos demais/)
  })
})

test('logs: no line holds the token of a page, however its address was spelt', () => {
  const linhas: string[] = []
  const destino = new Writable({
    write(parte, _, pronto) {
      linhas.push(String(parte))
      pronto()
    },
  })
  const log = criarLogger('info', destino)
  const token = 'Xk3vQ9mB7sLr2TzP5yWd1A'
  for (const url of [`/c/${token}`, `/api/publico/c/${token}/inicio?x=1`, `/%63/${token}`, `/c/${token}/falar`])
    log.info({ req: { method: 'GET', url, ip: '1.1.1.1' } }, 'pedido')
  expect(linhas).toHaveLength(4)
  expect(linhas.join('')).not.toContain(token)
  expect(linhas[1]).toContain('/api/publico/c/…/inicio')
})
