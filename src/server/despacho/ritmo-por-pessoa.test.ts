import { expect, test } from 'vitest'
import { RitmoPorPessoa } from './ritmo-por-pessoa.ts'

test('ten at once to one person, then one every 6 seconds, and nobody else waits for them', () => {
  let agora = 0
  const ritmo = new RitmoPorPessoa(() => agora)
  const tomadas = Array.from({ length: 12 }, () => ritmo.tomar(1))
  expect(tomadas.slice(0, 10)).toEqual(Array(10).fill(0))
  expect(tomadas.slice(10)).toEqual([6_000, 6_000])
  expect(ritmo.tomar(2)).toBe(0)
  agora = 6_000
  expect([ritmo.tomar(1), ritmo.tomar(1)]).toEqual([0, 6_000])
  agora = 600_000
  expect(ritmo.tomar(1)).toBe(0)
})
