import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#test/world.ts'

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
