import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lerPix } from './brcode.ts'
import {
  BYTES_DO_TXID,
  type ContaDoCodigo,
  codigoDeExemplo,
  montarCodigo,
  partesDaEntrada,
  repartirCodigo,
  serveDeNovo,
  TIPOS_DE_CODIGO,
  totalDoCodigo,
  txidDe,
} from './codigo.ts'

const HOJE = '2026-11-20'
const conta = (id: number, outro: Partial<ContaDoCodigo> = {}): ContaDoCodigo => ({
  id,
  aberta: true,
  abertoCentavos: 50_000,
  devidoCentavos: 51_000,
  vencimentoUtil: '2026-11-10',
  contestada: false,
  ...outro,
})
const AVENCER = conta(1, { devidoCentavos: 50_000, vencimentoUtil: '2026-12-10' })
const COM_TUDO = { comPsp: true, comDocumento: true, hoje: HOJE }

describe('what a code asks', () => {
  test.each([
    ['no PSP', [AVENCER], { ...COM_TUDO, comPsp: false }, 'pix_estatico', 50_000, HOJE],
    ['one account not overdue', [AVENCER], COM_TUDO, 'pix_cobv', 50_000, '2027-01-09'],
    [
      'one that is due today',
      [conta(1, { devidoCentavos: 50_000, vencimentoUtil: HOJE })],
      COM_TUDO,
      'pix_cobv',
      50_000,
      '2026-12-20',
    ],
    ['one overdue', [conta(1)], COM_TUDO, 'pix_cob', 51_000, HOJE],
    ['two', [AVENCER, conta(2)], COM_TUDO, 'pix_cob', 101_000, HOJE],
    ['one disputed', [{ ...AVENCER, contestada: true }], COM_TUDO, 'pix_cob', 50_000, HOJE],
    ['nobody’s document', [AVENCER], { ...COM_TUDO, comDocumento: false }, 'pix_cob', 50_000, HOJE],
  ] as const)('%s', (_, contas, como, tipo, valorCentavos, valeAte) => {
    expect(montarCodigo(contas, como)).toMatchObject({ tipo, valorCentavos, valeAte })
  })

  test('its parts are face values and charges, and add up to it', () => {
    const { partes, valorCentavos } = montarCodigo(
      [conta(1), conta(2, { abertoCentavos: 100, devidoCentavos: 100 })],
      COM_TUDO,
    )
    expect(partes).toEqual([
      { contaId: 1, valorCentavos: 50_000, encargosCentavos: 1_000 },
      { contaId: 2, valorCentavos: 100, encargosCentavos: 0 },
    ])
    expect(totalDoCodigo(partes)).toBe(valorCentavos)
  })

  test.each([[[]], [[conta(1), conta(2, { aberta: false })]], [[conta(1, { abertoCentavos: 0 })]]])(
    'of what is not open there is none',
    (contas) => {
      expect(() => montarCodigo(contas, COM_TUDO)).toThrow(/em aberto/)
    },
  )
})

describe('its life', () => {
  const feito = { ...montarCodigo([conta(1), conta(2)], COM_TUDO), situacao: 'emitido' as const }

  test.each([
    ['the same accounts, in any order', [conta(2), conta(1)], {}, HOJE, true],
    ['one more', [conta(1), conta(2), conta(3)], {}, HOJE, false],
    ['one less', [conta(1)], {}, HOJE, false],
    ['another amount', [conta(1), conta(2, { devidoCentavos: 51_001 })], {}, HOJE, false],
    [
      'a part of the face was paid, for more charges',
      [conta(1, { abertoCentavos: 49_000 }), conta(2)],
      {},
      HOJE,
      false,
    ],
    ['tomorrow', [conta(1), conta(2)], {}, '2026-11-21', false],
    ['one replaced already', [conta(1), conta(2)], { situacao: 'substituido' as const }, HOJE, false],
    ['one of another kind', [conta(1), conta(2)], { tipo: 'pix_estatico' as const }, HOJE, false],
  ])('given again: %s', (_, contas, outro, hoje, sim) => {
    expect(serveDeNovo({ ...feito, ...outro }, montarCodigo(contas, COM_TUDO), hoje)).toBe(sim)
  })
})

