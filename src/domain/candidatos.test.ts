import { expect, test } from 'vitest'
import { mesmoTitulo } from './candidatos.ts'

test.each([
  ['109/00015002-5', '000150025', true],
  ['15002', '000150025', true],
  ['00000026003P', '26003', true],
  ['12345', '12346', false],
  ['1', '12', false],
  ['12', '123', false],
  ['123', '1234', true],
  ['123', '12345', false],
  ['123', '123', true],
  ['', '0', false],
  ['', '15002', false],
  ['', '000', false],
  [null, '15002', false],
])('the titles %s and %s: %s', (um, outro, sim) => {
  expect(mesmoTitulo(um, outro)).toBe(sim)
  expect(mesmoTitulo(outro, um)).toBe(sim)
})
