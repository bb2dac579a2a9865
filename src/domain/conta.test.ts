import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContaNoDia,
  contestavel,
  devidoNoDia,
  diasDaFaixa,
  FAIXAS,
  faixaDe,
  lerNomeDaConta,
  nomeDaConta,
  preencherConta,
  prometivel,
  repartirEntre,
  retratar,
  SITUACOES,
} from './conta.ts'

const TAXAS = { multaCentesimos: 200, jurosMesCentesimos: 100 }
const conta = (campos: Partial<ContaNoDia> = {}): ContaNoDia => ({
  situacao: 'aberta',
  valorCentavos: 10_000,
  pagoCentavos: 0,
  vencimentoUtil: '2026-11-19',
  ...campos,
})

describe('an account on a day', () => {
  test('is overdue from the day after its business due day, with fine and interest', () => {
    expect(retratar(conta(), '2026-11-19', TAXAS)).toMatchObject({
      status: 'em_aberto',
      diasAtraso: 0,
      atualizadoCentavos: 10_000,
    })
    expect(retratar(conta(), '2026-11-24', TAXAS)).toEqual({
      status: 'vencida',
      diasAtraso: 5,
      abertoCentavos: 10_000,
      encargosCentavos: 217,
      atualizadoCentavos: 10_217,
    })
  })

  test.each(SITUACOES.filter((situacao) => situacao !== 'aberta'))('%s owes nothing and is never late', (situacao) => {
    expect(retratar(conta({ situacao }), '2027-11-24', TAXAS)).toEqual({
      status: situacao,
      diasAtraso: 0,
      abertoCentavos: 0,
      encargosCentavos: 0,
      atualizadoCentavos: 0,
    })
  })

  test('charges are reckoned on what is still open', () => {
    expect(devidoNoDia(conta({ pagoCentavos: 4_000 }), '2026-11-24', TAXAS)).toBe(6_000 + 120 + 10)
  })
})

test('every number of days late falls in the band that names it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 4000 }), (dias) => {
      const { de, ate } = diasDaFaixa(faixaDe(dias))
      expect((de ?? dias) <= dias && dias <= (ate ?? dias)).toBe(true)
    }),
  )
  expect([0, 1, 30, 31, 60, 61, 90, 91].map(faixaDe)).toEqual(FAIXAS.flatMap((faixa) => [faixa, faixa]).slice(1, -1))
  expect(FAIXAS.map((faixa) => diasDaFaixa(faixa))).toEqual([
    { de: null, ate: 0 },
    { de: 1, ate: 30 },
    { de: 31, ate: 60 },
    { de: 61, ate: 90 },
    { de: 91, ate: null },
  ])
})

describe('payments of one account', () => {
  const partes = fc
    .array(fc.record({ valorCentavos: fc.integer({ min: 1, max: 9_000 }), dia: fc.integer({ min: 1, max: 28 }) }), {
      maxLength: 8,
    })
    .map((lista) =>
      lista.map(({ valorCentavos, dia }, i) => ({
        pagamentoId: i + 1,
        valorCentavos,
        pagoEm: `2026-11-${String(dia).padStart(2, '0')}`,
      })),
    )

  test('fill the face first, keep every cent, and charge only what exceeds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), partes, (valor, lista) => {
        const { alocacoes, pagoCentavos, quitadaEm } = preencherConta(valor, lista)
        const total = lista.reduce((soma, parte) => soma + parte.valorCentavos, 0)
        const principal = alocacoes.reduce((soma, a) => soma + a.principalCentavos, 0)
        const encargos = alocacoes.reduce((soma, a) => soma + a.encargosCentavos, 0)
        expect(principal + encargos).toBe(total)
        expect(principal).toBe(pagoCentavos)
        expect(pagoCentavos).toBe(Math.min(valor, total))
        expect(quitadaEm !== null).toBe(total >= valor)
        for (const a of alocacoes) {
          const parte = lista.find((p) => p.pagamentoId === a.pagamentoId)
          expect(a.principalCentavos + a.encargosCentavos).toBe(parte?.valorCentavos)
        }
      }),
    )
  })

  test('the account is settled on the day on which its face was reached', () => {
    const { quitadaEm } = preencherConta(100, [
      { pagamentoId: 2, valorCentavos: 60, pagoEm: '2026-11-05' },
      { pagamentoId: 1, valorCentavos: 50, pagoEm: '2026-11-09' },
    ])
    expect(quitadaEm).toBe('2026-11-09')
  })

  test('in the order in which they were recorded, and one of charges alone moves no day', () => {
    const partes = [
      { pagamentoId: 3, valorCentavos: 10, pagoEm: '2026-11-12' },
      { pagamentoId: 2, valorCentavos: 60, pagoEm: '2026-11-05' },
      { pagamentoId: 1, valorCentavos: 50, pagoEm: '2026-11-09' },
    ]
    expect(preencherConta(100, partes)).toEqual({
      alocacoes: [
        { pagamentoId: 1, principalCentavos: 50, encargosCentavos: 0 },
        { pagamentoId: 2, principalCentavos: 50, encargosCentavos: 10 },
        { pagamentoId: 3, principalCentavos: 0, encargosCentavos: 10 },
      ],
      pagoCentavos: 100,
      quitadaEm: '2026-11-09',
    })
  })
})

