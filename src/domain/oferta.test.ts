import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALENDARIO, conta, FAIXA, faixa, HOJE, politica } from '#test/na-politica.ts'
import { ofertasDoDia } from './oferta.ts'
import {
  alemDaPolitica,
  type ContaNegociavel,
  condicoesDe,
  descontoDe,
  type FaixaDaPolitica,
  fracao,
  type Politica,
  prazoDaEntrada,
} from './politica.ts'

const SEM_DESCONTO = { ...FAIXA, descontoEncargosCentesimos: 0, descontoPrincipalCentesimos: 0 }
const oferecer = (contas: ContaNegociavel[], de: Politica, quebrou = false, hoje = HOJE) =>
  ofertasDoDia(de, { clienteId: 7, contas, quebrou }, hoje, CALENDARIO)

describe('ofertasDoDia', () => {
  test('offers at once, in two and in the most, with the entry in two business days', () => {
    const ofertas = oferecer([conta(1, 100_000, 10)], politica(faixa()))
    expect(ofertas.map(({ negociadoCentavos, parcelas }) => [negociadoCentavos, parcelas])).toEqual([
      [90_000, [{ numero: 1, vencimento: '2026-11-26', valorCentavos: 90_000 }]],
      [
        90_000,
        [
          { numero: 0, vencimento: '2026-11-26', valorCentavos: 18_000 },
          { numero: 1, vencimento: '2026-12-26', valorCentavos: 36_000 },
          { numero: 2, vencimento: '2027-01-26', valorCentavos: 36_000 },
        ],
      ],
      [
        90_000,
        expect.arrayContaining([
          { numero: 0, vencimento: '2026-11-26', valorCentavos: 18_000 },
          { numero: 6, vencimento: '2027-05-26', valorCentavos: 12_000 },
        ]),
      ],
    ])
    expect(ofertas.map(({ texto }) => texto)).toEqual([
      'À vista: R$ 900,00 até 26/11/2026. Hoje você deve R$ 1.023,33 (R$ 1.000,00 mais R$ 23,33 de multa e juros); pelo acordo paga R$ 900,00, com R$ 123,33 de desconto. O acordo começa quando o código de R$ 900,00 for pago, até 26/11/2026. Sem isso a proposta termina, e nada muda.',
      expect.stringContaining(
        'Entrada de R$ 180,00 até 26/11/2026, e 2 parcelas de R$ 360,00: a primeira em 26/12/2026, a última em 26/01/2027.',
      ),
      expect.stringMatching(
        / 6 parcelas .*, a última em 26\/05\/2027\. .*Uma parcela com 5 dias de atraso desfaz o acordo/,
      ),
    ])
  })

  test('without an entry the first instalment is due in two business days, and the others by the month', () => {
    const [, duas] = oferecer([conta(1, 30_001, 5)], politica(faixa({ entradaMinimaCentesimos: 0, parcelasMax: 2 })))
    expect(duas!.parcelas).toEqual([
      { numero: 1, vencimento: '2026-11-26', valorCentavos: 13_501 },
      { numero: 2, vencimento: '2026-12-26', valorCentavos: 13_500 },
    ])
    expect(duas!.texto).toMatch(
      /^2 parcelas, a primeira de R\$ 135,01 e a última de R\$ 135,00: a primeira até 26\/11\/2026, a última em 26\/12\/2026\. .* desfaz o acordo/,
    )
  })

  test('says neither charges nor a discount where there are none', () => {
    const [avista] = oferecer([{ ...conta(1, 100_000, 10), encargosCentavos: 0 }], politica(SEM_DESCONTO))
    expect(avista!.texto).toContain(' Hoje você deve R$ 1.000,00; pelo acordo paga R$ 1.000,00. O acordo começa ')
  })

  test.each<[string, number, Partial<FaixaDaPolitica>, number[][]]>([
    ['one cent is paid at once', 1, {}, [[1]]],
    ['two cents are two instalments at most', 2, {}, [[2], [1, 1]]],
    ['of one instalment at most, nothing is divided', 10_000, { parcelasMax: 1 }, [[10_000]]],
    ['an entry is a cent at least', 1_000, { entradaMinimaCentesimos: 1, parcelasMax: 2 }, [[1_000], [1, 500, 499]]],
    ['no instalment is below the smallest', 5_600, { parcelaMinimaCentavos: 2_000 }, [[5_600], [2_800, 2_800]]],
  ])('%s', (_, valor, muda, planos) => {
    const livre = { ...SEM_DESCONTO, entradaMinimaCentesimos: 0, parcelaMinimaCentavos: 0, ...muda }
    const ofertas = oferecer([{ ...conta(1, valor, 30), encargosCentavos: 0 }], politica(livre))
    expect(ofertas.map(({ parcelas }) => parcelas.map(({ valorCentavos }) => valorCentavos))).toEqual(planos)
    for (const { parcelas } of ofertas)
      if (parcelas[0]!.numero === 0) expect(parcelas[1]!.vencimento).toBe('2026-12-26')
  })

  test.each([
    [30_001, '4 parcelas, a primeira de R$ 67,51 e as outras de R$ 67,50'],
    [30_003, '4 parcelas, as 3 primeiras de R$ 67,51 e a última de R$ 67,50'],
    [30_002, '4 parcelas, as 2 primeiras de R$ 67,51 e as outras de R$ 67,50'],
  ])('says how many instalments have the odd cent: of %i', (valor, texto) => {
    const ofertas = oferecer([conta(1, valor, 5)], politica(faixa({ entradaMinimaCentesimos: 0, parcelasMax: 4 })))
    expect(ofertas.at(-1)!.texto).toContain(texto)
  })

  test('each account is discounted by its own band, and one outside of all by nothing', () => {
    const grade = politica(
      faixa({ deDias: 1, ateDias: 10, descontoPrincipalCentesimos: 0, descontoEncargosCentesimos: 0 }),
      faixa({ deDias: 31, ateDias: null, descontoPrincipalCentesimos: 2_000, parcelasMax: 2 }),
    )
    const contas = [conta(1, 10_000, 5), conta(2, 10_000, 20), conta(3, 10_000, 40)]
    const [avista, ...outras] = oferecer(contas, grade)
    expect(avista!.descontoCentavos).toBe(2_000 + contas[2]!.encargosCentavos)
    expect(outras.map(({ parcelas }) => parcelas.length)).toEqual([3])
  })

  test('asks for the bigger entry after a broken agreement', () => {
    const [, duas] = oferecer([conta(1, 100_000, 10)], politica(faixa()), true)
    expect(duas!.parcelas[0]).toMatchObject({ numero: 0, valorCentavos: 45_000 })
  })

  test.each([
    ['an inactive policy', { ...politica(faixa()), ativa: false }, [conta(1, 10_000, 5)]],
    ['nothing late', politica(faixa()), []],
    ['the oldest in no band', politica(faixa()), [conta(1, 10_000, 5), conta(2, 10_000, 31)]],
    ['nothing left to pay', politica(faixa({ descontoPrincipalCentesimos: 10_000 })), [conta(1, 10_000, 5)]],
  ])('offers nothing with %s', (_, de, contas) => {
    expect(oferecer(contas, de)).toEqual([])
  })

  test('has the same ids for the same offers of the day, and others when anything changes', () => {
    const ids = (contas: ContaNegociavel[], hoje = HOJE) =>
      oferecer(contas, politica(faixa()), false, hoje).map(({ id }) => id)
    const contas = [conta(1, 100_000, 10)]
    expect(ids(contas)).toEqual(ids([{ ...contas[0]! }]))
    const outras = [...ids([conta(1, 100_001, 10)]), ...ids([conta(2, 100_000, 10)]), ...ids(contas, '2026-11-25')]
    expect(new Set([...ids(contas), ...outras]).size).toBe(12)
    expect(ids(contas).every(Number.isSafeInteger)).toBe(true)
    const duas = [...contas, conta(2, 500, 3)]
    expect(ids([...duas].reverse())).toEqual(ids(duas))
    const [deOutro] = ofertasDoDia(politica(faixa()), { clienteId: 8, contas, quebrou: false }, HOJE, CALENDARIO)
    expect(ids(contas)).not.toContain(deOutro!.id)
  })
})

