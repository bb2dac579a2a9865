import { expect, test } from 'vitest'
import { criarCalendario } from './calendario.ts'
import { limiteDaPromessa, prazoDaContestacao } from './prazos.ts'

const calendario = criarCalendario()

test.each([
  ['2026-11-24', '2026-11-26'],
  ['2026-11-27', '2026-12-01'], // Friday: Monday and Tuesday
  ['2026-11-28', '2026-12-02'], // Saturday is moved to Monday first
  ['2026-11-20', '2026-11-25'], // a holiday, moved over the weekend
])('what was promised for %s may be paid until %s', (ate, limite) =>
  expect(limiteDaPromessa(ate, calendario)).toBe(limite),
)

test.each([
  ['2026-11-24', '2026-12-01'],
  ['2026-11-13', '2026-11-23'], // over the holiday of the 20th
])('what is disputed on %s is answered by %s', (dia, prazo) => expect(prazoDaContestacao(dia, calendario)).toBe(prazo))
