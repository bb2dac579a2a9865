import { expect, test } from 'vitest'
import { criarCalendario } from './calendario.ts'
import { diasDitos } from './dia-dito.ts'

/** A Wednesday; Friday 20 is a holiday. */
const HOJE = '2026-11-18'
const ditos = (dito: string, hoje = HOJE) => diasDitos(dito, hoje, criarCalendario())
const dias = (dito: string, hoje = HOJE) => ditos(dito, hoje).map(({ dia }) => dia)

test.each<[string, string | null]>([
  ['hoje', '2026-11-18'],
  ['daqui a pouco', '2026-11-18'],
  ['amanha', '2026-11-19'],
  ['depois de amanha', '2026-11-20'],
  ['em 3 dias', '2026-11-21'],
  ['daqui a uma semana', '2026-11-25'],
  ['dentro de duas semanas', '2026-12-02'],
  ['me da mais dez dias', '2026-11-28'],
  ['mais um dia', '2026-11-19'],
  ['em 2 dias uteis', '2026-11-23'],
  ['daqui tres dias uteis', '2026-11-24'],
  // A weekday is the next one, never today.
  ['quarta', '2026-11-25'],
  ['quinta feira', '2026-11-19'],
  ['domingo', '2026-11-22'],
  ['sabado', '2026-11-21'],
  ['terca', '2026-11-24'],
  // Weeks go from Monday to Sunday.
  ['segunda da semana que vem', '2026-11-23'],
  ['domingo da proxima semana', '2026-11-29'],
  ['semana que vem na sexta', '2026-11-27'],
  ['proxima semana na quarta', '2026-11-25'],
  // A day of the month is the next one, today included.
  ['dia 18', '2026-11-18'],
  ['dia 17', '2026-12-17'],
  ['dia primeiro', '2026-12-01'],
  ['dia vinte e um', '2026-11-21'],
  ['dia 31', '2026-12-31'],
  ['dia 0', null],
  ['dia 32', null],
  ['dia 5 do mes que vem', '2026-12-05'],
  ['mes que vem no dia primeiro', '2026-12-01'],
  ['proximo mes dia 31', '2026-12-31'],
  ['20/11', '2026-11-20'],
  ['dia 5/1', '2027-01-05'],
  ['5/1/27', '2027-01-05'],
  ['5/12/2026', '2026-12-05'],
  ['31/11', null],
  ['15 de janeiro', '2027-01-15'],
  ['1 de dezembro de 2027', '2027-12-01'],
  ['primeiro de dezembro', '2026-12-01'],
  // Business days of the month.
  ['5 dia util', '2026-12-07'],
  ['quinto dia util', '2026-12-07'],
  ['decimo dia util', '2026-12-14'],
  ['13 dia util', '2026-11-19'],
  ['12 dia util', '2026-11-18'],
  ['um dia util', '2026-12-01'],
  ['19 dia util', '2026-11-30'],
  ['20 dia util', '2026-12-29'], // November has nineteen
  ['23 dia util', null],
  ['20 dia util de novembro', null],
  ['0 dia util', null],
  ['segundo dia util de janeiro', '2027-01-05'],
  ['2 dia util do mes de dezembro', '2026-12-02'],
  // Words of time that name no single day.
  ['semana que vem', null],
  ['proximo mes', null],
  ['fim do mes', null],
  ['fim de semana', null],
  ['depois do dia 10', null],
  ['a partir de dia 5 de dezembro', null],
  ['entre o dia 5 e o dia 10', null],
  ['dias 5 a 10', null],
])('“%s” is %s', (dito, dia) => expect(dias(dito)).toEqual([dia]))

test.each([
  ['2027-01-30', 'dia 30', '2027-01-30'],
  ['2027-01-31', 'dia 30', '2027-03-30'], // February has none
  ['2027-01-31', 'dia 30 do mes que vem', null],
  ['2026-11-22', 'segunda da semana que vem', '2026-11-23'], // on a Sunday
  ['2026-11-23', 'segunda da semana que vem', '2026-11-30'],
  ['2026-12-31', 'mais um dia', '2027-01-01'],
  ['2028-09-10', '29/02', null], // next year has none
])('on %s “%s” is %s', (hoje, dito, dia) => expect(dias(dito, hoje)).toEqual([dia]))

test.each([
  ['17/11', '2026-11-17', true],
  ['18/11', '2026-11-18', false],
  ['22/5', '2026-05-22', true], // 180 days ago: still this year's
  ['21/5', '2027-05-21', false],
  ['10/11/2025', '2025-11-10', true],
])('“%s” is %s, over: %s', (dito, dia, passou) => expect(ditos(dito)).toEqual([{ dia, passou }]))

test.each<[string, (string | null)[]]>([
  ['pago amanha ou sexta', ['2026-11-19', '2026-11-20']],
  ['semana que vem pago dia 25', [null, '2026-11-25']],
  ['segunda via', []],
  ['quinta parcela', []],
  ['bom dia dez reais', []],
  ['bom dia um instante', []],
  ['bom dia dez pessoas aqui', []],
  ['outro dia um pouco', []],
  ['dia dez por cento', []],
  ['o de novembro e um de dezembro', []],
  ['bom dia pago dia dez', ['2026-12-10']],
  ['dia um de dezembro', ['2026-12-01']],
  ['vinte e um de dezembro', ['2026-12-21']],
  ['dia a dia', []],
  ['ordinario', []],
])('“%s” names the days %j', (dito, esperados) => expect(dias(dito)).toEqual(esperados))
