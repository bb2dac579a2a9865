import { sql } from 'kysely'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { test, type World } from '#test/world.ts'

test('a node stays ready while a newer one migrates, and is not while the database lacks what it knows', async ({
  world,
}) => {
  const pronto = async () => (await world.chamar(null, 'GET', '/health/ready')).statusCode
  expect(await pronto()).toBe(200)
  await sql`insert into migracao (numero, nome, impressao) values (998, '998-futura.sql', 'x')`.execute(world.db)
  expect(await pronto()).toBe(200)
  await sql`delete from migracao where numero = 3`.execute(world.db)
  expect(await pronto()).toBe(503)
})

/** The database as a locked or vanished one is: it takes the question and gives no answer. */
const semResposta = (world: World) => {
  const soltar = Promise.withResolvers<void>()
  const presa = Promise.withResolvers<void>()
  const dono = world.db.transaction().execute(async (trx) => {
    await sql`lock table migracao, mensagem`.execute(trx)
    presa.resolve()
    await soltar.promise
  })
  return presa.promise.then(() => () => {
    soltar.resolve()
    return dono
  })
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

test('the disks are figures too', async ({ world }) => {
  world.servicos.discos = async () => [{ pasta: '/dados', livre: 5, total: 100, gravavel: true }]
  const app = await buildApp(world.servicos)
  const { body } = await app.inject({ url: '/metrics' })
  expect(body).toContain('cobranca_disco_livre_bytes{pasta="/dados"} 5')
  expect(body).toContain('cobranca_disco_total_bytes{pasta="/dados"} 100')
  expect(body).toContain('cobranca_disco_gravavel{pasta="/dados"} 1')
  await app.close()
})
