import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { comecarDeNovo } from './comecarDeNovo.ts'

test('what was typed goes, though new values of the server would leave it', () => {
  const form = createFormControl({ defaultValues: { horas: '12' }, resetOptions: { keepDirtyValues: true } })
  form.control._subscribe({ formState: { isDirty: true, dirtyFields: true }, callback: () => {} })
  form.register('horas')
  form.setValue('horas', '3', { shouldDirty: true })
  form.reset({ horas: '8' })
  expect(form.getValues('horas')).toBe('3')
  comecarDeNovo(form, { horas: '12' })
  expect(form.getValues('horas')).toBe('12')
})
