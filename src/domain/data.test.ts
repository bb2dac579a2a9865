import { expect, test } from 'vitest'
import {
  diasEntre,
  diaValido,
  fimDoMes,
  formatarDia,
  inicioDoMes,
  localDe,
  localEm,
  nomeDoDia,
  segundosAteAmanha,
  somarMeses,
} from './data.ts'

// One after the other: the minute of the one before is remembered.
test.each([
  ['2026-11-24T02:59:59.999Z', '2026-11-23', '23:59'],
  ['2026-11-24T03:00:00.000Z', '2026-11-24', '00:00'],
  ['2026-11-24T02:59:30.000Z', '2026-11-23', '23:59'],
  ['2019-01-01T01:59:59.000Z', '2018-12-31', '23:59'], // in summer time
  ['1900-01-01T12:00:00.000Z', '1900-01-01', '08:53'], // 3 h 6 min 28 s behind
  ['1900-01-01T12:00:30.000Z', '1900-01-01', '08:54'],
])('%s is %s %s in São Paulo', (instante, dia, hora) => {
  expect(localDe(instante)).toEqual({ dia, hora })
})

test('the day and the hour of another time zone are its own', () => {
  expect(localEm('2026-11-24T04:30:00.000Z', 'America/Rio_Branco')).toEqual({ dia: '2026-11-23', hora: '23:30' })
})

test.each([
  ['2026-11-24T03:00:00Z', 86_400],
  ['2026-11-24T13:26:15Z', 13 * 3_600 + 33 * 60 + 45],
  ['2026-11-25T02:59:59Z', 1],
])('at %s the day lasts another %i s', (agora, segundos) => {
  expect(segundosAteAmanha(new Date(agora))).toBe(segundos)
})

test.each([
  ['2026-11-24', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['0001-01-01', true],
  ['0000-12-31', false],
  ['2026-11-2', false],
  ['202a-11-24', false],
  ['+012026-11', false],
  ['2026-11-24T', false],
  ['2026-11-240', false],
  ['', false],
])('is "%s" a day? %s', (texto, valido) => expect(diaValido(texto)).toBe(valido))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-01-05', 1, '2026-02-05'],
  ['2026-11-24', 1, '2026-12-24'],
  ['2026-11-24', 2, '2027-01-24'],
  ['2026-01-24', -1, '2025-12-24'],
  ['2026-07-24', 12, '2027-07-24'],
  ['0999-12-31', -1, '0999-11-30'],
])('%s and %i months: %s', (dia, n, esperado) => expect(somarMeses(dia, n)).toBe(esperado))

test.each([
  ['2026-02-05', '2026-02-01', '2026-02-28', '05/02/2026'],
  ['2026-12-31', '2026-12-01', '2026-12-31', '31/12/2026'],
])('%s is in the month from %s to %s, and is written %s', (dia, primeiro, ultimo, escrito) => {
  expect([inicioDoMes(dia), fimDoMes(dia), formatarDia(dia)]).toEqual([primeiro, ultimo, escrito])
})

test('the days of the week have their names', () => {
  const semana = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']
  expect(semana.map((_, n) => nomeDoDia(`2026-11-${22 + n}`))).toEqual(semana)
})

test('days are whole across the ends of summer time', () => {
  expect([diasEntre('2018-11-03', '2018-11-05'), diasEntre('2019-02-17', '2019-02-16')]).toEqual([2, -1])
})
