import { expect, test } from 'vitest'
import { diasDoPeriodo } from './periodo.ts'

test('a period counts its last day, and a month ends where the next begins', () => {
  expect(diasDoPeriodo('7', '2026-11-24')).toEqual({ de: '2026-11-18', ate: '2026-11-24' })
  expect(diasDoPeriodo('30', '2026-11-24')).toEqual({ de: '2026-10-26', ate: '2026-11-24' })
  expect(diasDoPeriodo('mes', '2026-11-24')).toEqual({ de: '2026-11-01', ate: '2026-11-24' })
  expect(diasDoPeriodo('mes-passado', '2026-03-31')).toEqual({ de: '2026-02-01', ate: '2026-02-28' })
})
