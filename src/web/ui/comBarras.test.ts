import { expect, test } from 'vitest'
import { comAno, comBarras } from './comBarras.ts'

test.each([
  ['only digits', '30112026'],
  ['with the slashes', '30/11/2026'],
])('a day typed key by key, %s', (_, teclas) => {
  expect([...teclas].reduce((texto, tecla) => comBarras(texto + tecla), '')).toBe('30/11/2026')
})

test.each([
  ['27/11', '2026-11-24', '27/11/2026'],
  ['27/11/', '2026-01-01', '27/11/2026'],
  ['4/1', '2026-11-24', '4/1/2027'],
  ['31/02/', '2026-11-24', '31/02/2026'],
  ['27', '2026-11-24', '27'],
  ['27/11/2025', '2026-11-24', '27/11/2025'],
])('%s, from %s on, is %s', (texto, min, esperado) => {
  expect(comAno(texto, min)).toBe(esperado)
})
