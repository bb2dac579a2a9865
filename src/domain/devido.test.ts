import { expect, test } from 'vitest'
import { devidoNaContestacao } from './devido.ts'

test.each([
  ['nothing changed since', 10_000, 10_217, 10_217, 10_217],
  ['a part was paid', 5_000, 5_109, 10_217, 5_109],
  ['the charges were raised', 10_000, 10_500, 10_217, 10_217],
  ['its value was raised', 12_000, 12_260, 10_217, 12_000],
])('a disputed account owes what it owed when that began: %s', (_, aberto, noDia, entao, deve) => {
  expect(devidoNaContestacao(aberto, noDia, entao)).toBe(deve)
})
