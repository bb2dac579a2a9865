import { expect, test } from 'vitest'
import { resumido } from './numeros.ts'

test('shortens money as the platform does', () => {
  const compacto = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })
  for (const n of [
    0, 7, 44.84, 999, 1000, 1234.5, 9_950, 482_000, 999_949, 999_950, 1_250_000, 9_999_999_999.99, -1500,
  ])
    expect([n, resumido(n)]).toEqual([n, compacto.format(n)])
})
