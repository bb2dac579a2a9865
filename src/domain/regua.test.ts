import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criarCalendario, proximoDiaUtil } from './calendario.ts'
import { somarDias } from './data.ts'
import {
  type ContaNaRegua,
  contaEsgotada,
  corteDoPasso,
  diaDoPasso,
  diaEscrito,
  passoAdiante,
  passoDevido,
  passoPorVir,
  porAtraso,
  quebraOAcordo,
  REGUA_PADRAO,
  type Regua,
} from './regua.ts'

const calendario = criarCalendario(['2026-12-08'])
const contaDe = (vencimento: string, coberto: number | null = null): ContaNaRegua => ({
  id: 1,
  vencimento,
  vencimentoUtil: proximoDiaUtil(vencimento, calendario),
  parcelaDeAcordo: false,
  coberto,
  retencao: null,
})

describe('diaDoPasso', () => {
  test.each([
    ['2026-11-24', -3, '2026-11-21'], // Saturday: may send
    ['2026-11-25', -3, '2026-11-23'], // Sunday goes on Monday
    ['2026-11-24', 0, '2026-11-24'],
    ['2026-11-21', 0, '2026-11-21'], // due on a Saturday: said on that day
    ['2026-11-21', 2, '2026-11-25'], // but late only counts from Monday 23
    ['2026-11-20', 2, '2026-11-25'], // due on a holiday, a Friday
    ['2026-11-24', 5, '2026-11-30'], // Sunday 29 goes on Monday
    ['2026-11-21', 1, '2026-11-24'],
  ])('due %s, step %i: %s', (vencimento, dias, esperado) => {
    expect(diaDoPasso(contaDe(vencimento), dias, REGUA_PADRAO, calendario)).toBe(esperado)
  })

  test('counts in business days when so set', () => {
    const uteis = { ...REGUA_PADRAO, diasUteis: true }
    expect(diaDoPasso(contaDe('2026-11-24'), 5, uteis, calendario)).toBe('2026-12-01')
    expect(diaDoPasso(contaDe('2026-11-24'), -3, uteis, calendario)).toBe('2026-11-18')
    expect(corteDoPasso(1, '2026-11-29', uteis, calendario)).toBe('2026-11-26') // of Friday 27 it comes on Monday
  })
})

describe('passoDevido', () => {
  test.each([
    // due day, covered, today, step
    ['2026-11-30', null, '2026-11-26', null],
    ['2026-11-30', null, '2026-11-27', -3],
    ['2026-11-30', -3, '2026-11-27', null],
    ['2026-11-30', -3, '2026-11-30', 0],
    ['2026-11-09', null, '2026-11-24', 10], // missed 2 and 5: only the latest is owed
    ['2026-11-09', 5, '2026-11-24', 10],
    ['2026-11-09', 10, '2026-11-24', null],
    ['2026-11-09', 20, '2026-11-24', null], // a later one was covered under another cadence
    ['2026-01-05', null, '2026-11-24', 30],
    ['2026-11-21', -3, '2026-11-21', 0], // a Saturday: said on the written day
    ['2026-11-21', 0, '2026-11-24', null], // and late only from Monday
  ])('due %s, covered %s: on %s step %s', (vencimento, coberto, dia, esperado) => {
    expect(passoDevido(contaDe(vencimento, coberto), dia, REGUA_PADRAO, calendario)?.dias ?? null).toBe(esperado)
  })

  test('skips a step that is switched off', () => {
    const regua = { ...REGUA_PADRAO, passos: REGUA_PADRAO.passos.map((p) => ({ ...p, ativo: p.dias !== 10 })) }
    expect(passoDevido(contaDe('2026-11-09'), '2026-11-24', regua, calendario)?.dias).toBe(5)
  })

  test('counts the first day late from the moved due day', () => {
    const regua = { ...REGUA_PADRAO, passos: [{ dias: 1, tipo: 'atraso' as const, ativo: true }] }
    const em = (dia: string) => passoDevido(contaDe('2026-11-21'), dia, regua, calendario)?.dias ?? null
    expect([em('2026-11-23'), em('2026-11-24')]).toEqual([null, 1])
  })
})

test('a held account has no step due, and is not spent; an instalment of it breaks nothing', () => {
  const retida = (ate: string | null, campos: Partial<ContaNaRegua> = {}) => ({
    ...contaDe('2026-11-09'),
    retencao: { motivo: 'promessa' as const, ate },
    ...campos,
  })
  const passo = (conta: ContaNaRegua) => passoDevido(conta, '2026-11-24', REGUA_PADRAO, calendario)?.dias ?? null
  expect([passo(retida(null)), passo(retida('2026-11-24')), passo(retida('2026-11-23'))]).toEqual([null, null, 10])
  const gasta = { ...contaDe('2026-10-01', 30), retencao: { motivo: 'promessa' as const, ate: null } }
  expect(contaEsgotada(gasta, '2026-11-24', REGUA_PADRAO, calendario)).toBe(false)
  const quebra = (vencimentoUtil: string, ate: string | null | undefined, parcelaDeAcordo = true) =>
    quebraOAcordo(
      { ...retida(ate ?? null, { vencimentoUtil, parcelaDeAcordo }), ...(ate === undefined && { retencao: null }) },
      '2026-11-24',
    )
  expect([quebra('2026-11-19', undefined), quebra('2026-11-20', undefined)]).toEqual([true, false])
  expect([quebra('2026-11-19', null), quebra('2026-11-19', undefined, false)]).toEqual([false, false])
})

