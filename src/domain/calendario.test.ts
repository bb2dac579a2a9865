import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  criarCalendario,
  diaPermitido,
  diasTocados,
  diaUtil,
  feriadosNacionais,
  HORARIO_PADRAO,
  horarioPermitido,
  instanteDe,
  nomeDoFeriado,
  pascoa,
  passaDaLei,
  proximoDiaBancario,
  proximoDiaPermitido,
  proximoDiaUtil,
  proximoInstantePermitido,
  somarDiasUteis,
} from './calendario.ts'
import { diaDaSemana, localDe, somarDias } from './data.ts'

const calendario = criarCalendario(['2026-12-08'])
const dia = fc.integer({ min: 0, max: 4_000 }).map((n) => somarDias('2024-01-01', n))

test.each([
  [1954, '1954-04-18'], // the later of two days the plain formula gives
  [1981, '1981-04-19'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2140, '2140-04-03'],
  [2204, '2204-04-22'],
])('Easter of %i falls on %s', (ano, esperado) => {
  expect(pascoa(ano)).toBe(esperado)
})

test('the national holidays hold Good Friday and neither Carnival nor Corpus Christi', () => {
  expect(feriadosNacionais(2026)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-21',
    '2026-05-01',
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20',
    '2026-12-25',
  ])
})

test('banks close on Carnival and Corpus Christi too', () => {
  expect(['2026-02-14', '2026-06-04'].map(proximoDiaBancario)).toEqual(['2026-02-18', '2026-06-05'])
})

describe('business days and allowed days', () => {
  test.each([
    // day, next business day, next allowed day
    ['2026-11-20', '2026-11-23', '2026-11-21'], // Friday, Consciência Negra: Saturday may send, is no business day
    ['2026-11-21', '2026-11-23', '2026-11-21'],
    ['2026-11-22', '2026-11-23', '2026-11-23'],
    ['2026-12-08', '2026-12-09', '2026-12-09'], // the company's own
    ['2026-11-24', '2026-11-24', '2026-11-24'],
    ['2026-04-03', '2026-04-06', '2026-04-04'],
  ])('%s → business %s, allowed %s', (de, util, permitido) => {
    expect(proximoDiaUtil(de, calendario)).toBe(util)
    expect(proximoDiaPermitido(de, calendario)).toBe(permitido)
  })

  test('a company without Saturday hours sends nothing on Saturdays', () => {
    const semSabado = criarCalendario([], { ...HORARIO_PADRAO, sabadoInicio: '08:00', sabadoFim: '08:00' })
    expect(diaPermitido('2026-11-21', semSabado)).toBe(false)
    expect(proximoDiaPermitido('2026-11-20', semSabado)).toBe('2026-11-23')
  })

  test.each([
    ['2026-11-19', 1, '2026-11-23'],
    ['2026-11-23', -1, '2026-11-19'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-12-07', 2, '2026-12-10'],
  ])('%s and %i business days is %s', (de, n, esperado) => {
    expect(somarDiasUteis(de, n, calendario)).toBe(esperado)
  })

  test('business days counted forward end on one, and counted back give the first day again', () => {
    fc.assert(
      fc.property(dia, fc.integer({ min: 1, max: 60 }), (de, n) => {
        const util = proximoDiaUtil(de, calendario)
        const adiante = somarDiasUteis(util, n, calendario)
        expect(diaUtil(adiante, calendario)).toBe(true)
        expect(somarDiasUteis(adiante, -n, calendario)).toBe(util)
      }),
    )
  })
})

describe('allowed hours', () => {
  const horas = (inicio: string, fim: string, sabado_inicio: string, sabado_fim: string) =>
    passaDaLei({ inicio, fim, sabado_inicio, sabado_fim })

  test('reach beyond the law before eight, after eight at night, and after two on a Saturday that sends', () => {
    expect(horas('08:00', '20:00', '08:00', '14:00')).toBe(false)
    expect(horas('09:30', '18:00', '20:00', '20:00')).toBe(false)
    expect(horas('07:59', '20:00', '08:00', '14:00')).toBe(true)
    expect(horas('08:00', '20:01', '08:00', '14:00')).toBe(true)
    expect(horas('08:00', '20:00', '07:00', '12:00')).toBe(true)
    expect(horas('08:00', '20:00', '08:00', '15:00')).toBe(true)
  })

  test.each([
    ['2026-11-24', '07:59', false],
    ['2026-11-24', '08:00', true],
    ['2026-11-24', '19:59', true],
    ['2026-11-24', '20:00', false],
    ['2026-11-28', '13:59', true],
    ['2026-11-28', '14:00', false],
  ])('%s at %s: %s', (de, hora, esperado) => {
    expect(horarioPermitido(de, hora, HORARIO_PADRAO)).toBe(esperado)
  })

  test.each([
    ['2026-11-24T13:00:00.000Z', '2026-11-24T13:00:00.000Z'], // Tuesday 10:00: now
    ['2026-11-24T09:00:00.000Z', '2026-11-24T11:00:00.000Z'], // before opening: 08:00
    ['2026-11-24T23:30:00.000Z', '2026-11-25T11:00:00.000Z'], // after closing: tomorrow
    ['2026-11-28T18:00:00.000Z', '2026-11-30T11:00:00.000Z'], // Saturday 15:00: Monday
    ['2026-11-20T15:00:00.000Z', '2026-11-21T12:00:00.000Z'], // a holiday: Saturday, by its own hours
  ])('the next allowed instant from %s is %s', (agora, esperado) => {
    expect(proximoInstantePermitido(agora, { ...HORARIO_PADRAO, sabadoInicio: '09:00' }, calendario)).toBe(esperado)
  })

  test('is always at or after now, on an allowed day and hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), (minutos) => {
        const agora = new Date(Date.UTC(2026, 0, 1) + minutos * 60_000)
        const proximo = proximoInstantePermitido(agora, HORARIO_PADRAO, calendario)
        const local = localDe(proximo)
        expect(proximo >= agora.toISOString()).toBe(true)
        expect(diaPermitido(local.dia, calendario) && diaDaSemana(local.dia) !== 0).toBe(true)
        expect(horarioPermitido(local.dia, local.hora, HORARIO_PADRAO)).toBe(true)
      }),
    )
  })
})

