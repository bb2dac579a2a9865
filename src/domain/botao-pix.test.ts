import { expect, test } from 'vitest'
import { formasPossiveis, tipoDaChave } from './botao-pix.ts'

test.each([
  ['52998224725', 'CPF'],
  ['11222333000181', 'CNPJ'],
  ['12ABC34501DE35', 'CNPJ'],
  ['ana@b.example', 'EMAIL'],
  ['+5519988124470', 'PHONE'],
  ['123e4567-e89b-12d3-a456-426614174000', 'EVP'],
])('the key %s is of the kind %s', (chave, tipo) => expect(tipoDaChave(chave)).toBe(tipo))

test('only alone may the button stand in a template of its own kind', () => {
  expect([formasPossiveis(0), formasPossiveis(1)]).toEqual([['payment_request', 'order_details'], ['payment_request']])
})
