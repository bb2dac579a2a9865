import { expect, test } from 'vitest'
import { esperaDe } from './espalhar.ts'

test('what concerns me is asked at once; what all hear, the later the more listen, each browser at a moment of its own', () => {
  expect(esperaDe(0, 0.9)).toBe(250)
  expect(esperaDe(1, 1)).toBeLessThan(300)
  const instantes = Array.from({ length: 1_000 }, (_, i) => esperaDe(1_000, i / 1_000))
  const noSegundo = (s: number) => instantes.filter((ms) => Math.floor(ms / 1_000) === s).length
  expect(Math.max(...Array.from({ length: 31 }, (_, s) => noSegundo(s)))).toBeLessThanOrEqual(34)
})
