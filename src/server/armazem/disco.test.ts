import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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

const OUTRO_DISCO = '/dev/shm'
const haOutro = existsSync(OUTRO_DISCO) && statSync(OUTRO_DISCO).dev !== statSync(tmpdir()).dev

test.skipIf(!haOutro)(
  'a disk of its own below the folder is another, whichever part of the company fills it',
  async () => {
    const pasta = pastaDoTeste()
    const fora = mkdtempSync(join(OUTRO_DISCO, 'cobranca-'))
    onTestFinished(() => rmSync(fora, { recursive: true }))
    for (const nome of ['uploads', 'postgresql']) mkdirSync(join(pasta, nome))
    symlinkSync(fora, join(pasta, 'midias'))
    const discos = async () => (await lerDiscos(pasta)).map((um) => um.pasta)
    expect(await discos()).toEqual([pasta, join(pasta, 'midias')])
    rmSync(join(pasta, 'postgresql'), { recursive: true })
    symlinkSync(fora, join(pasta, 'postgresql'))
    expect(await discos(), 'both on it').toEqual([pasta, join(pasta, 'midias')])
  },
)

test('a disk that never answers is asked once, and told as one that may not be written to', async () => {
  const pasta = pastaDoTeste()
  for (const nome of ['uploads', 'midias']) mkdirSync(join(pasta, nome))
  const { stat } = fs
  const midias = join(pasta, 'midias')
  const perguntado: unknown[] = []
  vi.spyOn(fs, 'stat').mockImplementation(((onde: string) => {
    perguntado.push(onde)
    return onde === midias ? new Promise(() => undefined) : stat(onde)
  }) as typeof stat)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const [ditos] = await Promise.all([lerDiscos(pasta), lerDiscos(pasta)])
  expect(ditos[1]).toEqual({ pasta: midias, livre: 0, total: 0, gravavel: false })
  expect(perguntado.filter((onde) => onde === midias)).toHaveLength(1)
})
