import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { enquantoEspera } from '#test/espera.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { hashDaSenha } from './argon2.ts'
import { definirSenha } from './senha.actions.ts'
import { travarCredencial } from './sessao.queries.ts'

const SENHA = 'Jacaranda-4417'
const EMAIL = 'ana@exemplo.com.br'
const HASH = hashDaSenha(SENHA)

/** Somebody with an authenticator: their codes, now or some half minutes from now. */
interface ComFator {
  ana: Pessoa
  segredo: string
  recuperacao: string[]
  codigo(passos?: number): string
}

const codigoDe = (world: World, segredo: string, passos = 0) =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({
    timestamp: world.relogio.deFora().getTime() + passos * 30_000,
  })

async function comFator(world: World): Promise<ComFator> {
  const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
  const { segredo } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator')).json()
  const codigo = (passos = 0) => codigoDe(world, segredo, passos)
  const ativar = { codigo: codigo() }
  const { codigos } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator/confirmar', ativar)).json()
  world.relogio.passar({ segundos: 30 })
  return { ana, segredo, recuperacao: codigos, codigo }
}

const entrar = (world: World, codigo?: string, { senha = SENHA, ip = '198.51.100.1' } = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: EMAIL, password: senha, ...(codigo === undefined ? {} : { codigo }) },
    remoteAddress: ip,
  })
const quantos = (respostas: { statusCode: number }[], status: number) =>
  respostas.filter(({ statusCode }) => statusCode === status).length

describe('setting it up', () => {
  test('gives a secret, its address and a QR; nothing changes until a code proves it', async ({ world }) => {
    const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
    const inicio = await world.chamar(ana, 'POST', '/api/me/segundo-fator')
    expect(inicio.statusCode).toBe(201)
    const { segredo, otpauth, qr } = inicio.json()
    expect(Secret.fromBase32(segredo).bytes.length).toBe(20)
    expect(otpauth).toContain(`secret=${segredo}`)
    expect(otpauth).toContain(encodeURIComponent(EMAIL))
    expect(Buffer.from(qr.split(',')[1], 'base64').toString()).toMatch(/^<svg/)
    expect((await entrar(world)).statusCode).toBe(200)
    expect((await world.chamar(ana, 'GET', '/api/me/segundo-fator')).json()).toMatchObject({ ativo: false })
  })

  test.for(['', '/confirmar'])(
    'is not done (%s) in a session that another password ended meanwhile',
    async (fim, { world }) => {
      const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
      const { segredo } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator')).json()
      const codigo = codigoDe(world, segredo)
      const nova = await hashDaSenha('Umbuzeiro-3391')
      const resposta = await enquantoEspera(world.db, {
        segurar: (trx) => travarCredencial(trx, ana.id),
        pedir: () => world.chamar(ana, 'POST', `/api/me/segundo-fator${fim}`, fim ? { codigo } : undefined),
        depois: (trx) => definirSenha(trx, ana.id, nova, world.relogio.agora()),
      })
      expect(resposta.statusCode).toBe(401)
      expect((await entrar(world, undefined, { senha: 'Umbuzeiro-3391' })).statusCode).toBe(200)
    },
  )

  test('gives ten recovery codes once, and keeps neither them nor the secret as they are', async ({ world }) => {
    const { ana, segredo, recuperacao } = await comFator(world)
    expect(new Set(recuperacao).size).toBe(10)
    const situacao = (await world.chamar(ana, 'GET', '/api/me/segundo-fator')).json()
    expect(situacao).toMatchObject({ ativo: true, codigos_restantes: 10 })
    const { rows } = await world.banco.pool.query(
      'select u::text || c::text as tudo from usuario u join codigo_de_recuperacao c on c.usuario_id = u.id',
    )
    expect(rows.length).toBe(10)
    for (const { tudo } of rows)
      for (const segredos of [segredo, Buffer.from(segredo).toString('hex'), ...recuperacao.map((um) => um.slice(5))])
        expect(tudo).not.toContain(segredos)
  })

  test('refuses a wrong code, a second time, and a code where nothing was begun', async ({ world }) => {
    const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
    const confirmar = (codigo: string) => world.chamar(ana, 'POST', '/api/me/segundo-fator/confirmar', { codigo })
    expect((await confirmar('000000')).json().codigo).toBe('segundo_fator_nao_comecado')
    const { segredo } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator')).json()
    expect((await confirmar(codigoDe(world, segredo, 9))).json().errors).toHaveProperty('codigo')
    expect((await confirmar(codigoDe(world, segredo))).statusCode).toBe(200)
    for (const resposta of [await world.chamar(ana, 'POST', '/api/me/segundo-fator'), await confirmar('123456')])
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'segundo_fator_ativo'])
  })

  test('ends the sessions that were opened without it, but not the one at work', async ({ world }) => {
    const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
    const outra = { ...ana, token: (await entrar(world)).json().token }
    const { segredo } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator')).json()
    await world.chamar(ana, 'POST', '/api/me/segundo-fator/confirmar', { codigo: codigoDe(world, segredo) })
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(200)
    expect((await world.chamar(outra, 'GET', '/api/me')).statusCode).toBe(401)
  })

  test('done twice at once gives its codes to one of the two', async ({ world }) => {
    const ana = await world.criarOperador({ email: EMAIL, senha_hash: await HASH })
    const { segredo } = (await world.chamar(ana, 'POST', '/api/me/segundo-fator')).json()
    const confirmar = { codigo: codigoDe(world, segredo) }
    const respostas = await Promise.all(
      Array.from({ length: 4 }, () => world.chamar(ana, 'POST', '/api/me/segundo-fator/confirmar', confirmar)),
    )
    expect([quantos(respostas, 200), quantos(respostas, 409)]).toEqual([1, 3])
  })
})

