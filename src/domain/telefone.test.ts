import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatarTelefone } from './grafia.ts'
import { canonico, ehBsuid, ehCelular, normalizarTelefone, podeSerDele, telefoneDoWhatsapp } from './telefone.ts'

describe('normalizarTelefone', () => {
  test.each([
    ['11987654321', '+5511987654321'],
    ['(11) 98765-4321', '+5511987654321'],
    ['11 9 8765-4321', '+5511987654321'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['+5511987654321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['005511987654321', '+5511987654321'],
    ['+55 011 98765-4321', '+5511987654321'],
    ['011987654321', '+5511987654321'],
    ['0 15 11 98765-4321', '+5511987654321'],
    ['0xx11 98765-4321', '+5511987654321'],
    ['01133330000', '+551133330000'],
    ['0151133330000', '+551133330000'],
    ['11.98765.4321', '+5511987654321'],
    ['11 – 98765\u20114321', '+5511987654321'],
    ['11\u00a098765\u22124321', '+5511987654321'],
    ['11/98765-4321', '+5511987654321'],
    [' +55 11 98765-4321', '+5511987654321'],
    ['0XX15XX11 98765-4321', '+5511987654321'],
    ['55011987654321', '+5511987654321'],
    ['1187654321', '+5511987654321'],
    ['551187654321', '+5511987654321'],
    ['1133330000', '+551133330000'],
    ['551133330000', '+551133330000'],
    ['5533330000', '+555533330000'],
    ['55987654321', '+5555987654321'],
    ['5555987654321', '+5555987654321'],
    ['555533330000', '+555533330000'],
    ['8534567890', '+558534567890'],
  ])('%s → %s', (texto, esperado) => {
    expect(normalizarTelefone(texto)).toBe(esperado)
  })

  test.each([
    '',
    '12',
    '987654321',
    '33330000',
    '10987654321',
    '20987654321',
    '(00) 00000-0000',
    '0800 123 4567',
    '08001234567',
    '40031234',
    '11187654321',
    '119876543210',
    '1.1987654321E+10',
    'ramal 12',
    '+1 415 555 2671',
    '+1 198 765 4321', // a mobile of São Paulo by its digits
    '001 198 765 4321',
    '11 98765-4321 x9',
    '11\u000098765432',
  ])('%j is none', (texto) => {
    expect(normalizarTelefone(texto)).toBe(null)
  })

  test('is its own fixed point, and shown it reads back the same', () => {
    const escrito = fc.stringMatching(/^\+?[0-9 ()-]{8,18}$/)
    fc.assert(
      fc.property(escrito, (texto) => {
        const telefone = normalizarTelefone(texto)
        if (telefone === null) return true
        return normalizarTelefone(telefone) === telefone && normalizarTelefone(formatarTelefone(telefone)) === telefone
      }),
      { numRuns: 2000 },
    )
  })
})

test('the canonical key is one for both spellings of a mobile, and leaves a landline as it is', () => {
  expect(canonico('+5531987654321')).toBe('553187654321')
  expect(canonico('553187654321')).toBe('553187654321')
  expect(canonico('+551133330000')).toBe('551133330000')
  expect(canonico('14155552671')).toBe('14155552671')
  expect(canonico('1555119876543210')).toBe('1555119876543210')
  expect(canonico('+55 11 98765-4321')).toBe('551187654321')
})

test.each([
  ['5511987654321', '5511987654321'],
  ['+55 (11) 98765-4321', '5511987654321'],
  ['11.987.654', '11987654'],
  ['12345', '12345'],
  ['1'.repeat(20), '1'.repeat(20)],
  ['1234', null],
  ['1'.repeat(21), null],
  ['BR.12345678', null],
  ['12345678x', null],
  ['++5511987654321', null],
  ['', null],
])('WhatsApp’s “%s” is the phone %s', (dito, telefone) => expect(telefoneDoWhatsapp(dito)).toBe(telefone))

test.each([
  ['BR.a1B2', true],
  ['BR.ENT.a1B2', true],
  [`BR.${'a'.repeat(128)}`, true],
  [`BR.${'a'.repeat(129)}`, false],
  ['BR.', false],
  ['br.a1', false],
  ['BRA.a1', false],
  ['B.a1', false],
  ['BR.ENT.ENT.a1', false],
  ['BR.a-1', false],
  ['xBR.a1', false],
  ['5511987654321', false],
])('“%s” is WhatsApp’s id of a person: %s', (dito, sim) => expect(ehBsuid(dito)).toBe(sim))

test('mobiles are told from landlines', () => {
  expect([ehCelular('+5511987654321'), ehCelular('+551133330000')]).toEqual([true, false])
})

test.each([
  ['+5531980000002', '553180000002', true],
  ['+5531980000002', '5531980000002', true],
  ['+551142345678', '551142345678', true],
  ['+551142345678', '5511942345678', false],
])('%s may be WhatsApp’s %s: %s', (telefone, waId, pode) => {
  expect(podeSerDele(telefone, waId)).toBe(pode)
})
