import { expect, test } from 'vitest'
import { criarCalendario, somarDiasUteis } from './calendario.ts'
import { somarDias } from './data.ts'
import { esperasEmCurso, livreDesde, retidaEm } from './retencao.ts'

const calendario = criarCalendario()

test.each([
  ['quinta', '2026-11-26', 2, '2026-11-26', '2026-11-29'], // Friday and Monday are business days: free on Monday
  ['sexta', '2026-11-27', 2, '2026-11-29', '2026-11-30'],
  ['quinta, um dia', '2026-11-26', 1, '2026-11-26', '2026-11-26'],
])('a hold from %s lasts so many business days', (_, desde, dias, dia, ate) => {
  expect(esperasEmCurso(dia, dias, calendario)).toContainEqual({ desde, ate })
  expect(somarDias(ate, 1)).toBe(somarDiasUteis(desde, dias, calendario))
})

test('without days of grace nothing is waited for; with two, only what came since the second business day before', () => {
  expect(esperasEmCurso('2026-11-26', 0, calendario)).toEqual([])
  const desdes = esperasEmCurso('2026-11-30', 2, calendario).map(({ desde }) => desde)
  expect(desdes).toEqual(['2026-11-30', '2026-11-29', '2026-11-28', '2026-11-27'])
})

test('an account is free the day after its hold, and never while nobody knows its end', () => {
  const ate = (dia: string | null) => ({ motivo: 'pagamento_a_caminho' as const, ate: dia })
  expect([retidaEm(ate('2026-11-26'), '2026-11-26'), retidaEm(ate('2026-11-26'), '2026-11-27')]).toEqual([true, false])
  expect(livreDesde(ate('2026-11-26'), '2026-11-25')).toBe('2026-11-27')
  expect(livreDesde(ate('2026-11-20'), '2026-11-25')).toBe('2026-11-25')
  expect(livreDesde(null, '2026-11-25')).toBe('2026-11-25')
  expect(livreDesde(ate(null), '2026-11-25')).toBeNull()
})
