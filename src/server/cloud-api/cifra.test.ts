import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cifrar, decifrar } from './cifra.ts'

const chave = randomBytes(32)

test('what is encrypted comes back with the same key and use, and is never the same bytes twice', () => {
  const cifrado = cifrar(chave, 'segredo çom acento', 'token')
  expect(decifrar(chave, cifrado, 'token')).toBe('segredo çom acento')
  expect(cifrado.includes('segredo')).toBe(false)
  expect(cifrar(chave, 'segredo çom acento', 'token').equals(cifrado)).toBe(false)
})

test.each([
  ['another key', () => decifrar(randomBytes(32), cifrar(chave, 'x', 'token'), 'token')],
  ['another use', () => decifrar(chave, cifrar(chave, 'x', 'token'), 'app_secret')],
  [
    'a changed byte',
    () => {
      const cifrado = cifrar(chave, 'x', 'token')
      cifrado[cifrado.length - 1]! ^= 1
      return decifrar(chave, cifrado, 'token')
    },
  ],
])('%s opens nothing', (_, abrir) => {
  expect(abrir).toThrow()
})
