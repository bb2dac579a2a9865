import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test as puro } from 'vitest'
import { diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { buildApp } from '#server/app.ts'
import { criarLogger } from '#server/http/logger.ts'
import { pastaDeChegada } from '#server/http/recepcao.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { criarRecusa } from '#server/sessao/limitar-publico.ts'
import { criarVez, LimitesPublicos } from '#server/sessao/limites-publicos.ts'
import { esperarAte, esperarNaTrava } from '#test/espera.ts'
import { enviar } from '#test/multipart.ts'
import { abrirPagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'

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

  test('a stolen link: entered, it shows neither the last digits of the CPF nor a telephone', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511987654321' })
    const pagina = await (await abrirPagina(world, id)).entrar()
    const { body } = await html(world, pagina.token, pagina.cookie)
    expect(body).toContain(`CPF ***.${pagina.documento.slice(3, 6)}.${pagina.documento.slice(6, 9)}-**`)
    for (const dado of [
      pagina.documento,
      `${pagina.documento.slice(3, 6)}.${pagina.documento.slice(6, 9)}-${pagina.documento.slice(9)}`,
    ])
      expect(body).not.toContain(dado)
    expect(body).not.toMatch(/11[ )]*9?8765-?4321/)
  })

  test('a shared browser keeps nothing: no storage, and the way back asks for the digits again', async ({ world }) => {
    const { id } = await world.criarCliente({ nome: 'MARIA SECRETA' })
    const pagina = await (await abrirPagina(world, id)).entrar()
    const { body } = await html(world, pagina.token, pagina.cookie)
    expect(body).toContain('Maria')
    expect(body).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|serviceWorker|caches\./)
    world.relogio.passar({ minutos: 30, segundos: 1 })
    const depois = await html(world, pagina.token, pagina.cookie)
    expect([depois.statusCode, /Maria|R\$/.test(depois.body)]).toEqual([200, false])
  })

  test('two customers in one browser: each page is opened by its own cookie, both sent or one', async ({ world }) => {
    const abrir = async (nome: string) => (await abrirPagina(world, (await world.criarCliente({ nome })).id)).entrar()
    const [maria, joana] = [await abrir('MARIA PRIMEIRA'), await abrir('JOANA SEGUNDA')]
    const ver = async ({ token }: { token: string }, cookie: string) => (await html(world, token, cookie)).body
    expect(await ver(maria, joana.cookie)).not.toMatch(/Maria|Joana|R\$/)
    const ambas = `${joana.cookie}; ${maria.cookie}`
    expect(await ver(maria, ambas)).toMatch(/Olá, Maria/)
    expect(await ver(maria, ambas)).not.toContain('Joana')
  })

  test('a forged Host gets into no address', async ({ world }) => {
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const headers = { host: 'mal.example', 'x-forwarded-host': 'mal.example', cookie: pagina.cookie }
    const pedir = (method: 'GET' | 'POST', url: string) => world.app.inject({ method, url, headers })
    for (const resposta of [
      await pedir('GET', `/c/${pagina.token}`),
      await pedir('GET', '/verificar'),
      await pedir('GET', `/c/${pagina.token}/promessas`),
      await pedir('GET', '/c/nada'),
    ])
      expect(`${resposta.body} ${JSON.stringify(resposta.headers)}`).not.toContain('mal.example')
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

  test('a phone without date fields and checks is answered in its own words', async ({ world }) => {
    const { id, contas } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const mandar = (ato: string, payload: string) =>
      world.app.inject({
        method: 'POST',
        url: `/c/${pagina.token}/${ato}`,
        headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `contas=${contas[0]}&${payload}`,
      })
    expect((await mandar('promessas', 'ate=')).body).toContain('Escolha o dia, por exemplo 31/12/2026.')
    expect((await mandar('contestacoes', 'motivo=')).body).toContain('Escolha o motivo.<')
    const ate = formatarDia(somarDias(diaDe(world.relogio.agora()), 3))
    expect((await mandar('promessas', `ate=${encodeURIComponent(ate)}`)).statusCode).toBe(303)
  })

  test('what is too large to be sent leaves what was typed beside it; what was paid meanwhile is told to its customer', async ({
    world,
  }) => {
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    const { id, contas } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const foto = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(12 * 1024 * 1024)])
    const extra = { contas: String(contas[0]), motivo: 'valor', texto: 'Combinamos outro preço' }
    const envio = { campo: 'arquivo', nome: 'foto.jpg', conteudo: foto, extra }
    const grande = await enviar(world, null, `/c/${pagina.token}/contestacoes`, envio, { cookie: pagina.cookie })
    expect(grande.statusCode).toBe(413)
    expect(grande.body).toContain('Combinamos outro preço</textarea>')
    expect(grande.body).toMatch(/<option value="valor" selected/)
    await world.db.updateTable('conta').set({ situacao: 'cancelada' }).where('cliente_id', '=', id).execute()
    const paga = await pagina.chamar('POST', '/codigos', { contas })
    expect([paga.statusCode, paga.json().errors.contas]).toEqual([
      422,
      [expect.stringMatching(/não está mais em aberto/)],
    ])
  })

  test('a form is not lost when the database is away: it goes again in one press, and is done once', async ({
    world,
  }) => {
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const mandar = () =>
      world.app.inject({
        method: 'POST',
        url: `/c/${pagina.token}/falar`,
        headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'texto=Quero+%22parcelar%22&chave=uma-chave',
      })
    const dono = new pg.Client({ connectionString: world.urlDoDono })
    await dono.connect()
    await dono.query('alter table link rename to sumida')
    const falha = await mandar()
    expect([falha.statusCode, falha.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(falha.body).toContain('name="texto" value="Quero &quot;parcelar&quot;"')
    expect(falha.body).toContain('name="chave" value="uma-chave"')
    expect((await html(world, pagina.token, pagina.cookie)).body).toContain('Tentar de novo')
    await dono.query('alter table sumida rename to link')
    await dono.end()
    for (let i = 0; i < 2; i += 1) expect((await mandar()).statusCode).toBe(303)
    const linhas = await world.db.selectFrom('mensagem').select('id').where('tipo', '=', 'pagina').execute()
    expect(linhas).toHaveLength(1)
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
    const recusar = () =>
      world.app.inject({
        method: 'POST',
        url: `/c/${pagina.token}/promessas`,
        headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'ate=nunca',
      })
    const recusadas = Array.from({ length: 6 }, recusar)
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

  test('is told of a proxy that was not named, behind which everybody is one address', async ({ world }) => {
    const linhas: string[] = []
    const destino = new Writable({
      write(parte, _, pronto) {
        linhas.push(String(parte))
        pronto()
      },
    })
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
  const linhas: string[] = []
  const destino = new Writable({
    write(parte, _, pronto) {
      linhas.push(String(parte))
      pronto()
    },
  })
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