test('instanteDe undoes localDe, in the summer time of old too', () => {
  expect(instanteDe('2026-11-24', '10:00')).toBe('2026-11-24T13:00:00.000Z')
  expect(instanteDe('2018-12-01', '10:00')).toBe('2018-12-01T12:00:00.000Z')
  expect(instanteDe('2026-11-24')).toBe('2026-11-24T03:00:00.000Z')
  expect(instanteDe('2018-11-04', '01:30')).toBe('2018-11-04T03:30:00.000Z') // the first hour of summer time
  expect(instanteDe('2019-02-17', '00:30')).toBe('2019-02-17T03:30:00.000Z') // and the first after it
})

test('every national holiday has a name, and no other day', () => {
  expect(feriadosNacionais(2026).every((dia) => nomeDoFeriado(dia) !== null)).toBe(true)
  expect([nomeDoFeriado('2026-04-03'), nomeDoFeriado('2026-12-08')]).toEqual(['Sexta-feira Santa', null])
})

test('a changed holiday touches the run of days without business that leads up to it, and no other', () => {
  const antes = criarCalendario(['2026-12-04', '2026-12-10'])
  expect(diasTocados(antes, criarCalendario(['2026-12-10', '2026-12-07']))).toEqual([
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
    '2026-12-07',
  ])
})

test('no due day moves with the holidays but those told, however they fall together', () => {
  const feriados = fc.array(
    fc.integer({ min: 0, max: 80 }).map((n) => somarDias('2026-12-01', n)),
    { maxLength: 70 },
  )
  fc.assert(
    fc.property(feriados, feriados, (umas, outras) => {
      const [antes, depois] = [criarCalendario(umas), criarCalendario(outras)]
      const tocados = new Set(diasTocados(antes, depois))
      for (let n = -40; n < 100; n += 1) {
        const vencimento = somarDias('2026-12-01', n)
        if (proximoDiaUtil(vencimento, antes) === proximoDiaUtil(vencimento, depois)) continue
        expect(tocados).toContain(vencimento)
      }
    }),
  )
})
