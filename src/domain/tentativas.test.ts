import { expect, test } from 'vitest'
import { EM_PALAVRAS, FAIXAS_DE_TENTATIVAS, limitesDe, MUITAS_TENTATIVAS } from './tentativas.ts'

test('bands follow on one another, and the last begins where attempts are called many', () => {
  expect(FAIXAS_DE_TENTATIVAS.map(limitesDe)).toEqual([
    { de: 0, ate: 0 },
    { de: 1, ate: 2 },
    { de: 3, ate: null },
  ])
  expect([MUITAS_TENTATIVAS, EM_PALAVRAS]).toEqual([3, '3 tentativas ou mais'])
})
