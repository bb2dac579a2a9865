import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { somarDias } from './data.ts'
import {
  atrasadosQueDevem,
  calcularEncargos,
  diasAtraso,
  oQueDeixa,
  repartirPagamento,
  valorAtualizado,
} from './encargos.ts'

const taxas = { multaCentesimos: 200, jurosMesCentesimos: 100 }

describe('calcularEncargos', () => {
  test.each([
    // open, days late, fine, interest
    [10_000, -3, 0, 0],
    [10_000, 0, 0, 0],
    [10_000, 1, 200, 3],
    [10_000, 5, 200, 17], // R$ 100.00 five days late at 2 % and 1 % → 102.17
    [10_000, 30, 200, 100],
    [10_000, 45, 200, 150],
    [25, 1, 1, 0], // 0.5 cent of fine rounds up
    [24, 1, 0, 0],
    [1_500, 1, 30, 1], // 0.5 cent of interest rounds up
    [0, 10, 0, 0],
    [99_999_999_999, 365, 2_000_000_000, 12_166_666_667],
  ])('%i cents, %i days late: fine %i, interest %i', (aberto, dias, multaCentavos, jurosCentavos) => {
    expect(calcularEncargos(aberto, '2026-11-23', somarDias('2026-11-23', dias), taxas)).toEqual({
      multaCentavos,
      jurosCentavos,
      totalCentavos: multaCentavos + jurosCentavos,
    })
  })

  test('never falls as days pass, and is within a cent of the exact figure', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (aberto, dias, multaCentesimos, jurosMesCentesimos) => {
          const em = (n: number) =>
            calcularEncargos(aberto, '2026-01-05', somarDias('2026-01-05', n), { multaCentesimos, jurosMesCentesimos })
          expect(em(dias + 1).totalCentavos).toBeGreaterThanOrEqual(em(dias).totalCentavos)
          const exato = (aberto * multaCentesimos) / 10_000 + (aberto * jurosMesCentesimos * dias) / 300_000
          expect(Math.abs(em(dias).totalCentavos - exato)).toBeLessThanOrEqual(1.001)
        },
      ),
    )
  })
})

test('diasAtraso counts from the moved due day and never below zero', () => {
  expect(diasAtraso('2026-11-23', '2026-11-20')).toBe(0)
  expect(diasAtraso('2026-11-23', '2026-11-23')).toBe(0)
  expect(diasAtraso('2026-11-23', '2026-11-28')).toBe(5)
})

test('valorAtualizado is what is open with charges, and 0 when nothing is open', () => {
  expect(valorAtualizado(10_000, '2026-11-23', '2026-11-28', taxas)).toBe(10_217)
  expect(valorAtualizado(0, '2026-11-23', '2026-11-28', taxas)).toBe(0)
})

test.each([
  [50, 100, 50, 0],
  [100, 100, 100, 0],
  [120, 100, 100, 20],
  [20, 0, 0, 20],
])('repartirPagamento: %i on %i open pays %i of the face and %i of charges', (valor, aberto, principal, encargos) => {
  expect(repartirPagamento(valor, aberto)).toEqual({ principalCentavos: principal, encargosCentavos: encargos })
})

test.each([
  // paid, open, owed with charges: what of the face is still open, what is waived
  [99, 100, 110, 1, 0],
  [100, 100, 110, 0, 10],
  [105, 100, 110, 0, 5],
  [110, 100, 110, 0, 0],
  [120, 100, 110, 0, 0],
])('oQueDeixa: %i on %i that owe %i leave %i open and %i waived', (valor, aberto, devido, resta, dispensado) => {
  expect(oQueDeixa(valor, { abertoCentavos: aberto, devidoCentavos: devido })).toEqual({
    restaCentavos: resta,
    dispensadoCentavos: dispensado,
  })
})

describe('atrasadosQueDevem', () => {
  const ATE_60 = Array.from({ length: 60 }, (_, n) => n + 1)

  test('finds what was open from what it costs on each day, and nothing that costs another cent', () => {
    const umaTaxa = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 60 }),
        umaTaxa,
        umaTaxa,
        (aberto, dias, multaCentesimos, jurosMesCentesimos) => {
          const quais = { multaCentesimos, jurosMesCentesimos }
          const custo = (abertoCentavos: number, n: number) =>
            valorAtualizado(abertoCentavos, '2026-01-05', somarDias('2026-01-05', n), quais)
          const devido = custo(aberto, dias)
          const achados = atrasadosQueDevem(devido, quais, ATE_60)
          if (devido > aberto) expect(achados).toContainEqual({ dias, abertoCentavos: aberto })
          for (const um of achados) expect(custo(um.abertoCentavos, um.dias)).toBe(devido)
          expect(new Set(achados.map((um) => um.dias)).size).toBe(achados.length)
        },
      ),
    )
  })

  test.each([
    [149, 151], // 1.49 of fine and of interest, each rounded down
    [150, 154], // 1.50 of each, rounded up
  ])('finds the %i that owe %i, where both roundings go the same way', (abertoCentavos, devido) => {
    const quais = { multaCentesimos: 100, jurosMesCentesimos: 100 }
    expect(atrasadosQueDevem(devido, quais, [30])).toEqual([{ dias: 30, abertoCentavos }])
  })

  test('without charges nobody is late for more than the face value', () => {
    expect(atrasadosQueDevem(10_000, { multaCentesimos: 0, jurosMesCentesimos: 0 }, ATE_60)).toEqual([])
  })
})
