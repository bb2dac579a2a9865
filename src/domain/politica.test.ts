import { describe, expect, test } from 'vitest'
import { CALENDARIO, conta, faixa, HOJE, politica } from '#test/na-politica.ts'
import { alemDaPolitica, problemasDasFaixas } from './politica.ts'

describe('alemDaPolitica', () => {
  const pedir = (muda: Partial<Parameters<typeof alemDaPolitica>[1]> = {}) =>
    alemDaPolitica(politica(faixa()), {
      contas: [conta(1, 100_000, 10)],
      negociadoCentavos: 90_000,
      parcelas: [
        { numero: 0, vencimento: HOJE, valorCentavos: 18_000 },
        { numero: 1, vencimento: '2026-12-24', valorCentavos: 72_000 },
      ],
      quebrou: false,
      hoje: HOJE,
      calendario: CALENDARIO,
      ...muda,
    })
  const parcelas = (...valores: number[]) =>
    valores.map((valorCentavos, i) => ({ numero: i + 1, vencimento: '2026-12-24', valorCentavos }))

  test.each([
    ['is within', {}, []],
    [
      'forgives the charges that it leaves out',
      { negociadoCentavos: 89_999 },
      [/^Perdoa R\$ 123,34 .*permite R\$ 123,33/],
    ],
    [
      'has too many instalments, and too small ones',
      { parcelas: [{ numero: 0, vencimento: HOJE, valorCentavos: 60_000 }, ...parcelas(...Array(7).fill(4_285))] },
      [/^São 7 parcelas; a política permite até 6/, /menor parcela é de R\$ 42,85; a política pede R\$ 50,00/],
    ],
    [
      'has one too small among others',
      { parcelas: [{ numero: 0, vencimento: HOJE, valorCentavos: 18_000 }, ...parcelas(67_001, 4_999)] },
      [/menor parcela é de R\$ 49,99/],
    ],
    [
      'has the smallest that there may be',
      { parcelas: [{ numero: 0, vencimento: HOJE, valorCentavos: 18_000 }, ...parcelas(67_000, 5_000)] },
      [],
    ],
    ['has no entry', { parcelas: parcelas(45_000, 45_000) }, [/entrada, até 26\/11\/2026, é de R\$ 0,00.*R\$ 180,00/]],
    ['has too small an entry for whoever broke one', { quebrou: true }, [/pede R\$ 450,00/]],
    [
      'has an entry smaller than an instalment, which it is none',
      { parcelas: [{ numero: 0, vencimento: HOJE, valorCentavos: 4_000 }, ...parcelas(86_000)] },
      [/entrada, até .*, é de R\$ 40,00/],
    ],
    ['is paid at once', { parcelas: parcelas(90_000) }, []],
    [
      'is paid at once, and is less than an instalment',
      { contas: [conta(1, 4_000, 10)], negociadoCentavos: 4_000, parcelas: parcelas(4_000) },
      [],
    ],
    [
      'is paid at once, on the last day that needs no word',
      { parcelas: [{ numero: 1, vencimento: '2027-01-23', valorCentavos: 90_000 }] },
      [],
    ],
    [
      'is paid at once, a day later',
      { parcelas: [{ numero: 1, vencimento: '2027-01-24', valorCentavos: 90_000 }] },
      [/60 dias/],
    ],
    [
      'is paid at once, but much later',
      { parcelas: [{ numero: 1, vencimento: '2027-05-24', valorCentavos: 90_000 }] },
      [/60 dias/],
    ],
    [
      'is about accounts of no band',
      { contas: [conta(1, 100_000, 0)], negociadoCentavos: 100_000, parcelas: parcelas(50_000, 50_000) },
      [/não estão vencidas/],
    ],
    [
      'is about accounts too late for any band',
      {
        contas: [{ ...conta(1, 100_000, 31), encargosCentavos: 0 }],
        negociadoCentavos: 100_000,
        parcelas: parcelas(50_000, 50_000),
      },
      [/contas com 31 dias de atraso/],
    ],
    [
      'is about accounts of no band, and paid at once',
      { contas: [conta(1, 100_000, 0)], negociadoCentavos: 100_000, parcelas: parcelas(100_000) },
      [],
    ],
    [
      'is about accounts of no band, and paid at once but much later',
      {
        contas: [conta(1, 100_000, 0)],
        negociadoCentavos: 100_000,
        parcelas: [{ numero: 1, vencimento: '2027-01-24', valorCentavos: 100_000 }],
      },
      [/60 dias/],
    ],
  ])('%s', (_, muda, frases) => {
    expect(pedir(muda)).toEqual(frases.map((frase) => expect.stringMatching(frase)))
  })
})

describe('problemasDasFaixas', () => {
  test.each([
    ['bands side by side', [faixa(), faixa({ deDias: 31, ateDias: null })], []],
    ['bands side by side, the later first', [faixa({ deDias: 31, ateDias: null }), faixa()], []],
    ['a band of one day', [faixa({ ateDias: 1 })], []],
    ['the last day in common, the later first', [faixa({ deDias: 30, ateDias: 60 }), faixa()], ['faixas.1.de_dias']],
    ['the end before the beginning', [faixa({ deDias: 40 })], ['faixas.0.ate_dias']],
    ['days in common', [faixa(), faixa({ deDias: 30, ateDias: 60 })], ['faixas.1.de_dias']],
    ['one without an end first', [faixa({ ateDias: null }), faixa({ deDias: 90, ateDias: 99 })], ['faixas.1.de_dias']],
  ])('%s', (_, faixas, campos) => {
    expect(Object.keys(problemasDasFaixas(faixas))).toEqual(campos)
  })

  test('the band in the way is named by its place', () => {
    const grade = [faixa({ ateDias: 10 }), faixa({ deDias: 11 }), faixa({ deDias: 30, ateDias: null })]
    expect(problemasDasFaixas(grade)).toEqual({ 'faixas.2.de_dias': ['Esta faixa e a 2ª têm dias em comum.'] })
  })
})
