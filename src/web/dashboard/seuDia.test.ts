import { expect, test } from 'vitest'
import { passadosDe } from './SeuDia.tsx'

const fato = (tipo: 'acordo_desfeito' | 'conclusao', hora: string) =>
  ({ tipo, em: `2026-11-24T${hora}:00.000Z`, titulo: hora, detalhe: '', cliente_id: 1 }) as const

test('an agreement that ended at midnight is still said after whatever else the day had', () => {
  const dia = [
    fato('acordo_desfeito', '03:00'),
    ...['11:00', '12:00', '13:00', '14:00', '15:00', '20:00'].map((hora) => fato('conclusao', hora)),
  ]
  const ditos = passadosDe(dia, '2026-11-24T16:00:00.000Z').map(({ titulo }) => titulo)
  expect(ditos).toEqual(['03:00', '12:00', '13:00', '14:00', '15:00'])
})
