import { expect, test } from 'vitest'
import { calcularDevido, devidoNaContestacao } from './devido.ts'

test.each([
  ['nothing changed since', 10_000, 10_217, 10_217, 10_217],
  ['a part was paid', 5_000, 5_109, 10_217, 5_109],
  ['the charges were raised', 10_000, 10_500, 10_217, 10_217],
  ['its value was raised', 12_000, 12_260, 10_217, 12_000],
])('a disputed account owes what it owed when that began: %s', (_, aberto, noDia, entao, deve) => {
  expect(devidoNaContestacao(aberto, noDia, entao)).toBe(deve)
})

test.each([
  ['its charges of the day', null, { multa: 200, juros: 17, total: 10_217 }],
  [
    'under a dispute, the charges of its first day',
    { desde: '2026-11-24', devidoCentavos: 10_203 },
    { multa: 200, juros: 3, total: 10_203 },
  ],
  [
    'what it owed then, of which the fine comes first',
    { desde: '2026-11-24', devidoCentavos: 10_150 },
    { multa: 150, juros: 0, total: 10_150 },
  ],
])('an account five days late owes %s', (_, contestacao, partes) => {
  const taxas = { multaCentesimos: 200, jurosMesCentesimos: 100 }
  const devido = calcularDevido(10_000, '2026-11-23', '2026-11-28', taxas, contestacao)
  expect(devido).toEqual({ aberto: 10_000, dias: 5, ...partes })
})

test('a part paid under a dispute lowers what is owed to the rest, with the charges of its first day', () => {
  const taxas = { multaCentesimos: 200, jurosMesCentesimos: 100 }
  const contestacao = { desde: '2026-11-24', devidoCentavos: 10_203 }
  const { multa, juros, total } = calcularDevido(5_000, '2026-11-23', '2026-11-28', taxas, contestacao)
  expect([multa, juros, total]).toEqual([100, 2, 5_102])
})
