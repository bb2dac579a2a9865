import { describe, expect } from 'vitest'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { test } from '#test/world.ts'

const URL = '/api/admin/configuracoes/acesso'
const SENHA = 'Jacaranda-4417'
const NOVA = { password: 'Umbuzeiro-3391', password_confirmation: 'Umbuzeiro-3391' }
const INICIAL = { exigir_segundo_fator: false, exigir_troca_de_senha: false, sessao_ociosa_horas: 12 }

describe('GET and PUT /api/admin/configuracoes/acesso', () => {
  test('begin with the old behaviour; an absent field of a PUT keeps its value', async ({ world }) => {
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', URL)).json()).toEqual(INICIAL)
    const mudado = await world.chamar(admin, 'PUT', URL, { sessao_ociosa_horas: 3 })
    expect(mudado.json()).toEqual({ ...INICIAL, sessao_ociosa_horas: 3 })
    expect((await world.chamar(admin, 'PUT', URL, { exigir_troca_de_senha: true })).json()).toEqual({
      ...INICIAL,
      exigir_troca_de_senha: true,
      sessao_ociosa_horas: 3,
    })
  })

  test('a PUT of what already is changes nothing, and the log tells of none', async ({ world }) => {
    const admin = await world.criarAdmin()
    for (const sessao_ociosa_horas of [3, 3])
      expect((await world.chamar(admin, 'PUT', URL, { sessao_ociosa_horas })).json()).toMatchObject({
        sessao_ociosa_horas,
      })
    expect(
      await world.db.selectFrom('log').select('id').where('acao', '=', 'sessao.configurar').execute(),
    ).toHaveLength(1)
  })

  test('of two administrators at once keep what each changed', async ({ world }) => {
    const [um, outro] = [await world.criarAdmin(), await world.criarAdmin()]
    const respostas: Promise<unknown>[] = []
    // Both have begun, and neither can write, before either goes on.
    await world.db.transaction().execute(async (trx) => {
      await trx.selectFrom('acesso').select('id').forUpdate().execute()
      respostas.push(world.chamar(um, 'PUT', URL, { sessao_ociosa_horas: 3 }))
      respostas.push(world.chamar(outro, 'PUT', URL, { exigir_troca_de_senha: true }))
      await esperarNaTrava(world.db, 2)
    })
    await Promise.all(respostas)
    expect((await world.chamar(um, 'GET', URL)).json()).toEqual({
      ...INICIAL,
      sessao_ociosa_horas: 3,
      exigir_troca_de_senha: true,
    })
  })

  test.for([0, 13, 1.5, '2', null])('refuse %s hours', async (sessao_ociosa_horas, { world }) => {
    const resposta = await world.chamar(await world.criarAdmin(), 'PUT', URL, { sessao_ociosa_horas })
    expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, ['sessao_ociosa_horas']])
  })
})

describe('a password that another person typed', () => {
  test('keeps from everything but one’s own account, where that is asked, until it is changed', async ({ world }) => {
    const admin = await world.criarAdmin()
    const nova = { name: 'Bia', email: 'bia@exemplo.com.br', password: SENHA, password_confirmation: SENHA }
    const { id } = (await world.chamar(admin, 'POST', '/api/admin/operadores', nova)).json()
    const entrar = async (password: string) => {
      const resposta = await world.chamar(null, 'POST', '/api/login', { email: nova.email, password })
      return { id, name: 'Bia', email: nova.email, token: resposta.json().token }
    }
    const bia = await entrar(SENHA)
    const lista = '/api/operador/clientes/ativos'
    expect((await world.chamar(bia, 'GET', lista)).statusCode).toBe(200)

    await world.chamar(admin, 'PUT', URL, { exigir_troca_de_senha: true })
    expect((await world.chamar(admin, 'GET', '/api/admin/logs')).statusCode, 'hers is her own').toBe(200)
    for (const url of [lista, '/api/eventos', '/api/avisos']) {
      const recusa = await world.chamar(bia, 'GET', url)
      expect([recusa.statusCode, recusa.json().codigo]).toEqual([403, 'troque_a_senha'])
    }
    expect((await world.chamar(bia, 'GET', '/api/me')).statusCode).toBe(200)
    const mesma = { password_atual: SENHA, password: SENHA, password_confirmation: SENHA }
    const recusada = await world.chamar(bia, 'PUT', '/api/me/senha', mesma)
    expect([recusada.statusCode, Object.keys(recusada.json().errors)], 'kept as it was').toEqual([422, ['password']])
    const senhas = { password_atual: SENHA, ...NOVA }
    expect((await world.chamar(bia, 'PUT', '/api/me/senha', senhas)).statusCode).toBe(204)
    expect((await world.chamar(await entrar(NOVA.password), 'GET', lista)).statusCode).toBe(200)

    await world.chamar(admin, 'PUT', `/api/admin/operadores/${id}`, { password: SENHA, password_confirmation: SENHA })
    expect((await world.chamar(await entrar(SENHA), 'GET', lista)).json().codigo).toBe('troque_a_senha')
    expect((await world.chamar(await entrar(SENHA), 'POST', '/api/logout')).statusCode).toBe(204)
  })
})

test('who has no second factor, where it is asked, reaches their own account and the way out alone', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const ana = await world.criarOperador({ senha_hash: await hashDaSenha(SENHA) })
  await world.chamar(admin, 'PUT', URL, { exigir_segundo_fator: true })
  for (const [pessoa, url] of [
    [ana, '/api/operador/clientes/ativos'],
    [ana, '/api/eventos'],
    [admin, URL],
  ] as const) {
    const recusa = await world.chamar(pessoa, 'GET', url)
    expect([recusa.statusCode, recusa.json().codigo]).toEqual([403, 'ative_o_segundo_fator'])
  }
  expect((await world.chamar(ana, 'GET', '/api/me/sessoes')).statusCode).toBe(200)
  expect((await world.chamar(ana, 'POST', '/api/me/segundo-fator')).statusCode).toBe(201)
  expect((await world.chamar(ana, 'POST', '/api/logout')).statusCode).toBe(204)
})
