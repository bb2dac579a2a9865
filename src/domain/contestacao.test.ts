import { expect, test } from 'vitest'
import type { Situacao } from './conta.ts'
import {
  fimDaContestacao,
  lerNumeroDaContestacao,
  type MotivoDaContestacao,
  numeroDaContestacao,
} from './contestacao.ts'

test.each<[MotivoDaContestacao, Situacao[], string | null]>([
  ['valor', ['aberta', 'paga'], null],
  ['valor', ['paga', 'cancelada'], 'desistencia'],
  ['ja_paguei', ['paga'], 'procedente'],
  ['nao_reconheco', ['cancelada'], 'procedente'],
])('%s with %j ends as %s', (motivo, contas, fim) => expect(fimDaContestacao(motivo, contas)).toBe(fim))

test('its number says the year', () => expect(numeroDaContestacao(12, '2026-11-24')).toBe('2026-000012'))

test.each([
  [' 2026-000012 ', { ano: 2026, id: 12 }],
  ['2026-1234567', { ano: 2026, id: 1_234_567 }],
  ['2026-0012', null],
  ['9876-543210', null],
  ['000012', null],
])('a number that somebody quotes, "%s", is of %j', (texto, id) => expect(lerNumeroDaContestacao(texto)).toEqual(id))
