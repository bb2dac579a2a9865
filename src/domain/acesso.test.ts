import { expect, test } from 'vitest'
import { pendenciaDe } from './acesso.ts'

test.each([
  [{ senhaDeOutro: true, temSegundoFator: false, exigirTroca: false, exigirSegundoFator: false }, null],
  [{ senhaDeOutro: true, temSegundoFator: false, exigirTroca: true, exigirSegundoFator: true }, 'troque_a_senha'],
  [
    { senhaDeOutro: false, temSegundoFator: false, exigirTroca: true, exigirSegundoFator: true },
    'ative_o_segundo_fator',
  ],
  [{ senhaDeOutro: false, temSegundoFator: true, exigirTroca: true, exigirSegundoFator: true }, null],
] as const)('%o is kept by %s', (entrada, pendencia) => {
  expect(pendenciaDe(entrada)).toBe(pendencia)
})