const centesimos = fc.integer({ min: 0, max: 10_000 })
const arbitraria = fc.record({
  descontoEncargosCentesimos: centesimos,
  descontoPrincipalCentesimos: centesimos,
  entradaMinimaCentesimos: centesimos,
  parcelasMax: fc.integer({ min: 1, max: 48 }),
  parcelaMinimaCentavos: fc.integer({ min: 0, max: 50_000 }),
})
const politicas = fc
  .tuple(fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), arbitraria), { minLength: 1, maxLength: 4 }), centesimos)
  .map(([partes, segundoAcordoEntradaCentesimos]): Politica => {
    let de = 1
    const faixas = partes.map(([dias, resto]) => {
      const uma = { deDias: de, ateDias: de + dias - 1, ...resto }
      de += dias
      return uma
    })
    return { ativa: true, faixas, segundoAcordoEntradaCentesimos }
  })
const carteiras = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    abertoCentavos: fc.integer({ min: 1, max: 5_000_000 }),
    atraso: fc.integer({ min: 1, max: 260 }),
  }),
  { minLength: 1, maxLength: 6, selector: ({ id }) => id },
)
const emContas = (carteira: { id: number; abertoCentavos: number; atraso: number }[], passados = 0) =>
  carteira.map(({ id, abertoCentavos, atraso }) => conta(id, abertoCentavos, atraso + passados))
