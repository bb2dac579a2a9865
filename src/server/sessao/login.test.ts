import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { garantirPrimeiroAdmin } from '#server/operadores/primeiro-admin.ts'
import { enquantoEspera } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import { hashDaSenha } from './argon2.ts'
import { naFilaDeSenhas } from './fila-de-senhas.ts'
import { definirSenha } from './senha.actions.ts'
import { esquecerAcessosAntigos } from './sessao.jobs.ts'
import { travarCredencial } from './sessao.queries.ts'

const SENHA = 'Jacaranda-4417'
const NOVA = 'Cajueiro-5521'

const ana = async (world: World, campos = {}) =>
  world.criarOperador({ email: 'Ana@exemplo.com.br', senha_hash: await hashDaSenha(SENHA), ...campos })
const entrar = (world: World, email: string, password: string, ip = '203.0.113.9') =>
  world.app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress: ip })

describe('POST /api/login', () => {
  test('answers a token and the user, and says so in the log', async ({ world }) => {
    const pessoa = await ana(world)
    const resposta = await entrar(world, ' ANA@exemplo.com.br ', SENHA) // as a telephone's keyboard completes it
    expect(resposta.statusCode).toBe(200)
    const { token, user } = resposta.json()
    expect(user).toEqual({ id: pessoa.id, name: pessoa.name, email: 'Ana@exemplo.com.br', role: 'operador' })
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect((await world.chamar({ ...pessoa, token }, 'GET', '/api/me')).statusCode).toBe(200)
    expect(await world.db.selectFrom('log').select(['acao', 'usuario_id', 'ip']).execute()).toEqual([
      { acao: 'sessao.entrar', usuario_id: pessoa.id, ip: '203.0.113.9' },
    ])
  })

  test('is logged with the address that a trusted proxy tells, and no other', async ({ world }) => {
    await ana(world)
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const payload = { email: 'ana@exemplo.com.br', password: SENHA }
    for (const remoteAddress of ['203.0.113.80', '203.0.113.81'])
      await world.app.inject({ method: 'POST', url: '/api/login', payload, headers, remoteAddress })
    const linhas = await world.db.selectFrom('log').select('ip').orderBy('id').execute()
    expect(linhas.map(({ ip }) => ip)).toEqual(['198.51.100.7', '203.0.113.81'])
  })

  test('stores no token and no password as they are', async ({ world }) => {
    await ana(world)
    const { token } = (await entrar(world, 'ana@exemplo.com.br', SENHA)).json()
    const { rows } = await world.banco.pool.query('select s::text || u::text as tudo from sessao s, usuario u')
    for (const { tudo } of rows) expect(tudo).not.toMatch(new RegExp(`${token}|${SENHA}`))
  })

  test('refuses a wrong password and an unknown e-mail with one sentence', async ({ world }) => {
    await ana(world)
    const errada = await entrar(world, 'ana@exemplo.com.br', 'outra-senha-1')
    const ninguem = await entrar(world, 'ninguem@exemplo.com.br', SENHA)
    expect([errada.statusCode, ninguem.statusCode]).toEqual([401, 401])
    expect(ninguem.json()).toEqual(errada.json())
  })

  test('does the same work for an unknown e-mail as for a wrong password', async ({ world }) => {
    await ana(world)
    // Work is the processor's time: the clock on the wall counts what else the machine does. Taken in turns, the least of each.
    const trabalho = async (email: string, ip: string) => {
      const antes = process.cpuUsage()
      await entrar(world, email, 'outra-senha-1', ip)
      const { user, system } = process.cpuUsage(antes)
      return user + system
    }
    await trabalho('aquecer@exemplo.com.br', '203.0.113.1')
    let [conhecida, desconhecida] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 8; i += 1) {
      conhecida = Math.min(conhecida, await trabalho('ana@exemplo.com.br', '203.0.113.2'))
      desconhecida = Math.min(desconhecida, await trabalho('ninguem@exemplo.com.br', '203.0.113.3'))
    }
    expect(desconhecida / conhecida).toBeGreaterThan(0.5)
    expect(desconhecida / conhecida).toBeLessThan(2)
  })

  test('tells a blocked user so only after the right password', async ({ world }) => {
    await ana(world, { status: 'Bloqueado' })
    expect((await entrar(world, 'ana@exemplo.com.br', 'outra-senha-1')).statusCode).toBe(401)
    const resposta = await entrar(world, 'ana@exemplo.com.br', SENHA)
    expect(resposta.statusCode).toBe(403)
    expect(resposta.json().message).toContain('bloqueado')
    const { rows } = await sql`select from tentativa_login where chave like 'email-ip:%'`.execute(world.db)
    expect(rows).toHaveLength(2) // so that it cannot be asked without end
  })

  test('lets no more than ten of thirty simultaneous guesses know that they were wrong', async ({ world }) => {
    await ana(world)
    const palpites = Array.from({ length: 30 }, () => entrar(world, 'ana@exemplo.com.br', 'outra-senha-1'))
    const respostas = (await Promise.all(palpites)).map((resposta) => resposta.statusCode)
    expect(respostas.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(respostas.every((status) => status === 401 || status === 429)).toBe(true)
  })

  test('stops one address after fifty failures, whatever the e-mails', async ({ world }) => {
    const agora = world.relogio.agora()
    await ana(world)
    const falhas = Array.from({ length: 51 }, () => ({ chave: 'ip:203.0.113.9', em: agora }))
    await world.db.insertInto('tentativa_login').values(falhas).execute()
    expect((await entrar(world, 'ana@exemplo.com.br', SENHA, '203.0.113.9')).statusCode).toBe(429)
    expect((await entrar(world, 'ana@exemplo.com.br', SENHA, '203.0.113.10')).statusCode).toBe(200)
  })

  test.for([
    ['without e-mail', { password: 'x' }, 422, 'email'],
    ['without password', { email: 'a@b.com' }, 422, 'password'],
    ['with an e-mail that is a number', { email: 1, password: 'x' }, 422, 'email'],
  ] as const)('answers a body %s with the field', async ([, payload, status, campo], { world }) => {
    const resposta = await world.chamar(null, 'POST', '/api/login', payload)
    expect(resposta.statusCode).toBe(status)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
  })

  test('answers a malformed body 400 and another media type 415', async ({ world }) => {
    const enviar = (payload: string, tipo: string) =>
      world.app.inject({ method: 'POST', url: '/api/login', payload, headers: { 'content-type': tipo } })
    expect((await enviar('{"email":', 'application/json')).statusCode).toBe(400)
    expect((await enviar('email=a', 'text/plain')).statusCode).toBe(415)
  })
})

