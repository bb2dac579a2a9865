import { expect, test } from 'vitest'
import { limiteEmPalavras } from './emPalavras.ts'

test.each([
  [null, '—'],
  ['TIER_NOT_SET', '—'],
  ['TIER_250', '250'],
  ['TIER_2K', '2.000'],
  ['TIER_1M', '1.000.000'],
  ['TIER_UNLIMITED', 'Sem limite'],
])('the limit of %s is said as %s', (nivel, palavras) => {
  expect(limiteEmPalavras(nivel)).toBe(palavras)
})
