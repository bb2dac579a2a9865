import pg from 'pg'
import { describe, expect } from 'vitest'
import { diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { linha } from '#test/linha.ts'
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
    const retrato = () => linha(world, 'cliente', id)
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
    const texto = encodeURIComponent('"></textarea><script>alert(2)</script>')
    const resposta = await pagina.mandar('contestacoes', `contas=1&motivo=nada&texto=${texto}`)
    expect(resposta.statusCode).toBe(422)
    expect(resposta.body).not.toContain('<script>alert')
    expect(resposta.body).toContain('&lt;/textarea&gt;&lt;script&gt;alert(2)')
  })

  test('a phone without date fields and checks is answered in its own words', async ({ world }) => {
    const { id, contas } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const mandar = (ato: string, payload: string) => pagina.mandar(ato, `contas=${contas[0]}&${payload}`)
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
    const mandar = () => pagina.mandar('falar', 'texto=Quero+%22parcelar%22&chave=uma-chave')
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
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    world.relogio.passar({ minutos: 31 })
    const vencida = await pagina.mandar('falar', 'texto=Quero+parcelar+em+tres')
    expect([vencida.statusCode, vencida.body.includes('name="volta.texto" value="Quero parcelar em tres"')]).toEqual([
      401,
      true,
    ])
    const dentro = await pagina.mandar(
      'entrar',
      `digitos=${pagina.documento.slice(0, 3)}&volta.forma=falar&volta.texto=Quero+parcelar+em+tres`,
    )
    expect([dentro.statusCode, dentro.body.includes('Quero parcelar em tres</textarea>')]).toEqual([200, true])
  })

  test('what was typed beside a file is not lost either: only the file is chosen again', async ({ world }) => {
    const { id, contas } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    world.relogio.passar({ minutos: 31 })
    const extra = { contas: String(contas[0]), motivo: 'valor', texto: 'Combinamos outro preço' }
    const envio = { campo: 'arquivo', nome: 'foto.jpg', conteudo: Buffer.alloc(2 * 1024 * 1024), extra }
    const vencida = await enviar(world, null, `/c/${pagina.token}/contestacoes`, envio, { cookie: pagina.cookie })
    expect(vencida.statusCode).toBe(401)
    const guardados = [...vencida.body.matchAll(/name="(volta\.\w+)" value="([^"]*)"/g)]
    const campos = new URLSearchParams({ digitos: pagina.documento.slice(0, 3) })
    for (const [, nome, valor] of guardados) campos.set(nome!, valor!)
    const dentro = await pagina.mandar('entrar', campos.toString())
    expect(dentro.body).toContain('Combinamos outro preço</textarea>')
    expect(dentro.body).toMatch(/<option value="valor" selected/)
    expect(dentro.body).toContain('Se havia um arquivo, escolha-o de novo.')
  })

  test('what is much more than a photo is not read to keep what stands beside it, before the digits', async ({
    world,
  }) => {
    const pagina = await abrirPagina(world, (await world.criarCliente()).id)
    const extra = { motivo: 'valor', texto: 'Combinamos outro preço' }
    const envio = { campo: 'arquivo', nome: 'filme.mp4', conteudo: Buffer.alloc(65 * 1024 * 1024), extra }
    const vencida = await enviar(world, null, `/c/${pagina.token}/contestacoes`, envio)
    expect([vencida.statusCode, vencida.body.includes('Combinamos')]).toEqual([401, false])
  })

  test('a form of the page itself is taken though it names no origin; one of another site is not', async ({
    world,
  }) => {
    const { id } = await world.criarCliente()
    const pagina = await (await abrirPagina(world, id)).entrar()
    const parar = (headers: Record<string, string>) => pagina.mandar('falar', '', headers)
    expect((await parar({ origin: 'null', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await parar({ origin: 'https://outro.example' })).statusCode).toBe(403)
    expect((await parar({ origin: 'null', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303)
    expect((await parar({ origin: 'null' })).statusCode).toBe(303) // a phone too old to vouch for it
  })
})
