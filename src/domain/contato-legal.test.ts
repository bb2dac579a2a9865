import { describe, expect, test } from 'vitest'
import { criarCalendario, HORARIO_PADRAO } from './calendario.ts'
import {
  type Contato,
  fraseDoImpedimento,
  horasEm,
  impedimentoEm,
  inicioDaEsperaEm,
  type LinhaDaLei,
  proximoInstanteEm,
} from './contato-legal.ts'
import { normalizarTelefone } from './telefone.ts'
import { fusoDe, lugarDe, UF_DO_DDD, UFS, type Uf, ufDoTelefone } from './uf.ts'

const linha = (
  uf: Uf,
  semana: LinhaDaLei['semana'],
  sabado: LinhaDaLei['sabado'],
  fonte = `lei de ${uf}`,
): LinhaDaLei => ({
  uf,
  semana,
  sabado,
  fonte,
  conferidoEm: '2026-11-22',
})
const horas = (inicio: string, fim: string) => ({ inicio, fim })
const contato: Contato = {
  calendario: criarCalendario(),
  horario: HORARIO_PADRAO,
  lei: {
    linhas: [
      linha('AM', horas('08:00', '18:00'), horas('08:00', '14:00')),
      linha('RJ', horas('09:00', '19:00'), null),
      linha('CE', null, null),
    ],
    feriados: [
      { dia: '2026-11-25', uf: null, municipio: null },
      { dia: '2026-11-26', uf: 'AM', municipio: null },
      { dia: '2026-11-27', uf: 'SP', municipio: 'São José dos Campos' },
    ],
  },
}
const em = (uf: Uf | null, municipio: string | null = null) => lugarDe({ uf, municipio, telefone: null })

describe('where a customer is', () => {
  test('every area code that a phone may have is of one state', () => {
    for (let ddd = 10; ddd < 100; ddd += 1)
      expect(UF_DO_DDD.has(String(ddd)), `DDD ${ddd}`).toBe(normalizarTelefone(`(${ddd}) 98765-4321`) !== null)
    expect(new Set(UF_DO_DDD.values())).toEqual(new Set(UFS))
  })

  test.each([
    ['+5592987654321', null, null, 'AM', 'America/Manaus'],
    ['+5597987654321', null, 'Tabatinga', 'AM', 'America/Rio_Branco'],
    ['+5568987654321', null, null, 'AC', 'America/Rio_Branco'],
    ['+5592987654321', 'SP', null, 'SP', 'America/Sao_Paulo'],
    ['+5581987654321', null, 'Fernando de Noronha', 'PE', 'America/Noronha'],
    ['+5566987654321', null, null, 'MT', 'America/Cuiaba'],
    ['+14155550100', null, null, null, 'America/Sao_Paulo'],
    [null, null, null, null, 'America/Sao_Paulo'],
  ] as const)('%s, %s, %s is %s, on the clock of %s', (telefone, uf, municipio, esperada, fuso) => {
    const lugar = lugarDe({ telefone, uf, municipio })
    expect([lugar.uf, fusoDe(lugar)]).toEqual([esperada, fuso])
    expect(ufDoTelefone('+5561987654321')).toBe('DF')
  })
})

