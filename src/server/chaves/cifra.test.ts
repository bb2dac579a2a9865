import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cifrar, decifrar, ehDeAgora } from './cifra.ts'

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

/** As earlier versions encrypted it: with SECRET_KEY itself, and without a key id. */
function cifrarComoAntes(chave: Buffer, texto: string, uso: string): Buffer {
  const iv = randomBytes(12)
  const cifra = createCipheriv('aes-256-gcm', chave, iv).setAAD(Buffer.from(uso))
  const corpo = Buffer.concat([cifra.update(texto, 'utf8'), cifra.final()])
  return Buffer.concat([Buffer.of(1), iv, cifra.getAuthTag(), corpo])
}

test('reads what earlier versions closed, and closes with another key than SECRET_KEY itself', () => {
  const antigo = cifrarComoAntes(chave, 'de antes', 'token')
  expect(decifrar(chave, antigo, 'token')).toBe('de antes')
  expect(() => decifrar(randomBytes(32), antigo, 'token')).toThrow()
  expect([ehDeAgora(antigo), ehDeAgora(cifrar(chave, 'x', 'token'))]).toEqual([false, true])
  const novo = cifrar(chave, 'x', 'token')
  const semId = Buffer.concat([Buffer.of(1), novo.subarray(5)])
  expect(() => decifrar(chave, semId, 'token')).toThrow()
})
