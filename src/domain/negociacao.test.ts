import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { somarDias } from './data.ts'
import { realocarPagamentos } from './negociacao.ts'

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
