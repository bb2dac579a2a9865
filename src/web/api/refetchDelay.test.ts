import { expect, test } from 'vitest'
import { refetchDelay } from './refetchDelay.ts'

test('what concerns me is asked at once; what all hear, the later the more listen, each browser at a moment of its own', () => {
  expect(refetchDelay(0, 0.9)).toBe(250)
  expect(refetchDelay(1, 1)).toBeLessThan(300)
  const instantes = Array.from({ length: 1_000 }, (_, i) => refetchDelay(1_000, i / 1_000))
  const noSegundo = (s: number) => instantes.filter((ms) => Math.floor(ms / 1_000) === s).length
  expect(Math.max(...Array.from({ length: 31 }, (_, s) => noSegundo(s)))).toBeLessThanOrEqual(34)
})
