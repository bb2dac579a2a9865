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