describe('signing in with it', () => {
  test('the right password alone is told what is missing, and is no failure', async ({ world }) => {
    const { codigo } = await comFator(world)
    for (let vez = 0; vez < 15; vez += 1) {
      const resposta = await entrar(world)
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([401, 'segundo_fator'])
      expect(resposta.headers['set-cookie']).toBeUndefined()
    }
    const vazio = await entrar(world, '  ')
    expect(vazio.json().codigo).toBe('segundo_fator')
    expect((await entrar(world, codigo())).statusCode).toBe(200)
  })

  test('a wrong password reveals nothing about a second factor, whatever code comes with it', async ({ world }) => {
    const { codigo } = await comFator(world)
    const semCodigo = await entrar(world, undefined, { senha: 'outra-senha-1' })
    const comCodigo = await entrar(world, codigo(), { senha: 'outra-senha-1' })
    expect(semCodigo.json()).toEqual(comCodigo.json())
    expect(semCodigo.json().codigo).toBeUndefined()
    expect((await entrar(world, codigo())).statusCode, 'the code was not spent').toBe(200)
  })

  test('each code works once, and none before one that was taken', async ({ world }) => {
    const { codigo } = await comFator(world)
    expect((await entrar(world, codigo(1))).statusCode).toBe(200)
    expect((await entrar(world, codigo(1))).statusCode).toBe(401)
    expect((await entrar(world, codigo(0))).statusCode).toBe(401)
    world.relogio.passar({ minutos: 1 })
    expect((await entrar(world, codigo())).statusCode).toBe(200)
    const { rows } = await sql`select from tentativa_login where chave like 'codigo:%'`.execute(world.db)
    expect(rows).toHaveLength(2) // the right ones count no longer
  })

  test('a code of two minutes ago, or from now, is not taken', async ({ world }) => {
    const { codigo } = await comFator(world)
    world.relogio.passar({ minutos: 5 })
    for (const passos of [-4, -2, 2, 4]) expect((await entrar(world, codigo(passos))).statusCode).toBe(401)
    expect((await entrar(world, codigo(-1))).statusCode).toBe(200)
  })

  test('one code sent many times at once opens one session', async ({ world }) => {
    const { ana, codigo, recuperacao } = await comFator(world)
    for (const um of [codigo(), recuperacao[3]!]) {
      const respostas = await Promise.all(Array.from({ length: 8 }, () => entrar(world, um)))
      expect(quantos(respostas, 200)).toBe(1)
    }
    const { data } = (await world.chamar(ana, 'GET', '/api/me/sessoes')).json()
    expect(data.length).toBe(3)
  })

  test('a recovery code serves once, however it is typed, and is told in the log', async ({ world }) => {
    const { ana, recuperacao } = await comFator(world)
    const [um, outro] = recuperacao as [string, string]
    expect((await entrar(world, ` ${um.toLowerCase().replaceAll('-', ' ')} `)).statusCode).toBe(200)
    expect((await entrar(world, um)).statusCode).toBe(401)
    expect((await entrar(world, outro)).statusCode).toBe(200)
    expect((await world.chamar(ana, 'GET', '/api/me/segundo-fator')).json().codigos_restantes).toBe(8)
    const linhas = await world.db.selectFrom('log').select('descricao').where('nivel', '=', 'aviso').execute()
    expect(linhas.map(({ descricao }) => descricao)).toContain(
      `{usuario:${ana.id}} entrou com um código de recuperação`,
    )
  })

  test('a wrong code counts as a wrong password', async ({ world }) => {
    const { codigo } = await comFator(world)
    for (let vez = 0; vez < 10; vez += 1) expect((await entrar(world, codigo(40 + vez))).statusCode).toBe(401)
    expect((await entrar(world, codigo(60))).statusCode).toBe(429)
    expect((await entrar(world, codigo())).statusCode).toBe(429)
  })

  test('who knows the password guesses ten codes in all, from however many addresses and at once', async ({
    world,
  }) => {
    const { codigo } = await comFator(world)
    const respostas = await Promise.all(
      Array.from({ length: 30 }, (_, i) => entrar(world, codigo(40 + i), { ip: `203.0.113.${i}` })),
    )
    expect(quantos(respostas, 200)).toBe(0)
    expect(quantos(respostas, 401)).toBeLessThanOrEqual(10)
    expect((await entrar(world, codigo(), { ip: '203.0.113.200' })).statusCode).toBe(429)
  })

  test('who is blocked is told so, with or without a code', async ({ world }) => {
    const { ana, codigo } = await comFator(world)
    await world.db.updateTable('usuario').set({ status: 'Bloqueado' }).where('id', '=', ana.id).execute()
    for (const um of [undefined, codigo()]) expect((await entrar(world, um)).statusCode).toBe(403)
  })
})

