import { expect } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { test } from '#test/world.ts'
import { criarLinksVivos } from './links-vivos.ts'

test('a slow database is asked the next question once it answered the last, however many wait', async ({ world }) => {
  const agora = () => world.relogio.agora()
  const respondeu = Promise.withResolvers<void>()
  let perguntas = 0
  const lento = world.db.withPlugin({
    transformQuery({ node }) {
      perguntas += 1
      return node
    },
    async transformResult({ result }) {
      await respondeu.promise
      return result
    },
  })
  const vive = criarLinksVivos(lento, agora)
  const umToken = (letra: string) => letra.repeat(22)
  const primeira = vive(umToken('A'))
  await esperarAte('it was asked', () => perguntas === 1)
  const outras = [vive(umToken('B')), vive(umToken('C'))]
  // As long as they wait for each other, and a question more.
  expect(await criarLinksVivos(world.db, agora)(umToken('D'))).toBe(false)
  expect(perguntas).toBe(1)
  respondeu.resolve()
  expect(await Promise.all([primeira, ...outras])).toEqual([false, false, false])
  expect(perguntas).toBe(2)
})
