import { expect, test, vi } from 'vitest'
import { ErroDaApi } from '#web/api/erro.ts'
import { mostrarRecusa } from './mostrarRecusa.ts'

test('of several refused fields the first has the focus', () => {
  const setError = vi.fn()
  const erro = new ErroDaApi('Confira.', 422, { campos: { nome: ['Informe.'], cidade: ['Informe.'] } })
  mostrarRecusa({ getValues: () => ({ nome: '', cidade: '' }), setError } as never, erro)
  expect(setError.mock.calls.map(([campo, , { shouldFocus }]) => [campo, shouldFocus])).toEqual([
    ['nome', true],
    ['cidade', false],
  ])
})

test.each([
  ['of a field within a group', { 'pix.chave': ['Confira a chave.'] }, [['pix.chave', 'Confira a chave.']]],
  ['of a group, which shows nothing', { pix: ['Informe o Pix.'] }, [['root.servidor', 'Informe o Pix.']]],
  ['of a field that is not here', { uf: ['Informe a UF.'] }, [['root.servidor', 'Informe a UF.']]],
  ['of one that is here and one that is not', { uf: ['x'], nome: ['Informe.'] }, [['nome', 'Informe.']]],
  ['of no field', {}, [['root.servidor', 'Confira.']]],
])('what was refused %s is said where it is seen', (_qual, campos: Record<string, string[]>, ditos) => {
  const setError = vi.fn()
  const valores = { nome: null, pix: { chave: '' } }
  mostrarRecusa({ getValues: () => valores, setError } as never, new ErroDaApi('Confira.', 422, { campos }))
  expect(setError.mock.calls.map(([campo, { message }]) => [campo, message])).toEqual(ditos)
})
