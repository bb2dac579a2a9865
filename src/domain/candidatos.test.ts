import { expect, test } from 'vitest'
import { cliente, conta } from '#test/a-conciliar.ts'
import { contasDoSeuNumero, mesmoTitulo, numerosDaConta } from './candidatos.ts'

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

test.each([
  ['4002/1', { numero: '4002', parcela: '1/3' }, true],
  ['004002-01', { numero: '4002', parcela: '001' }, true],
  ['4002', { numero: '4002', parcela: '001' }, true],
  ['4002/1', { numero: '4002/1', parcela: null }, true],
  ['nf4002', { numero: 'NF4002', parcela: null }, true],
  ['4002/2', { numero: '4002', parcela: '1/3' }, false],
  ['40021', { numero: '4002', parcela: '1/3' }, false],
  ['0000', { numero: '0', parcela: null }, false],
  ['', { numero: '', parcela: null }, false],
])('the title %s is of %o: %s', (seuNumero, nomes, sim) => {
  const dela = { numeros: numerosDaConta(nomes), valorCentavos: 50_000, vencimento: '2026-11-10' }
  const titulo = { seuNumero, vencimento: '2026-11-10', nominalCentavos: 50_000, creditadoCentavos: null }
  const achadas = (outra: object = {}, outro: object = {}) =>
    contasDoSeuNumero({ ...titulo, ...outro }, [cliente(1, 'Ana', null, conta(1, 1, { ...dela, ...outra }))]).length
  expect(achadas()).toBe(sim ? 1 : 0)
  expect([achadas({ aberta: false }), achadas({}, { vencimento: null }), achadas({}, { nominalCentavos: 1 })]).toEqual([
    0, 0, 0,
  ])
  expect(contasDoSeuNumero(null, [])).toEqual([])
})
