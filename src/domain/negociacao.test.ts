import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { somarDias, somarMeses } from './data.ts'
import { CamposInvalidos } from './erros.ts'
import { dizerParcelas, dizerVezes, gerarParcelas, realocarPagamentos, valorNegociado } from './negociacao.ts'

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

describe('realocarPagamentos', () => {
  const contas = [
    { id: 1, abertoCentavos: 500, vencimento: '2026-10-20' },
    { id: 2, abertoCentavos: 300, vencimento: '2026-10-10' },
  ]

  test('pays the oldest account first, and leaves the excess on the last as charges', () => {
    const pagamentos = [
      { id: 7, valorCentavos: 600, pagoEm: '2026-11-05' },
      { id: 8, valorCentavos: 250, pagoEm: '2026-11-01' },
    ]
    expect(realocarPagamentos(pagamentos, contas)).toEqual([
      { pagamentoId: 8, contaId: 2, principalCentavos: 250, encargosCentavos: 0, pagoEm: '2026-11-01' },
      { pagamentoId: 7, contaId: 2, principalCentavos: 50, encargosCentavos: 0, pagoEm: '2026-11-05' },
      { pagamentoId: 7, contaId: 1, principalCentavos: 500, encargosCentavos: 50, pagoEm: '2026-11-05' },
    ])
  })

  test('of the same day, the first written comes first; charges as large as the face are kept', () => {
    const juntas = contas.toReversed().map((conta) => ({ ...conta, vencimento: '2026-10-10' }))
    const pagamentos = [
      { id: 8, valorCentavos: 600, pagoEm: '2026-11-05' },
      { id: 7, valorCentavos: 500, pagoEm: '2026-11-05' },
    ]
    expect(realocarPagamentos(pagamentos, juntas)).toMatchObject([
      { pagamentoId: 7, contaId: 1, principalCentavos: 500, encargosCentavos: 0 },
      { pagamentoId: 8, contaId: 2, principalCentavos: 300, encargosCentavos: 300 },
    ])
  })

  test('an account of a cancelled note takes payments only when no other comes back', () => {
    const pagamento = [{ id: 7, valorCentavos: 700, pagoEm: '2026-11-01' }]
    const mista = [{ ...contas[1]!, notaCancelada: true }, contas[0]!]
    expect(
      realocarPagamentos(pagamento, mista).map((a) => [a.contaId, a.principalCentavos, a.encargosCentavos]),
    ).toEqual([[1, 500, 200]])
    const todas = contas.map((conta) => ({ ...conta, notaCancelada: true }))
    expect(realocarPagamentos(pagamento, todas).map((a) => [a.contaId, a.principalCentavos])).toEqual([
      [2, 300],
      [1, 400],
    ])
  })

  test('every cent of every payment is allocated once, and no account takes more face value than is open', () => {
    const pagamento = fc.record({
      valorCentavos: fc.integer({ min: 1, max: 5_000 }),
      dia: fc.integer({ min: 0, max: 60 }),
    })
    const conta = fc.record({
      abertoCentavos: fc.integer({ min: 1, max: 4_000 }),
      dia: fc.integer({ min: 0, max: 90 }),
    })
    fc.assert(
      fc.property(fc.array(pagamento, { maxLength: 8 }), fc.array(conta, { minLength: 1, maxLength: 6 }), (ps, cs) => {
        const pagamentos = ps.map((p, id) => ({
          id,
          valorCentavos: p.valorCentavos,
          pagoEm: somarDias('2026-10-01', p.dia),
        }))
        const origem = cs.map((c, id) => ({
          id,
          abertoCentavos: c.abertoCentavos,
          vencimento: somarDias('2026-06-01', c.dia),
        }))
        const alocacoes = realocarPagamentos(pagamentos, origem)
        for (const p of pagamentos) {
          const partes = alocacoes.filter((a) => a.pagamentoId === p.id)
          expect(partes.reduce((soma, a) => soma + a.principalCentavos + a.encargosCentavos, 0)).toBe(p.valorCentavos)
        }
        for (const c of origem) {
          const principal = alocacoes
            .filter((a) => a.contaId === c.id)
            .reduce((soma, a) => soma + a.principalCentavos, 0)
          expect(principal).toBeLessThanOrEqual(c.abertoCentavos)
        }
        expect(new Set(alocacoes.map((a) => `${a.pagamentoId}/${a.contaId}`)).size).toBe(alocacoes.length)
      }),
    )
  })
})
