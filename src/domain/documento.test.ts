import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cnpjValido, cpfValido, explicarDocumento, mesmaEmpresa, normalizarDocumento } from './documento.ts'

describe('check digits', () => {
  test.each(['52998224725', '11144477735', '12345678909'])('CPF %s is valid', (cpf) => {
    expect(cpfValido(cpf)).toBe(true)
  })
  test.each(['11111111111', '00000000000', '12345678900', '5299822472', '529982247250', '529.982.247-25'])(
    'CPF %s is not',
    (cpf) => {
      expect(cpfValido(cpf)).toBe(false)
    },
  )
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
  test.each([
    '12ABC34501DE36',
    '12ABC34501DE3A',
    '12abc34501de05', // the digits of these small letters' codes
    '00000000000000',
    '11111111111111',
    '112223330001810',
  ])('CNPJ %s is not', (cnpj) => {
    expect(cnpjValido(cnpj)).toBe(false)
  })

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
    ['529\u2013982\u2010247\u00a025', '52998224725'],
    ['529.982.247\u221225', '52998224725'],
    ['0ABC34501DE300', '0ABC34501DE300'],
    ['ABC34501DE300', null], // no spreadsheet takes this for a number
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
    expect(normalizarDocumento('123456797')).toBe('00123456797')
    expect(normalizarDocumento('12345601')).toBe(null) // 00012345601 is a CPF, but three zeros are too many
    expect(normalizarDocumento('360305000104')).toBe('00360305000104')
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
  ['529.982.247-99', /CPF não confere.*seriam 25/],
  ['11.222.333/0001-99', /CNPJ não confere.*seriam 81/],
  ['12.abc.345/01de-36', /CNPJ não confere.*seriam 35/],
  ['111.111.111-11', /iguais/],
  ['12345678', /^Não é um CPF/],
  ['123456789', /^CPF com 9 dígitos/],
  ['1234567890', /^CPF com 10 dígitos/],
  ['111111111111', /^CNPJ com 12 dígitos/],
  ['123456789012345', /^Não é um CPF/],
  [' 1.12223e13 ', /científica/],
  ['4.120.559/0001-80', /CNPJ com 13 dígitos/],
  ['1,12223E+13', /científica/],
  ['abc', /Não é um CPF/],
])('%s is explained', (texto, frase) => {
  expect(explicarDocumento(texto)).toMatch(frase)
})

test.each([
  ['11222333000181', '11222333000262', true],
  ['12ABC34501DE35', '12ABC34599ZZ00', true],
  ['11222333000181', '11222334000181', false],
  ['11222333000181', '01222333000181', false],
  ['11222333000181', '11222333000', false],
  ['11222333000', '11222333000', false],
])('%s and %s are of one company: %s', (um, outro, sim) => expect(mesmaEmpresa(um, outro)).toBe(sim))