describe('what stops a message', () => {
  test.each([
    // Tuesday: the same hour is another on each clock, and the strictest of both rows holds.
    ['2026-11-24', '08:30', 'SP', null, null],
    ['2026-11-24', '08:30', 'AM', null, 'fora_do_horario'],
    ['2026-11-24', '09:00', 'AM', null, null],
    ['2026-11-24', '18:59', 'AM', null, null],
    ['2026-11-24', '19:00', 'AM', null, 'fora_do_horario'],
    ['2026-11-24', '08:30', 'RJ', null, 'fora_do_horario'],
    ['2026-11-24', '10:00', 'CE', null, 'fora_do_horario'],
    ['2026-11-24', '21:30', 'AC', null, null],
    ['2026-11-24', '22:00', 'AC', null, 'fora_do_horario'],
    ['2026-11-24', '07:00', 'PE', 'Fernando de Noronha', null],
    // A day without sending for everybody, for a state, for a town.
    ['2026-11-25', '10:00', null, null, 'feriado'],
    ['2026-11-26', '10:00', 'AM', null, 'feriado'],
    ['2026-11-26', '10:00', 'AM', 'MANAUS', 'feriado'],
    ['2026-11-26', '10:00', 'SP', null, null],
    ['2026-11-27', '10:00', 'SP', 'SAO JOSE DOS CAMPOS', 'feriado'],
    ['2026-11-27', '10:00', 'SP', 'Santos', null],
    ['2026-11-27', '10:00', 'RJ', 'São José dos Campos', null],
    // Saturday, Sunday.
    ['2026-11-28', '10:00', 'RJ', null, 'fora_do_horario'],
    ['2026-11-28', '10:00', 'SP', null, null],
    ['2026-11-29', '10:00', 'SP', null, 'feriado'],
  ] as const)('%s %s in %s %s: %s', (dia, hora, uf, municipio, motivo) => {
    expect(impedimentoEm(em(uf, municipio), { ...contato, dia, hora })?.motivo ?? null).toBe(motivo)
  })

  test('it is Sunday when it is Sunday there or at the company', () => {
    const semHora = {
      ...contato,
      horario: { inicio: '00:00', fim: '23:59', sabadoInicio: '00:00', sabadoFim: '23:59' },
    }
    const quando = (dia: string, hora: string, uf: Uf, municipio: string | null = null) =>
      impedimentoEm(em(uf, municipio), { ...semHora, dia, hora })?.motivo ?? null
    expect(quando('2026-11-30', '00:30', 'MT')).toBe('feriado') // still Sunday there
    expect(quando('2026-11-28', '23:30', 'PE', 'Fernando de Noronha')).toBe('feriado') // Sunday already
    expect(quando('2026-11-29', '00:30', 'MT')).toBe('feriado') // still Saturday there
    expect(quando('2026-11-30', '00:30', 'SP')).toBeNull()
  })

  test("the row that spoke is named, with its source and the hour there; the company's own is not", () => {
    const frase = (uf: Uf | null, dia: string, hora: string, municipio: string | null = null) =>
      fraseDoImpedimento(impedimentoEm(em(uf, municipio), { ...contato, dia, hora })!)
    expect(frase('AM', '2026-11-24', '08:30')).toBe(
      'A linha de AM em Contato legal (lei de AM) permite contato de segunda a sexta das 08:00 às 18:00, e lá são 07:30.',
    )
    expect(frase('RJ', '2026-11-28', '10:00')).toBe(
      'A linha de RJ em Contato legal (lei de RJ) não permite contato aos sábados, e lá são 10:00.',
    )
    expect(frase('AM', '2026-11-26', '10:00')).toContain('26/11/2026 é feriado em AM (Contato legal)')
    expect(frase(null, '2026-11-25', '10:00')).toContain('25/11/2026 é feriado (Contato legal)')
    expect(frase('SP', '2026-11-27', '10:00', 'São José dos Campos')).toContain('é feriado em São José dos Campos/SP (')
    expect(frase('SP', '2026-11-24', '07:00')).toBeNull()
  })
})

test('the hours of a day are the strictest of both, or none', () => {
  expect(horasEm('2026-11-24', em('AM'), contato)).toEqual(horas('08:00', '18:00'))
  expect(horasEm('2026-11-24', em('RJ'), contato)).toEqual(horas('09:00', '19:00'))
  expect(horasEm('2026-11-28', em('RJ'), contato)).toBeNull()
  expect(horasEm('2026-11-24', em('SP'), contato)).toEqual(horas('08:00', '20:00'))
  const daEmpresa = (inicio: string, fim: string) => ({ ...contato, horario: { ...HORARIO_PADRAO, inicio, fim } })
  expect(horasEm('2026-11-24', em('AM'), daEmpresa('10:00', '17:00'))).toEqual(horas('10:00', '17:00'))
  expect(horasEm('2026-11-24', em('AM'), daEmpresa('18:00', '20:00'))).toBeNull()
})

test('the wait before a day counts the days without sending of the place', () => {
  expect(inicioDaEsperaEm('2026-11-30', em('SP'), contato)).toBe('2026-11-29')
  expect(inicioDaEsperaEm('2026-11-30', em('RJ'), contato)).toBe('2026-11-28')
  expect(inicioDaEsperaEm('2026-11-27', em('AM'), contato)).toBe('2026-11-25')
  expect(inicioDaEsperaEm('2026-11-27', em('CE'), contato) < '2025-11-27').toBe(true) // no day at all, and an end
})

test.each([
  ['AM', '2026-11-24T10:00:00-03:00', '2026-11-24T13:00:00.000Z'],
  ['AM', '2026-11-24T08:10:00-03:00', '2026-11-24T12:00:00.000Z'], // 8:00 there
  ['AM', '2026-11-24T19:10:00-03:00', '2026-11-27T12:00:00.000Z'], // two holidays between
  ['AM', '2026-11-25T10:00:00-03:00', '2026-11-27T12:00:00.000Z'], // on the first of them
  ['AM', '2026-11-26T07:00:00-03:00', '2026-11-27T12:00:00.000Z'],
  ['RJ', '2026-11-27T20:00:00-03:00', '2026-11-30T12:00:00.000Z'], // no Saturday, no Sunday
  ['CE', '2026-11-24T10:00:00-03:00', null],
] as const)('%s at %s may be written to at %s', (uf, agora, esperado) => {
  expect(proximoInstanteEm(new Date(agora), em(uf), contato)).toBe(esperado)
})
