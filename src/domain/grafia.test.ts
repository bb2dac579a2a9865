import { expect, test } from 'vitest'
import { formatarDocumento, formatarTelefone } from './grafia.ts'

test.each([
  ['52998224725', '529.982.247-25'],
  ['AB1CD2EG000114', 'AB.1CD.2EG/0001-14'],
  ['***982247**', '***.982.247-**'],
  ['1234', '1234'],
])('the document %s is read %s', (documento, lido) => {
  expect(formatarDocumento(documento)).toBe(lido)
})

test.each([
  ['+5511987654321', '(11) 98765-4321'],
  ['+551133330000', '(11) 3333-0000'],
  ['+14155552671', '+14155552671'],
])('the phone %s is read %s', (telefone, lido) => {
  expect(formatarTelefone(telefone)).toBe(lido)
})
