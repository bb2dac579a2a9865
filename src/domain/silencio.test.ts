import { expect, test } from 'vitest'
import { criarCalendario, HORARIO_PADRAO } from './calendario.ts'
import { silencioEm } from './silencio.ts'

test.each([
  ['a working day at ten', '2026-11-23T10:00:00-03:00', null],
  ['a Saturday at ten', '2026-11-28T10:00:00-03:00', null],
  [
    'a Sunday',
    '2026-11-22T12:00:00-03:00',
    'Hoje é domingo e nada sai sozinho: a cobrança automática volta amanhã, segunda-feira, 23/11, às 8h.',
  ],
  [
    'a national holiday',
    '2026-12-25T09:00:00-03:00',
    'Hoje é feriado (Natal) e nada sai sozinho: a cobrança automática volta amanhã, sábado, 26/12, às 8h.',
  ],
  [
    "a holiday of the company's, which has no name",
    '2026-11-25T09:00:00-03:00',
    'Hoje é feriado e nada sai sozinho: a cobrança automática volta amanhã, quinta-feira, 26/11, às 8h.',
  ],
  [
    'before the hours',
    '2026-11-23T06:30:00-03:00',
    'O horário de envio ainda não começou: a cobrança automática volta hoje, às 8h.',
  ],
  [
    'after the hours, before a Sunday',
    '2026-11-28T15:00:00-03:00',
    'O horário de envio de hoje acabou: a cobrança automática volta segunda-feira, 30/11, às 8h.',
  ],
])('%s', (_, agora, frase) => {
  expect(silencioEm(new Date(agora), HORARIO_PADRAO, criarCalendario(['2026-11-25']))?.frase ?? null).toBe(frase)
})

test('a company without Saturday hours is told of Monday, at its own opening minute', () => {
  const horario = { ...HORARIO_PADRAO, inicio: '08:30', sabadoInicio: '08:00', sabadoFim: '08:00' }
  expect(silencioEm(new Date('2026-11-28T10:00:00-03:00'), horario, criarCalendario([], horario))).toEqual({
    voltaEm: '2026-11-30T11:30:00.000Z',
    frase: 'Hoje é sábado e nada sai sozinho: a cobrança automática volta segunda-feira, 30/11, às 8h30.',
  })
})
