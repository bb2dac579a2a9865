import { describe, expect, test } from 'vitest'
import { somarDias } from '#domain/data.ts'
import * as f from './formatos.ts'

const agora = new Date('2026-11-24T13:26:00.000Z') // 10:26 in São Paulo

describe('formats', () => {
  test.each([
    ['1.234,56', 1234.56],
    ['1234,5', 1234.5],
    ['1234.56', 1234.56],
    ['1.234', 1234],
    ['R$ 80', 80],
    ['0,01', 0.01],
    ['', null],
    ['12,345', null],
    ['abc', null],
    ['1.23.4', null],
    ['-5', null],
  ])('reads %j as money', (texto, esperado) => expect(f.lerDinheiro(texto)).toBe(esperado))

  test('writes money the Brazilian way', () => {
    expect(f.dinheiro(1234.5)).toBe('R$\u00A01.234,50')
    expect(f.dinheiro(-3)).toBe('−R$\u00A03,00')
    expect(f.valor(0)).toBe('0,00')
    const quaseNada = 0.3 - (0.1 + 0.2)
    expect([f.valor(quaseNada), f.dinheiro(quaseNada)]).toEqual(['0,00', 'R$\u00A00,00'])
  })

  test('says how long ago, in words', () => {
    expect(f.duracao(30_000)).toBe('agora')
    expect(f.esperaHa(30_000)).toBe('espera desde agora')
    expect(f.esperaHa(26 * 3_600_000)).toBe('espera há 1 dia')
    expect(f.duracao(19 * 60_000)).toBe('19\u00A0min')
    expect([60, 120, 161, 1_439].map((min) => f.duracao(min * 60_000))).toEqual([
      '1\u00A0h',
      '2\u00A0h',
      '2\u00A0h 41\u00A0min',
      '23\u00A0h 59\u00A0min',
    ])
    expect([24, 26, 48].map((horas) => f.duracao(horas * 3_600_000))).toEqual(['1 dia', '1 dia', '2 dias'])
  })

  test('writes an instant by how far it is', () => {
    expect(f.quando('2026-11-24T12:02:00.000Z', agora)).toBe('09:02')
    expect(f.quando('2026-11-21T11:03:00.000Z', agora)).toBe('21/11, 08:03')
    expect(f.quando('2025-11-21T11:03:00.000Z', agora)).toBe('21/11/2025, 08:03')
    expect(f.ultimaVez('2026-11-24T03:02:00.000Z', agora)).toBe('hoje, 00:02')
    expect(f.ultimaVez('2026-11-24T02:55:00.000Z', agora)).toBe('ontem, 23:55')
    expect(f.ultimaVez('2026-11-22T20:55:00.000Z', agora)).toBe('22/11/2026')
  })

  test('writes documents and phones', () => {
    expect(f.documento('31820459705')).toBe('318.204.597-05')
    expect(f.documento('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect(f.telefone('+5519988124470')).toBe('(19) 98812-4470')
    expect(f.telefone('+551938712200')).toBe('(19) 3871-2200')
    expect(f.telefone('+14155550100')).toBe('+14155550100')
    expect(['31820459705', '12ABC34501DE35', null].map(f.documentoComNome)).toEqual([
      'CPF 318.204.597-05',
      'CNPJ 12.ABC.345/01DE-35',
      'Sem documento',
    ])
    expect([f.documento(null), f.telefone(null)]).toEqual(['—', '—'])
  })

  test('takes the initials of a name', () => {
    expect(f.iniciais('Camila Rezende')).toBe('CR')
    expect(f.iniciais('  Marlene Aparecida de Souza ')).toBe('MS')
    expect(f.iniciais('ana')).toBe('A')
  })

  test('closes the window at its end', () => {
    expect(f.restaDaJanela('2026-11-24T13:27:00.000Z', agora)).toBe(60_000)
    expect(f.restaDaJanela('2026-11-24T13:00:00.000Z', agora)).toBe(0)
    expect(f.restaDaJanela(null, agora)).toBe(0)
  })
})

test.each([
  ['04/12/2026', '2026-12-04'],
  ['4/12/2026', '2026-12-04'],
  ['04122026', '2026-12-04'],
  [' 2026-12-04 ', '2026-12-04'],
  ['31/02/2026', null],
  ['04/12/26', null],
  ['', null],
])('a day typed as %j is %j', (texto, dia) => {
  expect(f.lerDia(texto)).toBe(dia)
})

test('writes sizes and steps', () => {
  expect([1_023, 1_024, 1_025, 1_048_575, 1_048_576, 4_404_020].map(f.tamanho)).toEqual([
    '1023 bytes',
    '1 kB',
    '2 kB',
    '1.024 kB',
    '1,0 MB',
    '4,2 MB',
  ])
  expect([-3, 0, 5].map(f.passoCurto)).toEqual(['D−3', 'D0', 'D+5'])
})

test('says what is left of a window by the room there is', () => {
  const [longa, curta] = [false, true].map((curto) =>
    [1_423, 600, 68, 12, 0].map((min) => f.restante(min * 60_000, curto)),
  )
  expect(longa).toEqual([
    '23\u00A0h 43\u00A0min',
    '10\u00A0h 00\u00A0min',
    '1\u00A0h 08\u00A0min',
    '12\u00A0min',
    '1\u00A0min',
  ])
  expect(curta).toEqual(['23\u00A0h', '10\u00A0h', '1\u00A0h 08', '12\u00A0min', '1\u00A0min'])
})

test('writes days, months and rates', () => {
  expect([f.diaEMes('2026-12-04'), f.diaDoMes('2026-12-04'), f.diaDaSemanaCurto('2026-12-04')]).toEqual([
    '04/12',
    '4 de dezembro',
    'sex',
  ])
  expect([f.mesCurto('2026-11'), f.mesInteiro('2026-11-30'), f.ano('2026-11')]).toEqual(['nov', 'novembro', '2026'])
  expect([f.taxa(2), f.taxa(1.5)]).toEqual(['2\u00A0%', '1,5\u00A0%'])
})

test('writes numbers, days and months as the platform does', () => {
  const em = (opcoes: Intl.NumberFormatOptions) => new Intl.NumberFormat('pt-BR', opcoes)
  const doDia = (opcoes: Intl.DateTimeFormatOptions) => {
    const formato = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...opcoes })
    return (dia: string) => formato.format(new Date(dia)).replace('.', '')
  }
  const [reais, inteiro, umaCasa, livre] = [
    em({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    em({ maximumFractionDigits: 0 }),
    em({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    em({}),
  ]
  for (const n of [
    0, 0.05, 0.5, 7, 44.8, 999, 999.9, 1000, 1234.5, 9_950, 999_949, 999_950, 1_250_000, 9_999_999_999.99,
  ])
    expect([n, f.valor(n), f.numero(n), f.percentual(n), f.taxa(n)]).toEqual([
      n,
      reais.format(n),
      inteiro.format(n),
      `${umaCasa.format(n)}\u00A0%`,
      `${livre.format(n)}\u00A0%`,
    ])
  expect(f.numero(-1234)).toBe(inteiro.format(-1234))

  const nomes = [
    [f.diaComprido, doDia({ weekday: 'long', day: 'numeric', month: 'long' })],
    [f.diaDoMes, doDia({ day: 'numeric', month: 'long' })],
    [f.diaDaSemanaCurto, doDia({ weekday: 'short' })],
    [f.mesCurto, doDia({ month: 'short' })],
  ] as const
  for (let dia = '2026-01-01'; dia < '2027'; dia = somarDias(dia, 1))
    for (const [nosso, deles] of nomes) expect(nosso(dia)).toBe(deles(dia))

  const relogio = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'medium' })
  expect(f.horaComSegundos('2026-11-24T02:05:09.900Z')).toBe(relogio.format(new Date('2026-11-24T02:05:09.900Z')))
})