test('the steps ahead are taken in order, and one that was sent is not to come again', () => {
  const desordenada = { ...REGUA_PADRAO, passos: [...REGUA_PADRAO.passos].reverse() }
  const adiante = (dia: string) => passoAdiante(contaDe('2026-11-09'), dia, desordenada, calendario)?.dias ?? null
  expect([adiante('2026-11-05'), adiante('2026-11-24'), adiante('2026-12-09')]).toEqual([-3, 20, null])
  const porVir = (coberto: number | null) =>
    passoPorVir(contaDe('2026-11-09', coberto), '2026-11-24', desordenada, calendario)?.dias ?? null
  expect([porVir(null), porVir(10), porVir(20), porVir(30)]).toEqual([20, 20, 30, null])
})

test('of two due on one day the first made comes first', () => {
  const contas = [
    { vencimento: '2026-11-10', id: 1 },
    { vencimento: '2026-11-09', id: 3 },
    { vencimento: '2026-11-09', id: 2 },
  ]
  expect(contas.sort(porAtraso).map(({ id }) => id)).toEqual([2, 3, 1])
})

test('an account is spent when overdue, with nothing due and no step ahead', () => {
  expect(contaEsgotada(contaDe('2026-10-01', 30), '2026-11-24', REGUA_PADRAO, calendario)).toBe(true)
  expect(contaEsgotada(contaDe('2026-10-01'), '2026-11-24', REGUA_PADRAO, calendario)).toBe(false)
  expect(contaEsgotada(contaDe('2026-11-09', 10), '2026-11-24', REGUA_PADRAO, calendario)).toBe(false)
  expect(contaEsgotada(contaDe('2026-12-30'), '2026-11-24', { ...REGUA_PADRAO, passos: [] }, calendario)).toBe(false)
  expect(contaEsgotada(contaDe('2026-11-23'), '2026-11-24', { ...REGUA_PADRAO, passos: [] }, calendario)).toBe(true)
  expect(contaEsgotada(contaDe('2026-11-24'), '2026-11-24', { ...REGUA_PADRAO, passos: [] }, calendario)).toBe(false)
  const parcela = { ...contaDe('2026-10-01', 30), parcelaDeAcordo: true }
  expect(contaEsgotada(parcela, '2026-11-24', REGUA_PADRAO, calendario)).toBe(false)
})

const dia = fc.integer({ min: 0, max: 800 }).map((n) => somarDias('2026-01-01', n))
const regua = fc.record({
  passos: fc.uniqueArray(
    fc.record({
      dias: fc.integer({ min: -15, max: 40 }),
      tipo: fc.constantFrom('lembrete' as const, 'atraso' as const),
      ativo: fc.boolean(),
    }),
    { selector: (passo) => passo.dias, maxLength: 7 },
  ),
  diasUteis: fc.boolean(),
  maxTentativas: fc.constant(6),
  intervaloMinimoDias: fc.constant(2),
}) satisfies fc.Arbitrary<Regua>

test('the cut says the same as walking the calendar for the account', () => {
  fc.assert(
    fc.property(
      dia,
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -15, max: 40 }),
      fc.boolean(),
      (hoje, n, dias, diasUteis) => {
        const conta = contaDe(somarDias(hoje, n))
        const umaRegua = { ...REGUA_PADRAO, diasUteis }
        const base = dias > 0 ? conta.vencimentoUtil : conta.vencimento
        const chegou = diaEscrito(conta, dias, umaRegua, calendario) <= hoje
        expect(base <= corteDoPasso(dias, hoje, umaRegua, calendario)).toBe(chegou)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('covering the due step leaves nothing due, and an overdue account always has a step due, ahead, or is spent', () => {
  fc.assert(
    fc.property(regua, dia, fc.integer({ min: -60, max: 60 }), (umaRegua, hoje, n) => {
      const conta = contaDe(somarDias(hoje, n))
      const devido = passoDevido(conta, hoje, umaRegua, calendario)
      if (devido) {
        expect(passoDevido({ ...conta, coberto: devido.dias }, hoje, umaRegua, calendario)).toBeNull()
      } else if (conta.vencimentoUtil < hoje) {
        const adiante = passoAdiante(conta, hoje, umaRegua, calendario) !== null
        expect(adiante).toBe(!contaEsgotada(conta, hoje, umaRegua, calendario))
      }
    }),
  )
})