const soma = (valores: number[]) => valores.reduce((total, valor) => total + valor, 0)

describe('whatever the policy and the accounts', () => {
  test('no offer gives more than the policy, divides smaller than it wants, or misses a cent', () => {
    fc.assert(
      fc.property(politicas, carteiras, fc.boolean(), (de, carteira, quebrou) => {
        const contas = emContas(carteira)
        const ofertas = oferecer(contas, de, quebrou)
        expect(ofertas.length).toBeLessThanOrEqual(3)
        const condicoes = condicoesDe(contas, de, quebrou)
        if (!condicoes) expect(ofertas).toEqual([])
        for (const { originalCentavos, encargosCentavos, descontoCentavos, negociadoCentavos, parcelas } of ofertas) {
          expect(descontoCentavos).toBe(soma(contas.map((uma) => descontoDe(uma, de.faixas))))
          expect(negociadoCentavos).toBe(originalCentavos + encargosCentavos - descontoCentavos)
          expect(soma(parcelas.map(({ valorCentavos }) => valorCentavos))).toBe(negociadoCentavos)
          expect(parcelas[0]!.vencimento).toBe(prazoDaEntrada(HOJE, CALENDARIO))
          const mensais = parcelas.filter(({ numero }) => numero > 0)
          expect(mensais.length).toBeLessThanOrEqual(Math.max(1, condicoes!.parcelasMax))
          if (parcelas.length === 1) continue
          const menor = Math.min(...parcelas.map(({ valorCentavos }) => valorCentavos))
          expect(menor).toBeGreaterThanOrEqual(Math.max(1, condicoes!.parcelaMinimaCentavos))
          const minima = fracao(negociadoCentavos, condicoes!.entradaMinimaCentesimos)
          if (condicoes!.entradaMinimaCentesimos > 0) {
            expect(parcelas[0]!.numero).toBe(0)
            expect(parcelas[0]!.valorCentavos).toBeGreaterThanOrEqual(minima)
          }
        }
      }),
    )
  })

  test('an operator who agrees on what is offered never goes beyond the policy', () => {
    fc.assert(
      fc.property(politicas, carteiras, fc.boolean(), (de, carteira, quebrou) => {
        const contas = emContas(carteira)
        for (const { negociadoCentavos, parcelas } of oferecer(contas, de, quebrou)) {
          const pedido = { contas, negociadoCentavos, parcelas, quebrou, hoje: HOJE, calendario: CALENDARIO }
          expect(alemDaPolitica(de, pedido)).toEqual([])
          const umCentavoMenos = { ...pedido, negociadoCentavos: negociadoCentavos - 1 }
          expect(alemDaPolitica(de, umCentavoMenos)[0]).toMatch(/^Perdoa/)
        }
      }),
    )
  })

  test('within a band a later day never costs less', () => {
    fc.assert(
      fc.property(
        arbitraria,
        carteiras,
        fc.integer({ min: 1, max: 90 }),
        fc.boolean(),
        (resto, carteira, dias, quebrou) => {
          const de = politica({ deDias: 1, ateDias: null, ...resto })
          const total = (passados: number) =>
            oferecer(emContas(carteira, passados), de, quebrou)[0]?.negociadoCentavos ?? 0
          expect(total(dias)).toBeGreaterThanOrEqual(total(0))
        },
      ),
    )
  })
})
