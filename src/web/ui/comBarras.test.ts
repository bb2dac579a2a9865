import { expect, test } from 'vitest'
import { comBarras } from './comBarras.ts'

test.each([
  ['only digits', '30112026'],
  ['with the slashes', '30/11/2026'],
])('a day typed key by key, %s', (_, teclas) => {
  expect([...teclas].reduce((texto, tecla) => comBarras(texto + tecla), '')).toBe('30/11/2026')
})