describe('PUT /api/me/senha', () => {
  const trocar = (
    world: World,
    pessoa: { token: string },
    password_atual: string,
    password: string,
    repetida = password,
  ) =>
    world.chamar(pessoa as never, 'PUT', '/api/me/senha', { password_atual, password, password_confirmation: repetida })

  test('judges a new password in its turn: who fills the line is told to wait before anything is judged', async ({
    world,
  }) => {
    const pessoa = await ana(world)
    const fim = Promise.withResolvers<void>()
    const vez = { conhecida: true, de: 'ana@exemplo.com.br' }
    const todas = Array.from({ length: 12 }, () => naFilaDeSenhas(vez, () => fim.promise))
    const resposta = await trocar(world, pessoa, SENHA, '1234567890')
    fim.resolve()
    await Promise.all(todas)
    expect(resposta.statusCode).toBe(429)
    expect((await trocar(world, pessoa, SENHA, '1234567890')).statusCode).toBe(422)
  })

  test('takes the new password and ends every token of the user', async ({ world }) => {
    const pessoa = await ana(world)
    const outro = (await entrar(world, 'ana@exemplo.com.br', SENHA)).json().token
    expect((await trocar(world, pessoa, SENHA, NOVA)).statusCode).toBe(204)
    for (const token of [pessoa.token, outro]) {
      expect((await world.chamar({ ...pessoa, token }, 'GET', '/api/me')).statusCode).toBe(401)
    }
    expect((await entrar(world, 'ana@exemplo.com.br', SENHA)).statusCode).toBe(401)
    expect((await entrar(world, 'ana@exemplo.com.br', NOVA)).statusCode).toBe(200)
  })

  test('lets in nobody whose former one was found right just before', async ({ world }) => {
    const { id } = await ana(world)
    const resposta = await enquantoEspera(world.db, {
      segurar: (trx) => travarCredencial(trx, id),
      pedir: () => entrar(world, 'ana@exemplo.com.br', SENHA),
      depois: async (trx) => definirSenha(trx, id, await hashDaSenha(NOVA), world.relogio.agora()),
    })
    expect(resposta.statusCode).toBe(401)
  })

  test('changes nothing where an administrator gave another meanwhile', async ({ world }) => {
    const pessoa = await ana(world)
    const daAdministradora = 'Outra-Conferencia-2027'
    const resposta = await enquantoEspera(world.db, {
      segurar: (trx) => travarCredencial(trx, pessoa.id),
      pedir: () => trocar(world, pessoa, SENHA, NOVA),
      depois: async (trx) =>
        definirSenha(trx, pessoa.id, await hashDaSenha(daAdministradora), world.relogio.agora(), { deOutro: true }),
    })
    expect(resposta.statusCode).toBe(401)
    expect((await entrar(world, 'ana@exemplo.com.br', daAdministradora)).statusCode).toBe(200)
  })

  test.for([
    ['a wrong current password', 'errada-errada', NOVA, NOVA, 'password_atual'],
    ['a differing repetition', SENHA, NOVA, `${NOVA}x`, 'password_confirmation'],
    ['a short one', SENHA, 'curta', 'curta', 'password'],
    ['one of the commonest', SENHA, '1234567890', '1234567890', 'password'],
  ] as const)('answers %s 422 and keeps the session', async ([, atual, nova, repetida, campo], { world }) => {
    const pessoa = await ana(world)
    const resposta = await trocar(world, pessoa, atual, nova, repetida)
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
    expect((await world.chamar(pessoa, 'GET', '/api/me')).statusCode).toBe(200)
  })
})

