import { expect, test } from 'vitest'
import { devidoEm, efeitoDoPagamento } from './encargos.ts'

// R$ 100.00 due on 19/11, fine 2 %, interest 1 % a month: 102.17 on the 24th.
const conta = {
  valor: 100,
  valor_pago: 0,
  vencimento_util: '2026-11-19',
  taxas: { multa_percentual: 2, juros_percentual_mes: 1 },
}

test('what is owed follows the day of the payment', () => {
  expect(devidoEm(conta, '2026-11-19')).toBe(100)
  expect(devidoEm(conta, '2026-11-20')).toBe(102.03)
  expect(devidoEm(conta, '2026-11-24')).toBe(102.17)
  expect(devidoEm({ ...conta, valor_pago: 40 }, '2026-11-24')).toBe(61.3)
})

test.each([
  [40, '2026-11-24', 'parte', 'restam R$ 60,00'],
  [100, '2026-11-24', 'quita', 'R$ 2,17 de encargos são dispensados'],
  [102.17, '2026-11-24', 'quita', 'com R$ 2,17 de encargos'],
  [100, '2026-11-19', 'quita', 'A conta fica paga.'],
  [102.17, '2026-11-20', 'passa', 'devido em 20/11/2026: R$ 102,03'],
] as const)('paying %d on %s: %s', (valor, quando, tom, frase) => {
  const efeito = efeitoDoPagamento(conta, valor, quando)
  expect(efeito.tom).toBe(tom)
  expect(efeito.frase.replaceAll('\u00A0', ' ')).toContain(frase)
})