describe('what a paid code does', () => {
  const { tipo, partes } = montarCodigo([conta(1), conta(2)], COM_TUDO)
  const pagar = (valor: number, ...contas: ContaDoCodigo[]) =>
    repartirCodigo({ tipo, partes }, valor, new Map(contas.map((uma) => [uma.id, uma])))

  test.each([
    ['all of it', 102_000, [conta(1), conta(2)], [51_000, 51_000], 0],
    ['one account was paid meanwhile', 102_000, [conta(1, { aberta: false }), conta(2)], [51_000], 51_000],
    ['both were', 102_000, [conta(1, { aberta: false }), conta(2, { aberta: false })], [], 102_000],
    [
      'a part was paid meanwhile',
      102_000,
      [conta(1, { abertoCentavos: 20_000, devidoCentavos: 20_400 }), conta(2)],
      [20_400, 51_000],
      30_600,
    ],
    ['more charges since', 102_000, [conta(1, { devidoCentavos: 55_000 }), conta(2)], [51_000, 51_000], 0],
    ['less than it asks', 60_000, [conta(1), conta(2)], [51_000, 9_000], 0],
  ])('%s', (_, valor, contas, pagas, creditoCentavos) => {
    const feito = pagar(valor, ...contas)
    expect(feito.contas.map(({ valorCentavos }) => valorCentavos)).toEqual(pagas)
    expect(feito.creditoCentavos).toBe(creditoCentavos)
  })

  test('the charges that a PSP reckoned stand', () => {
    const cobv = montarCodigo([AVENCER], COM_TUDO)
    const depois = (outro: Partial<ContaDoCodigo>) => new Map([[1, { ...AVENCER, ...outro }]])
    expect(repartirCodigo(cobv, 51_033, depois({ devidoCentavos: 51_050 }))).toEqual({
      contas: [{ id: 1, valorCentavos: 51_033 }],
      creditoCentavos: 0,
    })
    expect(repartirCodigo(cobv, 51_066, depois({ devidoCentavos: 51_050 }))).toEqual({
      contas: [{ id: 1, valorCentavos: 51_066 }],
      creditoCentavos: 0,
    })
    const deDuas = {
      tipo: 'pix_cobv',
      partes: [cobv.partes[0]!, { contaId: 2, valorCentavos: 1, encargosCentavos: 0 }],
    } as const
    expect(repartirCodigo(deDuas, 51_033, depois({}))).toEqual({
      contas: [{ id: 1, valorCentavos: 50_000 }],
      creditoCentavos: 1_033,
    })
    expect(repartirCodigo(cobv, 51_066, depois({ abertoCentavos: 10_000, devidoCentavos: 10_200 }))).toMatchObject({
      creditoCentavos: 40_866,
    })
  })

  test('no cent is made or lost, and no account gets more than it owes', () => {
    const umaConta = fc.record({
      aberta: fc.boolean(),
      abertoCentavos: fc.integer({ min: 1, max: 1_000 }),
      encargos: fc.nat(100),
    })
    fc.assert(
      fc.property(
        fc.array(umaConta, { minLength: 1, maxLength: 4 }),
        fc.array(umaConta, { maxLength: 4 }),
        fc.integer({ min: 1, max: 5_000 }),
        (antes, depois, valor) => {
          const em = (lista: typeof antes, aberta?: true) =>
            lista.map((uma, i) =>
              conta(i, {
                aberta: aberta ?? uma.aberta,
                abertoCentavos: uma.abertoCentavos,
                devidoCentavos: uma.abertoCentavos + uma.encargos,
              }),
            )
          const codigo = montarCodigo(em(antes, true), { ...COM_TUDO, comPsp: false })
          const contas = new Map(em(depois).map((uma) => [uma.id, uma]))
          const feito = repartirCodigo(codigo, valor, contas)
          expect(
            totalDoCodigo(
              feito.contas.map(({ id, valorCentavos }) => ({ contaId: id, valorCentavos, encargosCentavos: 0 })),
            ) + feito.creditoCentavos,
          ).toBe(valor)
          for (const { id, valorCentavos } of feito.contas) {
            expect(contas.get(id)?.aberta).toBe(true)
            expect(valorCentavos).toBeLessThanOrEqual(contas.get(id)!.devidoCentavos)
          }
        },
      ),
    )
  })
})

describe('the first payment of an agreement', () => {
  const dividir = (valor: number, ...abertos: number[]) =>
    partesDaEntrada(
      valor,
      abertos.map((abertoCentavos, i) => ({ id: i + 1, abertoCentavos })),
    ).map(({ contaId, valorCentavos, encargosCentavos }) => [contaId, valorCentavos, encargosCentavos])

  test.each([
    [
      100,
      [100, 300],
      [
        [1, 25, 0],
        [2, 75, 0],
      ],
    ],
    [100, [1, 999_999], [[2, 100, 0]]], // the smallest may get nothing
    [
      500,
      [100, 300],
      [
        [1, 100, 100],
        [2, 300, 0],
      ],
    ], // above the face: charges of the first
    [
      400,
      [100, 300],
      [
        [1, 100, 0],
        [2, 300, 0],
      ],
    ],
  ])('of %i is divided among %j', (valor, abertos, partes) => {
    expect(dividir(valor, ...abertos)).toEqual(partes)
  })

  test('is divided in proportion to what is open, to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 999_999_999_999 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 999_999_999_999 }),
        (abertos, valor) => {
          const total = abertos.reduce((soma, um) => soma + um, 0)
          const partes = dividir(valor, ...abertos)
          expect(partes.reduce((soma, [, face = 0, encargos = 0]) => soma + face + encargos, 0)).toBe(valor)
          expect(partes.reduce((soma, [, face = 0]) => soma + face, 0)).toBe(Math.min(valor, total))
          for (const [id = 0, face = 0] of partes) {
            expect(face).toBeGreaterThan(0)
            expect(Math.abs(face - (Math.min(valor, total) / total) * abertos[id - 1]!)).toBeLessThan(1.01)
          }
        },
      ),
    )
  })
})

test('an example is as long as the code of this amount, and none without a receiver or an amount', () => {
  const recebedor = { chave: '11222333000181', nome: 'Modelo', cidade: 'Itu' }
  const exemplo = codigoDeExemplo(recebedor, 1)
  expect(lerPix(exemplo!)).toMatchObject({ ...recebedor, nome: 'MODELO', cidade: 'ITU', valorCentavos: 1 })
  expect(lerPix(exemplo!)).toMatchObject({ txid: expect.stringMatching(/^EXEMPLO0{18}$/) })
  expect([codigoDeExemplo(null, 1), codigoDeExemplo(recebedor, 0)]).toEqual([null, null])
})

test('its identifier has the letters and the length that its kind takes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TIPOS_DE_CODIGO),
      fc.uint8Array({ minLength: BYTES_DO_TXID, maxLength: BYTES_DO_TXID }),
      (tipo, acaso) => {
        expect(txidDe(tipo, acaso)).toMatch(tipo === 'pix_estatico' ? /^[A-Za-z0-9]{25}$/ : /^[A-Za-z0-9]{26,35}$/)
      },
    ),
  )
  expect(() => txidDe('pix_cob', new Uint8Array(31))).toThrow(RangeError)
})