describe('a protected path', () => {
  test.for(['/%61pi/me', '/api/%6de', '/api/me?x=1', '//api/me', '/API/me'])(
    '%s does not answer a stranger',
    async (url, { world }) => {
      const { statusCode } = await world.chamar(null, 'GET', url)
      expect([401, 404]).toContain(statusCode)
    },
  )
})

describe('the first administrator', () => {
  test('is made once, with the password given, by however many nodes start together', async ({ world }) => {
    const dados = { email: 'chefe@exemplo.com.br', senha: SENHA }
    const feitos = await Promise.all(Array.from({ length: 4 }, () => garantirPrimeiroAdmin(world.servicos, dados)))
    expect(feitos.filter(Boolean)).toEqual([{ email: 'chefe@exemplo.com.br', senhaGerada: null }])
    expect((await entrar(world, 'chefe@exemplo.com.br', SENHA)).json().user.role).toBe('admin')
  })

  test('gets a random password when none is given', async ({ world }) => {
    const feito = await garantirPrimeiroAdmin(world.servicos, {})
    expect(feito?.senhaGerada).toMatch(/^[\w-]{22}$/)
    expect((await entrar(world, feito!.email, feito!.senhaGerada!)).statusCode).toBe(200)
  })

  test('does not start with a password that everyone tries first', async ({ world }) => {
    // Judged, which takes a busy machine seconds, before the transaction, which may not stand idle: nobody waits for its lock.
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('primeiro-admin'))`.execute(trx)
      await expect(garantirPrimeiroAdmin(world.servicos, { senha: 'admin12345' })).rejects.toThrow(/ADMIN_PASSWORD/)
    })
  })
})

test('housekeeping forgets what ended and keeps what lives', async ({ world }) => {
  await ana(world)
  await entrar(world, 'ana@exemplo.com.br', 'outra-senha-1')
  world.relogio.passar({ horas: 13 })
  const { token } = (await entrar(world, 'ana@exemplo.com.br', SENHA)).json()
  await esquecerAcessosAntigos(world.servicos)
  expect(await world.db.selectFrom('sessao').select('usada_em').execute()).toHaveLength(1)
  expect(await world.db.selectFrom('tentativa_login').select('id').execute()).toHaveLength(0)
  expect(token).toBeTruthy()
})
