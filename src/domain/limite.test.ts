import { expect, test } from 'vitest'
import { aquecimento, limiteDoDia, ritmoDoNumero } from './limite.ts'

const HOJE = '2026-11-24'

test.each([
  ['TIER_250', 'GREEN', null, 250],
  ['TIER_2K', null, null, 2_000],
  ['TIER_2K', 'YELLOW', null, 1_000],
  ['TIER_250', 'RED', null, 62],
  ['TIER_5K', 'GREEN', null, 5_000],
  ['TIER_1M', 'GREEN', null, 1_000_000],
  ['TIER_UNLIMITED', 'GREEN', null, null],
  ['TIER_UNLIMITED', 'RED', null, 25_000],
  [null, 'RED', null, null],
  ['TIER_2K', 'GREEN', '2026-11-24', 50],
  ['TIER_2K', 'GREEN', '2026-11-21', 400],
  ['TIER_250', 'GREEN', '2026-11-20', 250],
  ['TIER_UNLIMITED', 'GREEN', '2026-11-11', 409_600],
  ['TIER_UNLIMITED', 'GREEN', '2026-11-10', null],
] as const)('%s, quality %s, warming up since %s: %s', (nivel, qualidade, aquecimentoDesde, limite) => {
  expect(limiteDoDia({ nivel, qualidade, aquecimentoDesde }, HOJE)).toBe(limite)
})

test('a warm-up has a day and an end', () => {
  expect(aquecimento({ aquecimentoDesde: '2026-11-23' }, HOJE)).toEqual({ dia: 2, limite: 100 })
  expect(aquecimento({ aquecimentoDesde: '2026-11-25' }, HOJE)).toEqual({ dia: 1, limite: 50 })
  expect(aquecimento({ aquecimentoDesde: '2026-10-01' }, HOJE)).toBe(null)
  expect(aquecimento({ aquecimentoDesde: null }, HOJE)).toBe(null)
})

test.each([
  [80, 'STANDARD', 'GREEN', 80],
  [80, 'HIGH', 'GREEN', 80],
  [5_000, 'STANDARD', 'GREEN', 80],
  [5_000, 'HIGH', 'UNKNOWN', 1_000],
  [5_000, 'NOT_APPLICABLE', null, 5_000],
  [5_000, null, null, 5_000],
  [5_000, 'STANDARD', 'YELLOW', 40],
  [20, 'STANDARD', 'YELLOW', 10],
  [20, 'HIGH', 'RED', 5],
  [30, 'HIGH', 'RED', 7],
  [1, 'STANDARD', 'RED', 1],
] as const)('at most %i a second, throughput %s, quality %s: %i', (maximo, vazao, qualidade, porSegundo) => {
  expect(ritmoDoNumero(maximo, { vazao, qualidade })).toBe(porSegundo)
})
