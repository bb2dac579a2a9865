import { expect, test } from 'vitest'
import { aoDia, ha, limiteEmPalavras } from './emPalavras.ts'

const AGORA = new Date('2026-11-24T13:00:00Z')

test.each([
  ['2026-11-24T13:00:05Z', 'agora'],
  ['2026-11-24T12:59:58.001Z', 'agora'],
  ['2026-11-24T12:59:58Z', 'há 2 segundos'],
  ['2026-11-24T12:59:00.001Z', 'há 59 segundos'],
  ['2026-11-24T12:59:00Z', 'há 1\u00a0min'],
  ['2026-11-24T12:48:00Z', 'há 12\u00a0min'],
])('what happened at %s was %s', (instante, palavras) => {
  expect(ha(instante, AGORA)).toBe(palavras)
})

test.each([
  ['2026-11-24T03:00:00Z', 'hoje às 00:00'],
  ['2026-11-24T02:59:00Z', '23/11/2026 às 23:59'],
])('%s is %s', (instante, palavras) => {
  expect(aoDia(instante, AGORA)).toBe(palavras)
})

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
