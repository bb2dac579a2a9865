import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pastaDoTeste } from '#test/pasta.ts'
import { lerDiscos, quaseCheio } from './disco.ts'

const GIB = 2 ** 30
const disco = (livre: number, total: number) => ({
  pasta: '/dados',
  livre: livre * GIB,
  total: total * GIB,
  gravavel: true,
})

test.each([
  [0.9, 10, true],
  [1.1, 10, false],
  [1.9, 500, true],
  [2.1, 500, false],
  [0, 0.06, true],
])('%d GiB of %d is little: %s', (livre, total, pouco) => {
  expect(quaseCheio(disco(livre, total))).toBe(pouco)
})

test('reads the disk of a folder', async () => {
  const pasta = pastaDoTeste()
  mkdirSync(join(pasta, 'uploads'))
  await expect(lerDiscos(join(pasta, 'nenhuma'))).rejects.toThrow('Falta a pasta')
  const [lido, ...outros] = await lerDiscos(pasta)
  expect(outros).toEqual([])
  expect(lido).toEqual({ pasta, livre: expect.any(Number), total: expect.any(Number), gravavel: true })
  expect(lido!.livre).toBeLessThanOrEqual(lido!.total)
})
