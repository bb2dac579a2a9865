import { expect } from 'vitest'
import { test, type World } from '#test/world.ts'

const baixar = (world: World, pessoa: Parameters<World['chamar']>[0]) =>
  world.chamar(pessoa, 'GET', '/api/operador/clientes/concluidos/exportar.csv')

test('a user who exports again and again has to wait, and nobody else does', async ({ world }) => {
  const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
  for (let i = 0; i < 60; i += 1) expect((await baixar(world, ana)).statusCode).toBe(200)
  const recusada = await baixar(world, ana)
  expect(recusada.statusCode).toBe(429)
  expect(recusada.headers['retry-after']).toBe('10')
  expect(recusada.json().message).toBe(
    'Você baixou muitas planilhas em pouco tempo. Espere 10 segundos e tente de novo.',
  )
  expect((await baixar(world, bia)).statusCode).toBe(200)
  expect((await world.chamar(ana, 'GET', '/api/operador/clientes/template-csv')).statusCode).toBe(200)
  expect((await world.chamar(ana, 'GET', '/api/operador/clientes/concluidos')).statusCode).toBe(200)
  world.relogio.passar({ segundos: 10 })
  expect((await baixar(world, ana)).statusCode).toBe(200)
  expect((await baixar(world, ana)).statusCode).toBe(429)
  world.relogio.passar({ horas: -2 })
  expect((await baixar(world, ana)).statusCode).toBe(429)
  world.relogio.passar({ segundos: 10 })
  expect((await baixar(world, ana)).statusCode, 'the clock was set back').toBe(200)
})

test('whoever searches more than anybody can type is told to wait too, over all lists together', async ({ world }) => {
  const admin = await world.criarAdmin()
  const buscar = (lista: string) => world.chamar(admin, 'GET', `/api/admin/${lista}?busca=x&per_page=1`)
  const listas = ['operadores', 'whatsapp/eventos', 'mensagens/sem-cliente']
  for (let i = 0; i < 300; i += 1) expect((await buscar(listas[i % 3]!)).statusCode).toBe(200)
  const recusada = await buscar('clientes')
  expect([recusada.statusCode, recusada.headers['retry-after']]).toEqual([429, '1'])
  expect((await world.chamar(admin, 'GET', '/api/admin/clientes')).statusCode).toBe(200)
  world.relogio.passar({ segundos: 1 })
  expect((await buscar('clientes')).statusCode).toBe(200)
})