test.each([
  ['em_aberto', false, null, true, true],
  ['vencida', false, null, true, true],
  ['vencida', false, '2026-11-30', true, false],
  ['vencida', true, null, false, false],
  ['paga', false, null, false, false],
  ['negociada', true, '2026-11-30', false, false],
] as const)(
  '%s, disputed %s, promised until %s: may be disputed %s, promised %s',
  (status, contestada, ate, disputa, promessa) => {
    const conta = { status, contestada, prometida_ate: ate }
    expect([contestavel(conta), prometivel(conta)]).toEqual([disputa, promessa])
  },
)

const nomeada = { numero: '18432', parcela: null, parcelas: null, origem: 'nfe', negociacao_id: null } as const

test.each([
  [{ ...nomeada, parcela: '002', parcelas: 3 }, 'NF-e 18.432 · 2/3'],
  [{ ...nomeada, parcela: 'A', parcelas: 3 }, 'NF-e 18.432 · A'],
  [{ ...nomeada, parcela: '001' }, 'NF-e 18.432 · 001'],
  [{ ...nomeada, numero: '1234567' }, 'NF-e 1.234.567'],
  [{ ...nomeada, numero: 'NFS-e 22', parcelas: 1 }, 'NFS-e 22'],
  [{ ...nomeada, numero: '22', chave_nfe: '3'.repeat(50) }, 'NFS-e 22'],
  [{ ...nomeada, numero: '22', chave_nfe: '3'.repeat(44) }, 'NF-e 22'],
  [{ ...nomeada, numero: '000123' }, 'NF-e 000123'],
  [{ ...nomeada, origem: 'negociacao', negociacao_id: 214, parcela: '2/4', parcelas: 4 } as const, 'Acordo 214 · 2/4'],
  [
    { ...nomeada, origem: 'negociacao', negociacao_id: 214, parcela: 'entrada', parcelas: 4 } as const,
    'Acordo 214 · entrada',
  ],
  [{ ...nomeada, origem: 'manual', numero: '4512' } as const, '4512'],
  [{ ...nomeada, origem: 'manual', numero: '4512', negociacao_id: 214 } as const, '4512'],
  [{ ...nomeada, origem: 'negociacao' } as const, '18432'],
])('an account is named as people write it: %j → %s', (uma, nome) => {
  expect(nomeDaConta(uma)).toBe(nome)
})

test.each([
  ['NF-e 18.432 · 2/3', '18432', '2'],
  ['NF-e 18.432 · 001', '18432', '1'],
  ['NF-e 1.234.567', '1234567', null],
  ['NF-e 000123', '000123', null],
  ['NFS-e 22', '22', null],
  ['nf 18432', '18432', null],
  ['nota fiscal nº 18.432', '18432', null],
  ['Nota n. 18432/2', '18432', '2'],
  ['18.432/002', '18432', '2'],
  ['18432 2/3', '18432', '2'],
  ['Acordo 214 · 2/4', 'acordo 214', '2'],
  ['acordo 214', 'acordo 214', null],
  ['Acordo 1.214 · entrada', 'acordo 1214', 'entrada'],
  ['11 98765', null, null],
  ['1.5.7', null, null],
  ['NF-e', null, null],
  ['NF-e 18.432 · A', null, null],
  ['201.544.205-73', null, null],
  ['9'.repeat(16), null, null],
  ['Acordo 9.999.999.999.999.999', null, null],
])('what people call an account is read back: %s → %s, instalment %s', (texto, numero, parcela) => {
  const lido = lerNomeDaConta(texto)
  expect(lido && `${lido.deAcordo ? 'acordo ' : ''}${lido.numero}`).toBe(numero)
  expect(lido?.parcela ?? null).toBe(parcela)
})

describe('a sum received over several accounts', () => {
  // Given out of order: the second is the oldest.
  const contas = [
    { vencimento: '2026-11-19', abertoCentavos: 100_00, devidoCentavos: 102_17 },
    { vencimento: '2026-10-19', abertoCentavos: 50_00, devidoCentavos: 51_60 },
    { vencimento: '2026-12-19', abertoCentavos: 70_00, devidoCentavos: 70_00 },
  ]
  test.each([
    ['less than the oldest owes', 30_00, [0, 30_00, 0], 0],
    ['the oldest with its charges, and part of the next', 60_00, [8_40, 51_60, 0], 0],
    ['all that is owed', 223_77, [102_17, 51_60, 70_00], 0],
    ['exactly what is open of all: charges are waived', 220_00, [100_00, 50_00, 70_00], 0],
    ['more than all owe', 230_00, [102_17, 51_60, 70_00], 6_23],
    ['nothing', 0, [0, 0, 0], 0],
  ])('%s', (_, total, partes, sobra) => {
    expect(repartirEntre(total, contas)).toEqual({ partes, sobra })
  })

  test('of the same day, the first given comes first', () => {
    const juntas = [contas[0]!, { ...contas[0]!, devidoCentavos: 100_00 }]
    expect(repartirEntre(110_00, juntas)).toEqual({ partes: [102_17, 7_83], sobra: 0 })
  })
})
