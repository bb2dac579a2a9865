import { expect, test } from 'vitest'
import { percentual } from './percentual.ts'

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [38_741_290, 60_250_470, 64.3],
  [5, 5, 100],
  [9_007_199_254_740_991, 9_007_199_254_740_991, 100],
])('%i of %i is %d %%', (parte, todo, esperado) => expect(percentual(parte, todo)).toBe(esperado))
