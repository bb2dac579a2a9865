import { describe, expect } from 'vitest'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { test } from '#test/world.ts'

const SENHA = 'Jacaranda-4417'
const URL = '/api/admin/administradores'
const NOVO = { name: 'Bia Luz', email: 'bia@exemplo.com.br', password: SENHA, password_confirmation: SENHA }

describe('administrators', () => {
  test('are made, listed, changed, and sign in as such', async ({ world }) => {
    const admin = await world.criarAdmin({ name: 'Ana' })
    const feito = await world.chamar(admin, 'POST', URL, NOVO)
    expect(feito.statusCode).toBe(201)
    const bia = feito.json()
    expect(bia).toEqual({
      id: expect.any(Number),
      name: 'Bia Luz',
      email: 'bia@exemplo.com.br',
      status: 'Ativo',
      segundo_fator: false,
      ultima_entrada_em: null,
      created_at: world.relogio.agora().toISOString(),
    })
    const repetido = await world.chamar(admin, 'POST', URL, { ...NOVO, email: 'BIA@exemplo.com.br' })
    expect([repetido.statusCode, Object.keys(repetido.json().errors)]).toEqual([422, ['email']])
    const entrada = await world.chamar(null, 'POST', '/api/login', { email: NOVO.email, password: SENHA })
    expect(entrada.json().user.role).toBe('admin')
    const mudada = await world.chamar(admin, 'PUT', `${URL}/${bia.id}`, { name: 'Bia Sol' })
    expect(mudada.json().name).toBe('Bia Sol')
    const lista = (await world.chamar(admin, 'GET', `${URL}?busca=sol`)).json()
    expect([lista.total, lista.ativos, lista.data[0].id]).toEqual([1, 2, bia.id])
    await world.criarOperador()
    expect((await world.chamar(admin, 'GET', URL)).json().total).toBe(2)
    const planilha = (await world.chamar(admin, 'GET', `${URL}/exportar.csv?busca=sol`)).body.trim().split('\r\n')
    expect(planilha).toHaveLength(2)
    expect(planilha[1]).toMatch(/^"Bia Sol";"bia@exemplo\.com\.br";"Ativo";"não";/)
  })

  test('are separate from operators', async ({ world }) => {
    const admin = await world.criarAdmin()
    const operador = await world.criarOperador()
    expect((await world.chamar(admin, 'PATCH', `${URL}/${operador.id}/bloquear`)).statusCode).toBe(404)
    expect((await world.chamar(admin, 'GET', `/api/admin/operadores/${admin.id}`)).statusCode).toBe(404)
  })

  test('a blocked one is out at once, and back when reactivated', async ({ world }) => {
    const [admin, outro] = [await world.criarAdmin(), await world.criarAdmin({ senha_hash: await hashDaSenha(SENHA) })]
    const bloqueado = await world.chamar(admin, 'PATCH', `${URL}/${outro.id}/bloquear`)
    expect(bloqueado.json().status).toBe('Bloqueado')
    expect((await world.chamar(outro, 'GET', URL)).statusCode).toBe(401)
    const entrar = () => world.chamar(null, 'POST', '/api/login', { email: outro.email, password: SENHA })
    expect((await entrar()).statusCode).toBe(403)
    await world.chamar(admin, 'PATCH', `${URL}/${outro.id}/reativar`)
    expect((await entrar()).statusCode).toBe(200)
  })

  test('nobody blocks themselves, and stays signed in', async ({ world }) => {
    const [admin, outro] = [await world.criarAdmin(), await world.criarAdmin()]
    const recusa = await world.chamar(admin, 'PATCH', `${URL}/${admin.id}/bloquear`)
    expect([recusa.statusCode, recusa.json()]).toEqual([
      409,
      { codigo: 'proprio_bloqueio', message: expect.stringMatching(/outro administrador/) },
    ])
    expect((await world.chamar(admin, 'GET', `${URL}/${admin.id}`)).json().status).toBe('Ativo')
    expect((await world.chamar(outro, 'PATCH', `${URL}/${admin.id}/bloquear`)).json().status).toBe('Bloqueado')
  })

  test('who lost the second factor is let in by the password again, and what was open ends', async ({ world }) => {
    const [admin, outro] = [await world.criarAdmin(), await world.criarAdmin({ segundo_fator_em: new Date() })]
    const zerado = await world.chamar(admin, 'DELETE', `${URL}/${outro.id}/segundo-fator`)
    expect([zerado.statusCode, zerado.json().segundo_fator]).toEqual([200, false])
    expect((await world.chamar(outro, 'GET', '/api/me')).statusCode).toBe(401)
  })

  test('nobody turns their own second factor off without a code', async ({ world }) => {
    const admin = await world.criarAdmin({ segundo_fator_em: new Date() })
    const recusa = await world.chamar(admin, 'DELETE', `${URL}/${admin.id}/segundo-fator`)
    expect([recusa.statusCode, recusa.json().codigo]).toEqual([409, 'proprio_segundo_fator'])
    expect((await world.chamar(admin, 'GET', `${URL}/${admin.id}`)).json().segundo_fator).toBe(true)
  })
})

describe('the last active administrator', () => {
  test('stays, whoever asks', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarAdmin({ status: 'Bloqueado' })
    await world.criarOperador()
    const recusa = await world.chamar(admin, 'PATCH', `${URL}/${admin.id}/bloquear`)
    expect([recusa.statusCode, recusa.json().codigo]).toEqual([409, 'ultimo_administrador'])
    expect((await world.chamar(admin, 'GET', '/api/me')).statusCode).toBe(200)
  })

  test('stays when all block all at once', async ({ world }) => {
    for (let vez = 0; vez < 5; vez += 1) {
      const admins = await Promise.all(Array.from({ length: 4 }, () => world.criarAdmin()))
      const pares = admins.flatMap((um) => admins.map((outro) => [um, outro] as const))
      const respostas = await Promise.all(
        pares.map(([um, outro]) => world.chamar(um, 'PATCH', `${URL}/${outro.id}/bloquear`)),
      )
      for (const { statusCode } of respostas) expect([200, 401, 403, 409]).toContain(statusCode)
      const ativos = await world.db
        .selectFrom('usuario')
        .select('id')
        .where('role', '=', 'admin')
        .where('status', '=', 'Ativo')
        .execute()
      expect(ativos.length).toBeGreaterThanOrEqual(1)
    }
  })

  test('stays for whoever writes to the database past the calls', async ({ world }) => {
    await world.criarAdmin()
    await expect(world.banco.pool.query(`update usuario set status = 'Bloqueado'`)).rejects.toThrow(
      /último administrador/,
    )
    await expect(world.banco.pool.query(`update usuario set role = 'operador'`)).rejects.toThrow(/último administrador/)
  })
})
