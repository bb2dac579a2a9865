import { randomBytes } from 'node:crypto'
import { describe, expect, test as puro } from 'vitest'
import { MuitasTentativas } from '#domain/erros.ts'
import { test, type World } from '#test/world.ts'
import { hashDaSenha } from './argon2.ts'
import { origemDe } from './endereco.ts'
import { criarFilaDeSenhas } from './fila-de-senhas.ts'
import { criarNavegadores } from './navegador.ts'

const SENHA = 'Jacaranda-4417'
const EMAIL = 'ana@exemplo.com.br'

const ana = async (world: World) => world.criarOperador({ email: EMAIL, senha_hash: await hashDaSenha(SENHA) })
const entrar = (world: World, { senha = SENHA, ip = '198.51.100.1', email = EMAIL, cookie = '' } = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: senha },
    remoteAddress: ip,
    headers: cookie ? { cookie } : {},
  })
const errar = (world: World, ip = '198.51.100.1', cookie = '') =>
  entrar(world, { senha: 'outra-senha-1', ip, cookie }).then(({ statusCode }) => statusCode)
const comparadas = async (world: World) =>
  (await world.db.selectFrom('log').select('id').where('acao', '=', 'sessao.recusar').execute()).length
/** Failures of strangers, as if they had just come from as many addresses. */
const falhas = (world: World, chave: string, quantas: number) =>
  world.db
    .insertInto('tentativa_login')
    .values(Array.from({ length: quantas }, () => ({ chave, em: world.relogio.agora() })))
    .execute()
/** The cookie that a browser has after one sign-in. */
const conhecer = async (world: World) =>
  String((await entrar(world, { ip: '192.0.2.7' })).headers['set-cookie']).split(';')[0]!

describe('failures of an e-mail', () => {
  test('from one address stop that address after ten, and nobody else', async ({ world }) => {
    await ana(world)
    for (let i = 0; i < 10; i += 1) expect(await errar(world)).toBe(401)
    expect(await errar(world)).toBe(429)
    const barrada = await entrar(world)
    expect(barrada.statusCode).toBe(429)
    expect(Number(barrada.headers['retry-after'])).toBe(900)
    expect(barrada.json().message).toBe('Muitas tentativas de entrada. Espere 15 minutos e tente de novo.')
    expect((await entrar(world, { ip: '198.51.100.2' })).statusCode).toBe(200)
    world.relogio.passar({ minutos: 15, segundos: 1 })
    expect((await entrar(world)).statusCode).toBe(200)
  })

  test('are forgiven when an administrator gives another password, or lets in who was blocked', async ({ world }) => {
    const { id } = await ana(world)
    const admin = await world.criarAdmin()
    const operador = (metodo: 'PUT' | 'PATCH', como: string, corpo = {}) =>
      world.chamar(admin, metodo, `/api/admin/operadores/${id}${como}`, corpo)
    const onze = Array.from({ length: 11 })
    for (const _ of onze) await errar(world)
    expect((await entrar(world)).statusCode).toBe(429)
    const nova = 'Umbuzeiro-3391'
    await operador('PUT', '', { password: nova, password_confirmation: nova })
    expect((await entrar(world, { senha: nova })).statusCode).toBe(200)

    await operador('PATCH', '/bloquear')
    for (const _ of onze) await entrar(world, { senha: nova })
    expect((await entrar(world, { senha: nova })).statusCode).toBe(429)
    await operador('PATCH', '/reativar')
    expect((await entrar(world, { senha: nova })).statusCode).toBe(200)
  })

  test('by a clock that is set back an hour keep nobody out until it gets there again', async ({ world }) => {
    await ana(world)
    world.relogio.passar({ horas: 1 })
    for (let i = 0; i < 51; i += 1) await entrar(world, { email: `p${i}@exemplo.com.br`, senha: 'outra-senha-1' })
    for (let i = 0; i < 11; i += 1) await errar(world, '198.51.100.2')
    for (const ip of ['198.51.100.1', '198.51.100.2']) expect((await entrar(world, { ip })).statusCode).toBe(429)
    world.relogio.passar({ horas: -1 })
    for (const ip of ['198.51.100.1', '198.51.100.2']) expect((await entrar(world, { ip })).statusCode).toBe(200)
  })

  test('are counted by the whole /64 of an IPv6 address', async ({ world }) => {
    await ana(world)
    for (let i = 0; i < 10; i += 1) expect(await errar(world, `2001:db8:7:9::${i}`)).toBe(401)
    expect(await errar(world, '2001:db8:7:9:ffff::1')).toBe(429)
    expect((await entrar(world, { ip: '2001:db8:7:a::1' })).statusCode).toBe(200)
  })

  test('from everywhere stop strangers after a hundred, but not the browser where its person signed in before', async ({
    world,
  }) => {
    await ana(world)
    const cookie = await conhecer(world)
    await falhas(world, `email:${EMAIL}`, 101)
    expect((await entrar(world, { ip: '198.51.100.200' })).statusCode).toBe(429)
    expect((await entrar(world, { ip: '198.51.100.200', cookie })).statusCode).toBe(200)
  })

  test('of strangers at the same address do not stop that browser either', async ({ world }) => {
    await ana(world)
    const cookie = await conhecer(world)
    await falhas(world, 'ip:192.0.2.7', 51)
    expect((await entrar(world, { ip: '192.0.2.7' })).statusCode).toBe(429)
    expect((await entrar(world, { ip: '192.0.2.7', cookie })).statusCode).toBe(200)
  })

  test('in a known browser count there, ten, wherever it goes', async ({ world }) => {
    await ana(world)
    const cookie = await conhecer(world)
    for (let i = 0; i < 10; i += 1) expect(await errar(world, `198.51.100.${i}`, cookie)).toBe(401)
    expect(await errar(world, '198.51.100.99', cookie)).toBe(429)
    expect((await entrar(world, { cookie })).statusCode).toBe(429)
  })

  test('are counted before anything is compared: of twenty at once, only those the limit leaves', async ({ world }) => {
    await ana(world)
    await falhas(world, `email:${EMAIL}`, 95)
    const respostas = await Promise.all(Array.from({ length: 20 }, (_, i) => errar(world, `198.51.100.${i}`)))
    expect(await comparadas(world)).toBe(6)
    expect(respostas.filter((status) => status === 401)).toHaveLength(5)
    expect(respostas.filter((status) => status === 429)).toHaveLength(15)
  })

  test('leave nothing counted for whoever was right', async ({ world }) => {
    await ana(world)
    for (let i = 0; i < 3; i += 1) await entrar(world)
    expect(await world.db.selectFrom('tentativa_login').select('id').execute()).toHaveLength(0)
  })
})

