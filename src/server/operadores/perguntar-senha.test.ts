import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { perguntarSenha } from './perguntar-senha.ts'

test.for([
  ['a line on a terminal', true, 'nova senha forte\r', 'nova senha forte'],
  ['an empty line on a terminal', true, '\r', ''],
  ['a line from a pipe', false, 'nova senha forte\n', 'nova senha forte'],
] as const)('%s is the answer', async ([, isTTY, digitado, senha]) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const resposta = perguntarSenha(Object.assign(new PassThrough(), { isTTY }).end(digitado))
  expect(await resposta).toBe(senha)
})

test('Ctrl+C is no answer: it does not stand for a random password', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const resposta = perguntarSenha(terminal)
  terminal.write('\x03')
  await expect(resposta).rejects.toThrow('Nada foi alterado.')
})
