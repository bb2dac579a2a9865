import { expect, test } from 'vitest'
import { cadaUm } from './cadaUm.ts'

test.each([
  [1, 1, '1 cliente para uma pessoa.'],
  [12_340, 1, '12.340 clientes para uma pessoa.'],
  [12_340, 2, '6.170 para cada um.'],
  [12_341, 2, '6.170 ou 6.171 para cada um.'],
  [2, 3, 'Um para cada um, até acabarem.'],
])('%s customers among %s: %s', (livres, entre, dito) => {
  expect(cadaUm(livres, entre)).toBe(dito)
})
