import { describe, expect, test } from 'vitest'
import { conta } from '#test/a-conciliar.ts'
import { combinarContas } from './combinacoes.ts'

/** No two sums are the same: faces of 1, 2, 4 …, and charges on what is overdue. */
const contas = [
  conta(4, 1, { vencimento: '2026-12-10', abertoCentavos: 800 }),
  conta(2, 1, { vencimento: '2026-11-05', abertoCentavos: 200, devidoCentavos: 213 }),
  conta(1, 1, { vencimento: '2026-11-01', abertoCentavos: 100, devidoCentavos: 107 }),
  conta(3, 1, { vencimento: '2026-11-08', abertoCentavos: 400, devidoCentavos: 429 }),
  conta(6, 1, { vencimento: '2026-12-30', abertoCentavos: 3_200 }),
  conta(5, 1, { vencimento: '2026-12-20', abertoCentavos: 1_600 }),
]
const combinar = (valor: number, quais = contas) =>
  combinarContas(valor, quais).map((uma) => uma.map(({ conta: { id }, valorCentavos }) => [id, valorCentavos]))
const ids = (valor: number, quais = contas) => combinar(valor, quais).map((uma) => uma.map(([id]) => id))

test.each([
  ['one', 429, [[3]]],
  ['one without its charges', 400, [[3]]],
  ['the two oldest', 320, [[1, 2]]],
  ['all that is overdue', 749, [[1, 2, 3]]],
  ['the same without charges', 700, [[1, 2, 3]]],
  ['the four oldest', 1_549, [[1, 2, 3, 4]]],
  ['the five oldest', 3_100, [[1, 2, 3, 4, 5]]],
  ['all', 6_349, [[1, 2, 3, 4, 5, 6]]],
  ['all without charges', 6_300, [[1, 2, 3, 4, 5, 6]]],
  ['any two', 2_029, [[3, 5]]],
  ['any three', 3_736, [[1, 3, 6]]],
  ['the last three', 5_600, [[4, 5, 6]]],
  ['four that are not the oldest', 3_042, []],
  ['charges of one and none of another', 307, []],
  ['nothing', 0, []],
])('an amount that pays %s', (_, valor, conjuntos) => expect(ids(valor)).toEqual(conjuntos))

test('says what each gets: the face alone, or with charges', () => {
  expect([combinar(320), combinar(300)]).toEqual([
    [
      [
        [1, 107],
        [2, 213],
      ],
    ],
    [
      [
        [1, 100],
        [2, 200],
      ],
    ],
  ])
})

describe('of many', () => {
  test('what is not open counts for nothing', () => {
    const semTerceira = contas.map((uma) => (uma.id === 3 ? { ...uma, aberta: false } : uma))
    expect([ids(749, semTerceira), ids(429, semTerceira), ids(1_120, semTerceira)]).toEqual([[], [], [[1, 2, 4]]])
  })

  test('three are given, the oldest first, and of one day the first made', () => {
    const iguais = [9, 3, 7, 5].map((id) => conta(id, 1, { vencimento: id === 9 ? '2026-11-01' : '2026-11-02' }))
    expect(ids(50_000, iguais)).toEqual([[9], [3], [5]])
    expect(ids(100_000, iguais)).toEqual([
      [9, 3],
      [9, 5],
      [9, 7],
    ])
  })

  test('only the forty oldest are put together', () => {
    const muitas = Array.from({ length: 41 }, (_, i) =>
      conta(i + 1, 1, {
        vencimento: `2026-${i < 28 ? '10' : '11'}-${String((i % 28) + 1).padStart(2, '0')}`,
        abertoCentavos: i < 38 ? 1_000_000 + i : 10 ** (i - 37),
      }),
    )
    expect([ids(110, muitas), ids(1_100, muitas), ids(1_010, muitas), ids(1_000, muitas)]).toEqual([
      [[39, 40]],
      [],
      [],
      [[41]],
    ])
  })
})