describe('the password change', () => {
  const trocar = (world: World, pessoa: Awaited<ReturnType<typeof ana>>, atual: string) =>
    world.chamar(pessoa, 'PUT', '/api/me/senha', {
      password_atual: atual,
      password: 'Cajueiro-5521',
      password_confirmation: 'Cajueiro-5521',
    })

  test('counts guesses of the current password, ten, and logs them', async ({ world }) => {
    const pessoa = await ana(world)
    for (let i = 0; i < 10; i += 1) expect((await trocar(world, pessoa, 'errada')).statusCode).toBe(422)
    expect((await trocar(world, pessoa, 'errada')).statusCode).toBe(429)
    expect((await trocar(world, pessoa, SENHA)).statusCode).toBe(429)
    expect(await comparadas(world)).toBe(11)
  })

  test('is not kept from its person by strangers who fail to sign in', async ({ world }) => {
    const pessoa = await ana(world)
    await falhas(world, `email:${EMAIL}`, 101)
    await falhas(world, 'ip:127.0.0.1', 51)
    expect((await trocar(world, pessoa, SENHA)).statusCode).toBe(204)
  })
})

describe('the cookie of a known browser', () => {
  test('is for sign-ins alone, and opens nothing', async ({ world }) => {
    await ana(world)
    const cabecalho = String((await entrar(world)).headers['set-cookie'])
    expect(cabecalho.split('; ').slice(1)).toEqual([
      'Path=/api/login',
      'Max-Age=15552000',
      'HttpOnly',
      'SameSite=Strict',
    ])
    const valor = cabecalho.split(';')[0]!.split('=')[1]!
    expect(Buffer.from(valor.split('.')[0]!, 'base64url').toString()).not.toMatch(/ana|exemplo/)
    for (const headers of [{ cookie: `navegador=${valor}` }, { authorization: `Bearer ${valor}` }])
      expect((await world.app.inject({ url: '/api/me', headers })).statusCode).toBe(401)
    expect((await entrar(world, { senha: 'outra-senha-1' })).headers['set-cookie']).toBeUndefined()
  })

  const agora = new Date('2026-11-24T13:00:00Z')
  const cookieDe = (cabecalho: string) => cabecalho.split(';')[0]!

  puro('knows its people, each for 180 days, by one name', () => {
    const navegadores = criarNavegadores(randomBytes(32), true)
    const um = navegadores.lembrar(undefined, EMAIL, agora)
    expect(um).toMatch(/^__Host-navegador=[^;]+; Path=\/; .*; Secure$/)
    expect(navegadores.conhecido(cookieDe(um).replace('__Host-', ''), EMAIL, agora)).toBeNull()
    const dois = cookieDe(navegadores.lembrar(cookieDe(um), 'rui@exemplo.com.br', agora))
    const nome = navegadores.conhecido(cookieDe(um), 'ANA@exemplo.com.br', agora)
    expect(nome).toBeTruthy()
    expect(navegadores.conhecido(`outro=1; ${dois}`, EMAIL, agora)).toBe(nome)
    expect(navegadores.conhecido(dois, 'rui@exemplo.com.br', agora)).toBe(nome)
    expect(navegadores.conhecido(dois, 'ninguem@exemplo.com.br', agora)).toBeNull()
    expect(navegadores.conhecido(dois, EMAIL, new Date('2027-06-01T00:00:00Z'))).toBeNull()
  })

  puro('forgets who signed in longest ago rather than grow', () => {
    const navegadores = criarNavegadores(randomBytes(32), false)
    let cookie = ''
    for (let i = 0; i < 10; i += 1) cookie = cookieDe(navegadores.lembrar(cookie, `p${i}@exemplo.com.br`, agora))
    const conhecidos = Array.from({ length: 10 }, (_, i) =>
      navegadores.conhecido(cookie, `p${i}@exemplo.com.br`, agora),
    )
    expect(conhecidos.map(Boolean)).toEqual([false, false, ...Array(8).fill(true)])
    expect(cookie.length).toBeLessThan(1_000)
  })

  puro('forged, changed, of another key or nonsense, is no cookie', () => {
    const navegadores = criarNavegadores(randomBytes(32), false)
    const alheio = cookieDe(criarNavegadores(randomBytes(32), false).lembrar(undefined, EMAIL, agora))
    const certo = cookieDe(navegadores.lembrar(undefined, EMAIL, agora))
    const mudado = certo.replace(/=(.)/, (_, letra) => `=${letra === 'e' ? 'f' : 'e'}`)
    for (const cookie of [
      alheio,
      mudado,
      certo.slice(0, -3),
      'navegador=',
      'navegador=a.b',
      `navegador=${'a'.repeat(5_000)}.b`,
    ])
      expect(navegadores.conhecido(cookie, EMAIL, agora)).toBeNull()
  })
})

