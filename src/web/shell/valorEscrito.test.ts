import { expect, test } from 'vitest'
import { valorEscrito } from './valorEscrito.ts'

test.each([
  ['1.961,42', 1961.42],
  ['1961,42', 1961.42],
  ['R$ 587,50', 587.5],
  ['r$0,01', 0.01],
  ['4471', null],
  ['18432/002', null],
  ['587,5', null],
  ['1.96,42', null],
  ['ana', null],
  ['', null],
])('of %j an amount is %j', (texto, valor) => {
  expect(valorEscrito(texto)).toBe(valor)
})