describe('turning it off', () => {
  test('wants the password and a code, and leaves nothing of it', async ({ world }) => {
    const { ana, codigo, recuperacao } = await comFator(world)
    const desligar = (password: string, um: string) =>
      world.chamar(ana, 'DELETE', '/api/me/segundo-fator', { password, codigo: um })
    expect((await desligar('outra-senha-1', codigo())).json().errors).toHaveProperty('password')
    expect((await desligar(SENHA, codigo(30))).json().errors).toHaveProperty('codigo')
    expect((await desligar(SENHA, codigo())).statusCode).toBe(204)
    expect((await entrar(world)).statusCode).toBe(200)
    expect((await desligar(SENHA, recuperacao[0]!)).json().codigo).toBe('segundo_fator_inativo')
    expect(await world.db.selectFrom('codigo_de_recuperacao').select('marca').execute()).toEqual([])
  })

  test('guesses of the code are as few as of a password', async ({ world }) => {
    const { ana, codigo } = await comFator(world)
    const desligar = (um: string) =>
      world.chamar(ana, 'DELETE', '/api/me/segundo-fator', { password: SENHA, codigo: um })
    for (let vez = 0; vez < 10; vez += 1) expect((await desligar(codigo(40 + vez))).statusCode).toBe(422)
    expect((await desligar(codigo(60))).statusCode).toBe(429)
    expect((await desligar(codigo())).statusCode).toBe(429)
  })
})

describe('an administrator who takes it away', () => {
  test('lets in whoever guessed codes until the limit: by the password at once, and by the next one they set up', async ({
    world,
  }) => {
    const { ana, codigo } = await comFator(world)
    const admin = await world.criarAdmin()
    for (let vez = 0; vez < 11; vez += 1) await entrar(world, codigo(40 + vez))
    expect((await entrar(world, codigo())).statusCode).toBe(429)
    await world.chamar(admin, 'DELETE', `/api/admin/operadores/${ana.id}/segundo-fator`)
    const entrada = await entrar(world)
    expect(entrada.statusCode).toBe(200)
    const deNovo = { ...ana, token: entrada.json().token }
    const { segredo } = (await world.chamar(deNovo, 'POST', '/api/me/segundo-fator')).json()
    const prova = { codigo: codigoDe(world, segredo) }
    expect((await world.chamar(deNovo, 'POST', '/api/me/segundo-fator/confirmar', prova)).statusCode).toBe(200)
    expect((await entrar(world, codigoDe(world, segredo, 1), { ip: '198.51.100.9' })).statusCode).toBe(200)
  })
})
