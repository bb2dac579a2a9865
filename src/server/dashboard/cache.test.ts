import { expect } from 'vitest'
import { test } from '#test/world.ts'
import { criarCache } from './cache.ts'

test('figures of a small company are computed each time; of a large one, once for all callers, until they are old', async ({
  world,
}) => {
  let feitas = 0
  const fazer = async () => {
    feitas += 1
    return feitas
  }
  const pequena = criarCache(world.db, 60_000, 2)
  await world.criarCliente()
  expect([await pequena('a', fazer), await pequena('a', fazer)]).toEqual([1, 2])
  await world.criarCliente()
  const grande = criarCache(world.db, 60_000, 2)
  const [primeira, segunda] = await Promise.all([grande('a', fazer), grande('a', fazer)])
  expect([primeira, segunda, await grande('b', fazer), await grande('a', fazer)]).toEqual([3, 3, 4, 3])
  const logoVelha = criarCache(world.db, 0, 2, () => 0)
  expect([await logoVelha('a', fazer), await logoVelha('a', fazer)]).toEqual([5, 6])
})

test('what failed is not remembered', async ({ world }) => {
  await world.criarCliente()
  const emCache = criarCache(world.db, 60_000, 1)
  await expect(emCache('a', () => Promise.reject(new Error('caiu')))).rejects.toThrow('caiu')
  expect(await emCache('a', async () => 'feita')).toBe('feita')
})

test('what takes seconds is computed less often, and at least every five minutes', async ({ world }) => {
  await world.criarCliente()
  let agora = 0
  let feitas = 0
  const em = (ms: number) => {
    agora = ms
    return emCache('a', async () => {
      agora += feitas === 0 ? 4_000 : 60_000
      feitas += 1
      return feitas
    })
  }
  const emCache = criarCache(world.db, 30_000, 1, () => agora)
  expect([await em(0), await em(79_999), await em(80_000), await em(379_999), await em(380_000)]).toEqual([
    1, 1, 2, 2, 3,
  ])
})
