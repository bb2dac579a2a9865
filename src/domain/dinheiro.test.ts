import { expect, test } from 'vitest'
import { emCentavos, formatarReais } from './dinheiro.ts'

test.each([
  [0.29, 29], // 28.999999999999996 cents in binary
  [1.1, 110], // 110.00000000000001
])('R$ %d is %i cents', (reais, centavos) => expect(emCentavos(reais)).toBe(centavos))

test.each([
  [-150, '-R$ 1,50'],
  [-1, '-R$ 0,01'],
  [0, 'R$ 0,00'],
  [123_456_789, 'R$ 1.234.567,89'],
])('%i cents are written %s', (centavos, escrito) => expect(formatarReais(centavos)).toBe(escrito))
