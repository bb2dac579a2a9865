import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test as puro } from 'vitest'
import { buildApp } from '#server/app.ts'
import { criarLogger } from '#server/http/logger.ts'
import { pastaDeChegada } from '#server/http/recepcao.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { criarRecusa } from '#server/sessao/limitar-publico.ts'
import { criarVez, LimitesPublicos } from '#server/sessao/limites-publicos.ts'
import { esperarAte, esperarNaTrava } from '#test/espera.ts'
import { abrirPagina } from '#test/pagina.ts'
import { test, type World } from '#test/world.ts'

// Floods, of docs/seguranca.md; and what the log holds of them.

const html = (world: World, token: string, cookie = '', caminho = '') =>
  world.chamar(null, 'GET', `/c/${token}${caminho}`, undefined, cookie ? { cookie } : {})

function ouvirLog() {
  const linhas: string[] = []
  const destino = new Writable({
    write(parte, _, pronto) {
      linhas.push(String(parte))
      pronto()
    },
  })
  return { linhas, destino }
}

describe('who asks too much', () => {
  const LIMITES = { deUm: { cabem: 300, porSegundo: 5 }, deTodos: { cabem: 600, porSegundo: 60 } }

  puro('from one address is refused, and comes back evenly; all together as well', () => {
    let agora = 0
    const limites = new LimitesPublicos(LIMITES, () => agora)
    const tentar = (de: string) => limites.contar(de) === 0
    expect(Array.from({ length: 500 }, () => tentar('a')).filter(Boolean)).toHaveLength(300)
    expect(tentar('b')).toBe(true)
    agora += 1_000
    expect(Array.from({ length: 10 }, () => tentar('a')).filter(Boolean)).toHaveLength(5)
    expect(Array.from({ length: 5_000 }, (_, i) => tentar(`x${i}`)).filter(Boolean).length).toBeLessThan(600)
  })

  puro('waits no longer for a clock that is set back meanwhile, whoever it is that asked too much', () => {
    let agora = 3_600_000
    const limites = new LimitesPublicos({ ...LIMITES, deTodos: { cabem: 1, porSegundo: 1 } }, () => agora)
    expect([limites.contar('a'), limites.contar('b')]).toEqual([0, 1])
    agora = 0
    expect(limites.contar('b')).toBe(1)
    agora = 1_000
    expect(limites.contar('b')).toBe(0)
  })

  puro('waits in a line that ends: a few at a time, some behind them, and no more', async () => {
    const naSuaVez = criarVez(6, 60)
    const { promise, resolve } = Promise.withResolvers<void>()
    const ditos = Array.from({ length: 100 }, () =>
      naSuaVez(() => promise).then(
        () => 'feito',
        () => 'recusado',
      ),
    )
    resolve()
    const feitos = (await Promise.all(ditos)).filter((um) => um === 'feito')
    expect(feitos).toHaveLength(66)
  })

  test('has its refused forms shown in their turns too', async ({ world }) => {
    const pagina = await (await abrirPagina(world, (await world.criarCliente()).id)).entrar()
    const solto = Promise.withResolvers<void>()
    const travado = Promise.withResolvers<void>()
    const trava = world.db.transaction().execute(async (trx) => {
      await sql`lock table recebimento in access exclusive mode`.execute(trx)
      travado.resolve()
      await solto.promise
    })
    await travado.promise
    const recusadas = Array.from({ length: 6 }, () => pagina.mandar('promessas', 'ate=nunca'))
    await esperarNaTrava(world.db, 6)
    const outras = Array.from({ length: 61 }, () => html(world, pagina.token))
    let demais = 0
    for (const uma of outras) void uma.then(({ statusCode }) => (demais += statusCode === 429 ? 1 : 0))
    try {
      await esperarAte('the line behind them is too long', () => demais === 1)
    } finally {
      solto.resolve()
      await trava
    }
    expect((await Promise.all(recusadas)).map(({ statusCode }) => statusCode)).toEqual(recusadas.map(() => 422))
    expect((await Promise.all(outras)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  })

  test('does not keep others waiting while slow phones send their photos', async ({ world }) => {
    const pagina = await (await abrirPagina(world, (await world.criarCliente()).id)).entrar()
    const onde = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const cabecalhos = { cookie: pagina.cookie, 'content-type': 'multipart/form-data; boundary=x' }
    const comeco = '--x\r\ncontent-disposition: form-data; name="arquivo"; filename="a.png"\r\n\r\numa foto que demora'
    const envios = Array.from({ length: 14 }, (_, i) => {
      const url = `${onde}/${i % 2 ? 'api/publico/' : ''}c/${pagina.token}/contestacoes`
      const envio = request(url, { method: 'POST', headers: cabecalhos })
      envio.write(comeco)
      return { envio, status: once(envio, 'response').then(([resposta]) => resposta.resume().statusCode) }
    })
    const chegando = async () => (await readdir(pastaDeChegada(world.servicos.pastaDados)).catch(() => [])).length
    await esperarAte('all of them are sending', async () => (await chegando()) === envios.length)
    expect((await html(world, pagina.token, pagina.cookie)).statusCode).toBe(200)
    for (const { envio } of envios) envio.end('nada\r\n--x--\r\n')
    expect(await Promise.all(envios.map(({ status }) => status))).toEqual(envios.map(() => 422))
  })

  test('cannot stop everybody with one small form that says a name thousands of times', async ({ world }) => {
    const antes = process.threadCpuUsage()
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/c/nada/falar',
      payload: 'a&'.repeat(32_000),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const { user, system } = process.threadCpuUsage(antes)
    expect(statusCode).toBe(404)
    expect((user + system) / 1000).toBeLessThan(3_000)
  })

  test('is told so once at length, and then in a sentence for which nothing is looked up, whatever was sent', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const pedir = (url: string, method: 'GET' | 'POST' = 'GET') =>
      world.app.inject({ method, url, remoteAddress: '198.51.100.9', ...(method === 'POST' && { payload: '{nada' }) })
    for (let i = 0; i < 300; i += 1) await pedir('/api/publico/c/nada')
    const [primeira, ...outras] = await Promise.all([
      pedir('/api/publico/c/nada'),
      pedir('/api/publico/c/nada/entrar', 'POST'),
      pedir('/c/nada'),
      pedir('/verificar'),
    ])
    for (const uma of [primeira!, ...outras]) {
      expect(uma.statusCode).toBe(429)
      expect(Number(uma.headers['retry-after'])).toBeGreaterThan(0)
      expect(uma.body).toContain('Há pedidos demais neste momento. Espere um pouco e tente de novo.')
      expect(uma.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) })
    }
    expect(primeira!.headers.connection).not.toBe('close')
    expect(outras.map(({ headers }) => headers.connection)).toEqual(['close', 'close', 'close'])
    expect(outras[1]!.headers['content-type']).toContain('text/html')
    const recusas = await world.db.selectFrom('log').select('id').where('acao', '=', 'acesso.recusar').execute()
    expect(recusas).toHaveLength(1)
    expect((await world.chamar(ana, 'GET', '/api/operador/dashboard')).statusCode).toBe(200)
    expect((await world.app.inject({ url: '/verificar', remoteAddress: '198.51.100.10' })).statusCode).toBe(200)
  })

  test('from any number of addresses, keeps out nobody whose link lives, within a limit that only links use up', async ({
    world,
  }) => {
    const pagina = await abrirPagina(world, (await world.criarCliente()).id)
    const pedir = (token: string, remoteAddress: string) =>
      world.app.inject({ url: `/api/publico/c/${token}`, remoteAddress }).then(({ statusCode }) => statusCode)
    const deEstranhos = (quantos: number) =>
      Promise.all(Array.from({ length: quantos }, (_, i) => pedir('A'.repeat(22), `10.0.${i >> 8}.${i & 255}`)))
    await deEstranhos(600)
    const [estranhos, cliente] = await Promise.all([deEstranhos(300), pedir(pagina.token, '203.0.113.7')])
    expect(estranhos.filter((um) => um === 429).length).toBeGreaterThan(100)
    expect(cliente).toBe(200)
    const copiado = Promise.all(Array.from({ length: 300 }, (_, i) => pedir(pagina.token, `10.1.${i >> 8}.${i & 255}`)))
    expect((await copiado).filter((um) => um === 429).length).toBeGreaterThan(100)
    await world.db.updateTable('link').set({ encerrado_em: world.relogio.agora() }).execute()
    expect(await pedir(pagina.token, '203.0.113.8')).toBe(429)
  })

  test('is told of a proxy that was not named, behind which everybody is one address', async ({ world }) => {
    const { linhas, destino } = ouvirLog()
    const app = await buildApp({ ...world.servicos, log: criarLogger('warn', destino) })
    const pedir = (remoteAddress: string, headers = {}) =>
      app.inject({ url: '/api/publico/c/nada', remoteAddress, headers })
    const deCliente = { 'x-forwarded-for': '198.51.100.77' }
    // Anybody outside may send the header.
    for (const de of ['10.0.0.9', '8.8.8.8']) {
      for (let i = 0; i < 300; i += 1) await pedir(de, deCliente)
      expect((await pedir(de, deCliente)).statusCode).toBe(429)
    }
    await app.close()
    expect(linhas.filter((linha) => linha.includes('TRUSTED_PROXIES'))).toEqual([expect.stringContaining('10.0.0.9')])
  })

  puro('is refused late, so that asking again at once takes nothing from the desk; not without end', async () => {
    const pausas: number[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const recusar = criarRecusa((ms) => {
      pausas.push(ms)
      return promise
    })
    const ditos: number[] = []
    const socket = () => ({ destroy: () => ditos.push(0) })
    const tentar = (de = socket()) => {
      const raw = { writeHead: (status: number) => ({ end: () => ditos.push(status) }) }
      const pedido = { raw: { socket: de }, url: '/c/nada', id: '1' } as never
      return recusar(pedido, { raw, hijack: () => raw } as never, 1)
    }
    const um = socket()
    const primeira = tentar(um)
    await tentar(um) // it did not wait for its answer
    expect(ditos).toEqual([0])
    const tarde = Array.from({ length: 999 }, () => tentar())
    expect([ditos.length, pausas[0], pausas.at(-1)]).toEqual([1, 1_005, 6_000])
    await tentar() // one more than wait
    expect(ditos).toEqual([0, 429])
    resolve()
    await Promise.all([primeira, ...tarde])
    expect(ditos.filter((dito) => dito === 429)).toHaveLength(1_001)
  })

  test('at the sign-in keeps out nobody who signed in from that browser before', async ({ world }) => {
    const ip = '198.51.100.9'
    const ana = await world.criarOperador({
      email: 'ana@exemplo.com.br',
      senha_hash: await hashDaSenha('Jacaranda-4417'),
    })
    const entrar = (cookie = '') =>
      world.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: ana.email, password: 'Jacaranda-4417' },
        remoteAddress: ip,
        headers: cookie ? { cookie } : {},
      })
    const cookie = String((await entrar()).headers['set-cookie']).split(';')[0]!
    const torto = { method: 'POST', url: '/api/login', payload: {}, remoteAddress: ip } as const
    for (let i = 0; i < 300; i += 1) await world.app.inject(torto)
    expect((await entrar()).statusCode).toBe(429)
    expect((await entrar(cookie)).statusCode).toBe(200)
    expect((await entrar(cookie.replace(/\.(.)/, (_, um) => (um === 'A' ? '.B' : '.A')))).statusCode).toBe(429)
  })
})

test('logs: no line holds the token of a page, however its address was spelt', () => {
  const { linhas, destino } = ouvirLog()
  const log = criarLogger('info', destino)
  const token = 'Xk3vQ9mB7sLr2TzP5yWd1A'
  for (const url of [
    `/c/${token}`,
    `/api/publico/c/${token}/inicio?x=1`,
    `/%63/${token}`,
    `/c/${token}/falar`,
    `http://a.example/c/${token}`,
  ])
    log.info({ req: { method: 'GET', url, ip: '1.1.1.1' } }, 'pedido')
  expect(linhas).toHaveLength(5)
  expect(linhas.join('')).not.toContain(token)
  expect(linhas[1]).toContain('/api/publico/c/…/inicio')
})