describe('the work of signing in', () => {
  /** Tasks that wait until told to go on. */
  const presas = () => {
    const ordem: string[] = []
    const soltar: (() => void)[] = []
    const tarefa = (nome: string) => () =>
      new Promise<void>((pronto) => {
        ordem.push(nome)
        soltar.push(pronto)
      })
    return { ordem, soltar, tarefa }
  }
  const estranho = (i: number) => ({ conhecida: false, de: `203.0.113.${i}` })

  puro('waits in a bounded line; who comes after is told to come back', async () => {
    const naFilaDeSenhas = criarFilaDeSenhas(1)
    const { tarefa, soltar } = presas()
    const aceitas = Array.from({ length: 65 }, (_, i) => naFilaDeSenhas(estranho(i), tarefa(`${i}`)))
    await expect(naFilaDeSenhas(estranho(99), tarefa('demais'))).rejects.toThrow(MuitasTentativas)
    for (let i = 0; i < 65; i += 1) {
      while (!soltar[i]) await Promise.resolve()
      soltar[i]!()
    }
    await Promise.all(aceitas)
    const depois = naFilaDeSenhas(estranho(1), async () => 'servida')
    expect(await depois).toBe('servida')
  })

  puro('leaves no line to one address alone', async () => {
    const naFilaDeSenhas = criarFilaDeSenhas(1)
    const { tarefa } = presas()
    for (let i = 0; i < 12; i += 1) void naFilaDeSenhas(estranho(1), tarefa(`${i}`))
    await expect(naFilaDeSenhas(estranho(1), tarefa('demais'))).rejects.toThrow('Espere 5 segundos')
    void naFilaDeSenhas(estranho(2), tarefa('outra'))
  })

  puro('serves who is known before strangers', async () => {
    const naFilaDeSenhas = criarFilaDeSenhas(1)
    const { ordem, soltar, tarefa } = presas()
    const todas = [0, 1, 2].map((i) => naFilaDeSenhas(estranho(i), tarefa(`estranho ${i}`)))
    todas.push(naFilaDeSenhas({ conhecida: true, de: EMAIL }, tarefa('ana')))
    for (let i = 0; i < 4; i += 1) {
      while (!soltar[i]) await Promise.resolve()
      soltar[i]!()
    }
    await Promise.all(todas)
    expect(ordem).toEqual(['estranho 0', 'ana', 'estranho 1', 'estranho 2'])
  })
})

puro.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:9::1', '2001:db8:7:9::/64'],
  ['2001:0db8:0007:0009:aaaa:bbbb:cccc:dddd', '2001:db8:7:9::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.7:50214', '203.0.113.7'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
])('the address %s counts as %s', (ip, origem) => expect(origemDe(ip)).toBe(origem))
