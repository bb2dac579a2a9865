import { expect, test } from 'vitest'
import { diaNoEndereco, idDe, numeroDe, paginaDe, umDe } from './filtros.ts'

test('what the address holds that means nothing is no filter', () => {
  expect(['2', '0', '-3', 'abc', undefined].map((page) => paginaDe({ page }))).toEqual([2, 1, 1, 1, 1])
  expect(['7', '', '0', 'abc', undefined].map(idDe)).toEqual([7, undefined, undefined, undefined, undefined])
  expect(['0', '12.5', '', 'abc', 'Infinity'].map(numeroDe)).toEqual([0, 12.5, undefined, undefined, undefined])
  expect(['2026-02-28', '2026-02-30', ''].map(diaNoEndereco)).toEqual(['2026-02-28', undefined, undefined])
  expect(['pix', 'toString', undefined].map((texto) => umDe(['pix', 'boleto'], texto))).toEqual([
    'pix',
    undefined,
    undefined,
  ])
})
