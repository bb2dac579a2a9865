import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreditoDevolvivel, creditoDaDevolucao, tomarDoCredito } from './devolucao.ts'
import { sinaisDe } from './repeticao.ts'

describe('what money that went back takes', () => {
  const credito = { devolvidoSemProvaCentavos: 10, indecisoCentavos: 20, creditoCentavos: 30, aplicadoCentavos: 40 }

  test.each([
    [5, [5, 0, 0, 0], 0],
    [10, [10, 0, 0, 0], 0],
    [25, [10, 15, 0, 0], 0],
    [61, [10, 20, 30, 1], 0],
    [100, [10, 20, 30, 40], 0],
    [130, [10, 20, 30, 40], 30],
  ])('%i cents', (valor, partes, sobraCentavos) => {
    const { sobraCentavos: sobra, ...tomado } = tomarDoCredito(valor, credito)
    expect([Object.values(tomado), sobra]).toEqual([partes, sobraCentavos])
  })

  test('is all of it, and no more than there is of each part', () => {
    const parte = fc.nat(1_000)
    fc.assert(
      fc.property(fc.nat(5_000), parte, parte, parte, parte, (valor, a, b, c, d) => {
        const credito = { devolvidoSemProvaCentavos: a, indecisoCentavos: b, creditoCentavos: c, aplicadoCentavos: d }
        const { sobraCentavos, ...tomado } = tomarDoCredito(valor, credito)
        expect(Object.values(tomado).reduce((soma, um) => soma + um, sobraCentavos)).toBe(valor)
        for (const nome of Object.keys(credito) as (keyof typeof credito)[])
          expect(tomado[nome]).toBeLessThanOrEqual(credito[nome])
        expect(tomado.aplicadoCentavos === 0 || tomado.creditoCentavos === c).toBe(true)
      }),
    )
  })
})

describe('which credit goes back', () => {
  const E2E = 'E00000000202611101200ABCDEFGHIJK'
  const ANA = { nome: 'ANA SOUZA', documento: null }
  const CPF = '52998224725'
  const SEM_NOME = { pagador: null, sinais: sinaisDe(ANA) }
  const credito = (
    id: number,
    outro: Partial<CreditoDevolvivel['movimento']> = {},
    restaCentavos = 10_000,
  ): CreditoDevolvivel => ({
    id,
    restaCentavos,
    movimento: {
      origem: 'ofx',
      banco: '341',
      dia: '2026-11-10',
      valorCentavos: 10_000,
      pagador: ANA,
      endToEndId: null,
      nossoNumero: null,
      ...outro,
    },
  })
  const devolver = (outro: Partial<CreditoDevolvivel['movimento']>, ...creditos: CreditoDevolvivel[]) =>
    creditoDaDevolucao(credito(0, { dia: '2026-11-12', ...outro }).movimento, creditos)?.id ?? null

  test.each([
    [
      'a Pix by its id, also in part',
      { endToEndId: E2E, valorCentavos: 500 },
      [credito(1), credito(2, { endToEndId: E2E })],
      2,
    ],
    ['a Pix that is not known yet', { endToEndId: E2E }, [credito(1)], null],
    ['a Pix of which less is left', { endToEndId: E2E }, [credito(2, { endToEndId: E2E }, 9_999)], null],
    [
      'a title by bank and number',
      { nossoNumero: '150025' },
      [credito(1), credito(2, { nossoNumero: '000150025' }), credito(3, { nossoNumero: '150026' })],
      2,
    ],
    [
      'two of one Pix',
      { endToEndId: E2E, valorCentavos: 500 },
      [credito(1, { endToEndId: E2E }), credito(2, { endToEndId: E2E })],
      null,
    ],
    [
      'a title of another amount',
      { nossoNumero: '150025', valorCentavos: 500 },
      [credito(2, { nossoNumero: '150025' })],
      null,
    ],
    ['what came on the same day', { dia: '2026-11-10' }, [credito(1)], 1],
    ['what came ninety days before', { dia: '2027-02-08' }, [credito(1)], 1],
    ['what came a day before that', { dia: '2027-02-09' }, [credito(1)], null],
    ['of one day the last written', {}, [credito(1), credito(3), credito(2)], 3],
    ['another bank’s title', { nossoNumero: '150025' }, [credito(2, { nossoNumero: '000150025', banco: '237' })], null],
    ['a line by payer and amount', {}, [credito(1), credito(2, { valorCentavos: 9_999 })], 1],
    ['the latest of equal ones', {}, [credito(1, { dia: '2026-11-11' }), credito(2)], 1],
    ['a payer who was erased, by what is left of them', {}, [credito(1, SEM_NOME)], 1],
    ['whoever has the name before', {}, [credito(1), credito(2, { ...SEM_NOME, dia: '2026-11-11' })], 1],
    [
      'whoever was erased by the document before the name',
      { pagador: { ...ANA, documento: CPF } },
      [credito(1, { pagador: null, sinais: sinaisDe({ nome: 'A S LIMA', documento: CPF }) }), credito(2, SEM_NOME)],
      1,
    ],
    ['another than who was erased', { pagador: { nome: 'BIA LIMA', documento: null } }, [credito(1, SEM_NOME)], null],
    ['another payer', { pagador: { nome: 'BIA LIMA', documento: null } }, [credito(1)], null],
    ['nobody said', { pagador: null }, [credito(1)], null],
    ['what came later', { dia: '2026-11-09' }, [credito(1)], null],
    ['what came long before', { dia: '2027-03-01' }, [credito(1)], null],
  ])('%s', (_, outro, creditos, id) => {
    expect(devolver(outro, ...creditos)).toBe(id)
  })
})
