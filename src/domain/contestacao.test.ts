import { expect, test } from 'vitest'
import { criarCalendario } from './calendario.ts'
import type { Situacao } from './conta.ts'
import { fimDaContestacao, type MotivoDaContestacao, numeroDaContestacao, prazoDaContestacao } from './contestacao.ts'

test.each([
  ['2026-11-24', '2026-12-01'],
  ['2026-11-13', '2026-11-23'], // over the holiday of the 20th
])('what comes on %s is answered by %s', (dia, prazo) => expect(prazoDaContestacao(dia, criarCalendario())).toBe(prazo))

test.each<[MotivoDaContestacao, Situacao[], string | null]>([
  ['valor', ['aberta', 'paga'], null],
  ['valor', ['paga', 'cancelada'], 'desistencia'],
  ['ja_paguei', ['paga'], 'procedente'],
  ['nao_reconheco', ['cancelada'], 'procedente'],
])('%s with %j ends as %s', (motivo, contas, fim) => expect(fimDaContestacao(motivo, contas)).toBe(fim))

test('its number says the year', () => expect(numeroDaContestacao(12, '2026-11-24')).toBe('2026-000012'))
