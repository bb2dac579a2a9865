import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { somarDias, somarMeses } from './data.ts'
import { CamposInvalidos } from './erros.ts'
import { dizerParcelas, dizerVezes, gerarParcelas, valorNegociado } from './parcelas.ts'

const pedido = {
  valorCentavos: 10_000,
  entradaCentavos: 0,
  parcelas: 3,
  primeiroVencimento: '2027-01-31',
  hoje: '2026-12-15',
}
const camposRecusados = (mudanca: Partial<typeof pedido>) => {
  try {
    gerarParcelas({ ...pedido, ...mudanca })
  } catch (erro) {
    if (erro instanceof CamposInvalidos) return Object.keys(erro.campos)
    throw erro
  }
  return []
}

describe('gerarParcelas', () => {
  test('puts the odd cents first and clamps months from the first day', () => {
    expect(gerarParcelas(pedido)).toEqual([
      { numero: 1, vencimento: '2027-01-31', valorCentavos: 3_334 },
      { numero: 2, vencimento: '2027-02-28', valorCentavos: 3_333 },
      { numero: 3, vencimento: '2027-03-31', valorCentavos: 3_333 },
    ])
  })

  test('makes the down payment instalment 0, due today and part of the sum', () => {
    expect(gerarParcelas({ ...pedido, entradaCentavos: 1_000, parcelas: 1 })).toEqual([
      { numero: 0, vencimento: '2026-12-15', valorCentavos: 1_000 },
      { numero: 1, vencimento: '2027-01-31', valorCentavos: 9_000 },
    ])
  })

  test('makes a down payment of a cent, and none of nothing', () => {
    const numeros = (entradaCentavos: number) =>
      gerarParcelas({ ...pedido, entradaCentavos }).map(({ numero }) => numero)
    expect([numeros(0), numeros(1)]).toEqual([
      [1, 2, 3],
      [0, 1, 2, 3],
    ])
  })

  test.each([
    [{ parcelas: 0 }, ['parcelas']],
    [{ parcelas: 48 }, []],
    [{ parcelas: 49 }, ['parcelas']],
    [{ parcelas: 1.5 }, ['parcelas']],
    [{ entradaCentavos: -1 }, ['entrada']],
    [{ entradaCentavos: 9_998 }, ['parcelas']],
    [{ entradaCentavos: 9_997 }, []],
    [{ entradaCentavos: 10_000 }, ['entrada']],
    [{ entradaCentavos: 10_001 }, ['entrada']],
    [{ valorCentavos: 2 }, ['parcelas']],
    [{ primeiroVencimento: '2026-12-14' }, ['primeiro_vencimento']],
    [{ primeiroVencimento: '2026-12-15' }, []],
    [{ valorCentavos: 3 }, []],
  ])('%o is refused in %o', (mudanca, campos) => {
    expect(camposRecusados(mudanca)).toEqual(campos)
  })

  test('adds up to the cent, differs by one cent at most, and never falls below a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 48 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 400 }),
        (parcelas, entradaCentavos, acima, adiante) => {
          const valorCentavos = entradaCentavos + parcelas + acima
          const primeiroVencimento = somarDias(pedido.hoje, adiante)
          const todas = gerarParcelas({ ...pedido, valorCentavos, entradaCentavos, parcelas, primeiroVencimento })
          expect(todas.reduce((soma, parcela) => soma + parcela.valorCentavos, 0)).toBe(valorCentavos)
          const mensais = todas.filter((parcela) => parcela.numero > 0)
          const valores = mensais.map((parcela) => parcela.valorCentavos)
          expect(Math.max(...valores) - Math.min(...valores)).toBeLessThanOrEqual(1)
          expect(Math.min(...valores)).toBeGreaterThanOrEqual(1)
          expect(valores).toEqual([...valores].sort((a, b) => b - a))
          expect(mensais.map((parcela) => parcela.vencimento)).toEqual(
            mensais.map((_, indice) => somarMeses(primeiroVencimento, indice)),
          )
        },
      ),
    )
  })
})

test('valorNegociado refuses a discount that leaves nothing', () => {
  expect(valorNegociado(10_000, 217, 217)).toBe(10_000)
  expect(valorNegociado(10_000, 217, 10_216)).toBe(1)
  expect(() => valorNegociado(10_000, 0, 10_000)).toThrow(CamposInvalidos)
  expect(() => valorNegociado(10_000, 217, 10_217)).toThrow(
    expect.objectContaining({ campos: { desconto: [expect.stringContaining('R$ 102,17')] } }),
  )
})

test('a down payment is none of the instalments that are said', () => {
  const dizer = (entradaCentavos: number) => dizerParcelas(gerarParcelas({ ...pedido, entradaCentavos }))
  expect([dizer(0), dizer(1_000)]).toEqual(['3', '3, mais a entrada de R$ 10,00'])
  const comPagas = (entradaCentavos: number, ...pagas: number[]) =>
    dizerParcelas(
      gerarParcelas({ ...pedido, entradaCentavos }).map((uma) => ({ ...uma, paga: pagas.includes(uma.numero) })),
    )
  expect([comPagas(0, 1), comPagas(0, 1, 2)]).toEqual(['3, 1 já paga', '3, 2 já pagas'])
  expect(comPagas(1_000, 0)).toBe('3, mais a entrada de R$ 10,00, já paga')
  expect(comPagas(1_000, 2)).toBe('3, 1 já paga, mais a entrada de R$ 10,00')
})

describe('dizerVezes', () => {
  const dizer = (valorCentavos: number, parcelas: number) =>
    dizerVezes(gerarParcelas({ ...pedido, valorCentavos, parcelas })).replaceAll('\u00a0', ' ')

  test.each([
    [53_588, 4, '4 × R$ 133,97'],
    [117_499, 2, '1 × R$ 587,50 + 1 × R$ 587,49'],
    [10_001, 3, '2 × R$ 33,34 + 1 × R$ 33,33'],
    [10_000, 3, '1 × R$ 33,34 + 2 × R$ 33,33'],
    [500, 1, '1 × R$ 5,00'],
  ])('of %i in %i it says what adds up to it', (valor, parcelas, dito) => {
    expect(dizer(valor, parcelas)).toBe(dito)
  })

  test('breaks in two lines only at the +', () => {
    expect(dizerVezes(gerarParcelas({ ...pedido, valorCentavos: 117_499, parcelas: 2 })).split(' ')).toEqual([
      '1\u00a0×\u00a0R$\u00a0587,50',
      '+',
      '1\u00a0×\u00a0R$\u00a0587,49',
    ])
  })
})
