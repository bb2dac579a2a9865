import pg from 'pg'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { test, type World } from '#test/world.ts'

test('a node stays ready while a newer one migrates, and is not while the database lacks what it knows', async ({
  world,
}) => {
  const pronto = async () => (await world.chamar(null, 'GET', '/health/ready')).statusCode
  expect(await pronto()).toBe(200)
  await world.comoDono(`insert into migracao (numero, nome, impressao) values (998, '998-futura.sql', 'x')`)
  expect(await pronto()).toBe(200)
  await world.comoDono('delete from migracao where numero = 3')
  expect(await pronto()).toBe(503)
})

test('a monitor may ask by HEAD', async ({ world }) => {
  const pedir = async (url: string) => {
    const { statusCode, body } = await world.app.inject({ method: 'HEAD', url })
    return [statusCode, body]
  }
  expect([await pedir('/health/live'), await pedir('/health/ready')]).toEqual(Array(2).fill([200, '']))
})

/** A database that is locked or vanished: it accepts the query and never answers. */
async function semResposta(world: World): Promise<() => Promise<void>> {
  const dono = new pg.Client({ connectionString: world.urlDoDono })
  await dono.connect()
  await dono.query('begin; lock table migracao, mensagem')
  return () => dono.end()
}

test('figures are told, and readiness answers, while the database does not', async ({ world }) => {
  const metricas = async () => (await world.chamar(null, 'GET', '/metrics')).body
  expect(await metricas()).toMatch(/cobranca_fila\{fila="saida"\} 0.*cobranca_banco_responde 1/s)
  const soltar = await semResposta(world)
  const [sem, pronto] = await Promise.all([metricas(), world.chamar(null, 'GET', '/health/ready')])
  expect(sem).toMatch(/cobranca_banco_responde 0/)
  expect(sem).toMatch(/process_cpu_seconds_total/)
  expect(sem).not.toMatch(/cobranca_fila\{/)
  expect(pronto.statusCode).toBe(503)
  await soltar()
  await expect.poll(async () => (await world.chamar(null, 'GET', '/health/ready')).statusCode).toBe(200)
  expect(await metricas()).toMatch(/cobranca_banco_responde 1/)
})

test('figures are for this machine alone, whatever the proxy on it calls whom it speaks for', async ({ world }) => {
  const pedir = async (headers = {}) => (await world.chamar(null, 'GET', '/metrics', undefined, headers)).statusCode
  expect(await pedir()).toBe(200)
  for (const nome of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect(await pedir({ [nome]: 'for=203.0.113.9' }), nome).toBe(403)
})

test('the disks are figures too', async ({ world }) => {
  world.servicos.discos = async () => [{ pasta: '/dados', livre: 5, total: 100, gravavel: true }]
  const app = await buildApp(world.servicos)
  const { body } = await app.inject({ url: '/metrics' })
  expect(body).toContain('cobranca_disco_livre_bytes{pasta="/dados"} 5')
  expect(body).toContain('cobranca_disco_total_bytes{pasta="/dados"} 100')
  expect(body).toContain('cobranca_disco_gravavel{pasta="/dados"} 1')
  // A full disk does not make the node unready: it still reads and answers.
  world.servicos.discos = async () => [{ pasta: '/dados', livre: 0, total: 100, gravavel: false }]
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200)
  await app.close()
})
