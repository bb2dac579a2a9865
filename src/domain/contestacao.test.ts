import { expect, test } from 'vitest'
import type { Situacao } from './conta.ts'
import { fimDaContestacao, type MotivoDaContestacao, numeroDaContestacao } from './contestacao.ts'

test.each<[MotivoDaContestacao, Situacao[], string | null]>([
  ['valor', ['aberta', 'paga'], null],
  ['valor', ['paga', 'cancelada'], 'desistencia'],
  ['ja_paguei', ['paga'], 'procedente'],
  ['nao_reconheco', ['cancelada'], 'procedente'],
])('%s with %j ends as %s', (motivo, contas, fim) => expect(fimDaContestacao(motivo, contas)).toBe(fim))

test('its number says the year', () => expect(numeroDaContestacao(12, '2026-11-24')).toBe('2026-000012'))
