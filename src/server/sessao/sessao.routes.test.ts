import { describe, expect } from 'vitest'
import { EMPRESA_SEM_NOME } from '#domain/empresa.ts'
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

  test('a tab that was forgotten ends after those 12 hours, however often its screens ask by themselves', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const pedir = (url: string, headers = {}) => world.chamar(ana, 'GET', url, undefined, headers)
    const sozinha = { 'x-uso': 'tela' }
    for (let hora = 1; hora < 12; hora += 1) {
      world.relogio.passar({ horas: 1 })
      expect((await pedir('/api/operador/clientes/ativos?page=1&per_page=1', sozinha)).statusCode).toBe(200)
      expect((await pedir('/api/avisos')).statusCode).toBe(200)
    }
    world.relogio.passar({ horas: 1, segundos: 1 })
    expect((await pedir('/api/operador/clientes/ativos', sozinha)).statusCode).toBe(401)
  })

  test('of a clock that was a year ahead ends once that is set back, and is not good for that year', async ({
    world,
  }) => {
    world.relogio.passar({ dias: 365 })
    const ana = await world.criarOperador()
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(200)
    world.relogio.passar({ dias: -365 })
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
    const bia = await world.criarOperador()
    world.relogio.passar({ minutos: -5 })
    expect((await world.chamar(bia, 'GET', '/api/me')).statusCode, 'a clock that is put right').toBe(200)
  })

  test('lives on while somebody, or a program that says nothing about it, does something', async ({ world }) => {
    const ana = await world.criarOperador()
    for (let vez = 0; vez < 3; vez += 1) {
      world.relogio.passar({ horas: 11 })
      expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(200)
    }
  })

  test('is refused without a token, and after logout', async ({ world }) => {
    const ana = await world.criarOperador()
    expect((await world.chamar(null, 'GET', '/api/me')).statusCode).toBe(401)
    const saida = await world.chamar(ana, 'POST', '/api/logout')
    expect(saida.statusCode).toBe(204)
    expect(saida.headers['clear-site-data']).toBe('"cache"')
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
  })
})

describe('GET /api/empresa', () => {
  test('says whose system this is, also before signing in', async ({ world }) => {
    const resposta = await world.chamar(null, 'GET', '/api/empresa')
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json().nome, 'as its database is made').toBe(EMPRESA_SEM_NOME)
  })
})
