import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import fs, { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { gravarInteiro, renomear } from './arquivo-inteiro.ts'
import { segredoDaPasta } from './segredo-da-pasta.ts'

let pasta: string
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'cobranca-segredo-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(pasta, { recursive: true, force: true })
})

const VINTE = Array.from({ length: 20 }, (_, i) => `segredo ${i}`)

test('programs that start together on one folder use one secret, and leave nothing else behind', async () => {
  const tomados = await Promise.all(VINTE.map((segredo) => segredoDaPasta(pasta, 'chave-secreta', () => segredo)))
  expect(new Set(tomados)).toEqual(new Set([readFileSync(join(pasta, 'chave-secreta'), 'utf8').trim()]))
  expect(await segredoDaPasta(pasta, 'chave-secreta', () => 'outro')).toBe(tomados[0])
  expect(readdirSync(pasta)).toEqual(['chave-secreta'])
  if (process.platform !== 'win32') expect(statSync(join(pasta, 'chave-secreta')).mode & 0o777).toBe(0o600)
})

test('files written at the same time are complete: the content of one writer', async () => {
  const arquivo = join(pasta, 'primeiro-inicio')
  await Promise.all(VINTE.map((texto) => gravarInteiro(arquivo, texto)))
  expect(VINTE).toContain(readFileSync(arquivo, 'utf8').trim())
  expect(readdirSync(pasta)).toEqual(['primeiro-inicio'])
})

test.skipIf(process.platform === 'win32')(
  'their folder is on the disk, with their names, before anything relies on them',
  async () => {
    const aberta = await open(pasta, 'r')
    const firmadas: string[] = []
    const { sync } = Object.getPrototypeOf(aberta)
    vi.spyOn(Object.getPrototypeOf(aberta), 'sync').mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory())
        firmadas.push(
          readdirSync(pasta)
            .filter((nome) => !nome.endsWith('.novo'))
            .join(),
        )
      return sync.call(this)
    })
    await aberta.close()
    await segredoDaPasta(pasta, 'chave-secreta', () => 'um')
    await gravarInteiro(join(pasta, 'chave-secreta.nova'), 'outro')
    await renomear(join(pasta, 'chave-secreta.nova'), join(pasta, 'chave-secreta'))
    expect(firmadas).toEqual(['chave-secreta', 'chave-secreta,chave-secreta.nova', 'chave-secreta'])
  },
)

test.skipIf(process.platform === 'win32')('a folder that only takes files is written to all the same', async () => {
  const abrir = fs.open
  vi.spyOn(fs, 'open').mockImplementation((caminho, ...como) =>
    caminho === pasta ? Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })) : abrir(caminho, ...como),
  )
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  expect(await segredoDaPasta(pasta, 'chave-secreta', () => 'um')).toBe('um')
  expect(readdirSync(pasta)).toEqual(['chave-secreta'])
})

test.skipIf(process.platform === 'win32')('where the disk fails it is said, and what is written stays', async () => {
  const aberta = await open(pasta, 'r')
  let vezes = 0
  const { sync } = Object.getPrototypeOf(aberta)
  vi.spyOn(Object.getPrototypeOf(aberta), 'sync').mockImplementation(async function (this: FileHandle) {
    if (!(await this.stat()).isDirectory()) return sync.call(this)
    vezes += 1
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  })
  await aberta.close()
  await expect(segredoDaPasta(pasta, 'chave-secreta', () => 'um')).rejects.toThrow('EIO')
  expect(vezes).toBe(1) // no second way is tried, as where there are no links
  expect(await segredoDaPasta(pasta, 'chave-secreta', () => 'outro')).toBe('um')
})
