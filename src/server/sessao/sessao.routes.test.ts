import { describe, expect } from 'vitest'
import { test } from '#test/world.ts'

describe('GET /api/me', () => {
  test('answers the signed-in user', async ({ world }) => {
    const ana = await world.criarOperador({ name: 'Ana' })
    const resposta = await world.chamar(ana, 'GET', '/api/me')
    expect(resposta.json()).toEqual({ user: { id: ana.id, name: 'Ana', email: ana.email, role: 'operador' } })
    expect(resposta.headers['x-request-id']).toBeTruthy()
  })

  test('ends a token after 12 hours unused', async ({ world }) => {
    const ana = await world.criarOperador()
    world.relogio.passar({ horas: 12, segundos: 1 })
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
  })

  test('is refused without a token, and after logout', async ({ world }) => {
    const ana = await world.criarOperador()
    expect((await world.chamar(null, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await world.chamar(ana, 'POST', '/api/logout')).statusCode).toBe(204)
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
  })
})

describe('GET /api/empresa', () => {
  test('says whose system this is, also before signing in', async ({ world }) => {
    const resposta = await world.chamar(null, 'GET', '/api/empresa')
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json().nome).toEqual(expect.any(String))
  })
})
