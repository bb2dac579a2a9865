import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cnpjValido, cpfValido, explicarDocumento, normalizarDocumento } from './documento.ts'

describe('check digits', () => {
  test.each(['52998224725', '11144477735', '12345678909'])('CPF %s is valid', (cpf) => {
    expect(cpfValido(cpf)).toBe(true)
  })
  test.each(['11111111111', '00000000000', '12345678900', '5299822472', '529.982.247-25'])('CPF %s is not', (cpf) => {
    expect(cpfValido(cpf)).toBe(false)
  })
  test.each([
    '12ABC34501DE35',
    'ABCDEFGHIJKL80',
    '00000000000191',
    '11222333000181',
    'AB1CD2EG000114',
    'XY45ZK78000289',
  ])('CNPJ %s is valid', (cnpj) => {
    expect(cnpjValido(cnpj)).toBe(true)
  })
  test.each(['12ABC34501DE36', '12ABC34501DE3A', '12ABc34501DE35', '00000000000000', '11111111111111'])(
    'CNPJ %s is not',
    (cnpj) => {
      expect(cnpjValido(cnpj)).toBe(false)
    },
  )

  test('agree with an independent implementation on any text of the right form', () => {
    const cpfs = fc.stringMatching(/^\d{11}$/)
    const cnpjs = fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/)
    fc.assert(fc.property(cpfs, (cpf) => cpfValido(cpf) === isValidCpf(cpf)))
    // The library lets alphanumeric sequences of one equal character through; fourteen equal digits are refused by both.
    fc.assert(fc.property(cnpjs, (cnpj) => cnpjValido(cnpj) === isValidCnpj(cnpj, { version: 2 })))
  })
})

describe('normalizarDocumento', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    [' 52998224725 ', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['191', null],
    ['191000192', null],
    ['52998224726', null],
    ['1,12223E+13', null],
    ['1.12223E+13', null],
    ['CPF 52998224725', null],
    ['52998224725;', null],
    ['', null],
    ['-', null],
    ['11222333000181000', null],
  ])('%s → %s', (texto, esperado) => {
    expect(normalizarDocumento(texto)).toBe(esperado)
  })

  test('gives back the zeros that a spreadsheet ate, when the digits then agree', () => {
    expect(normalizarDocumento('1234567890')).toBe('01234567890')
    expect(normalizarDocumento('191')).toBe(null)
    expect(normalizarDocumento('12345678000195'.replace(/^0+/, ''))).toBe('12345678000195')
    expect(normalizarDocumento('6990590000123')).toBe('06990590000123')
    expect(normalizarDocumento('6990590000124')).toBe(null)
  })
})

test.each([
  ['529.982.247-26', /CPF não confere.*seriam 25/],
  ['11.222.333/0001-82', /CNPJ não confere.*seriam 81/],
  ['AB1CD2EG000115', /CNPJ não confere.*seriam 14/],
  ['111.111.111-11', /iguais/],
  ['4.120.559/0001-80', /CNPJ com 13 dígitos/],
  ['1,12223E+13', /científica/],
  ['abc', /Não é um CPF/],
])('%s is explained', (texto, frase) => {
  expect(explicarDocumento(texto)).toMatch(frase)
})
