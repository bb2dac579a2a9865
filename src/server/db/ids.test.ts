import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#test/world.ts'
import { idsEmOrdem, idsGuardados, trechoDeIds } from './ids.ts'

const numeros = (de: number, ate: number) =>
  sql`select n * 3 + 4294967290 as id from generate_series(${de}::bigint, ${ate}::bigint) n order by n desc`

test('all ids come in their order, however many, and large ones whole', async ({ world }) => {
  for (const quantos of [0, 1, 50_000, 120_001]) {
    const ids = await idsEmOrdem(world.db, numeros(1, quantos))
    expect(ids.length).toBe(quantos)
    expect(ids.every((id, i) => id === (quantos - i) * 3 + 4_294_967_290)).toBe(true)
  }
  expect(trechoDeIds(await idsEmOrdem(world.db, numeros(1, 5)), 3, 4)).toEqual([4_294_967_296, 4_294_967_293])
})

test('an order is read once for a while, by as many as ask for it, and again when that is over', async ({ world }) => {
  let agora = 0
  const relogio = () => agora
  const pedir = () => idsGuardados(world.db, sql`select id from usuario order by id`, relogio)
  const [uma, outra] = await Promise.all([pedir(), pedir()])
  expect(uma).toBe(outra)
  await world.criarOperador()
  agora = 9_999
  expect(await pedir()).toBe(uma)
  agora = 10_000
  expect((await pedir()).length).toBe(uma.length + 1)
})

test('one that could not be read is not kept', async ({ world }) => {
  const falha = () => idsGuardados(world.db, sql`select 1 / (select count(*) from usuario where false) as id`)
  await expect(falha()).rejects.toThrow('division by zero')
  await expect(falha()).rejects.toThrow('division by zero')
})
