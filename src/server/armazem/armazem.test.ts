import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs, { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { armazemEmPasta } from './armazem.ts'

let pasta: string
let feito: string[]
beforeEach(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'cobranca-armazem-'))
  feito = []
  const aberta = await open(pasta, 'r')
  const prototipo = Object.getPrototypeOf(aberta)
  await aberta.close()
  const { sync } = prototipo
  vi.spyOn(prototipo, 'sync').mockImplementation(async function (this: FileHandle) {
    feito.push((await this.stat()).isDirectory() ? 'folder' : 'bytes')
    return sync.call(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(pasta, { recursive: true, force: true })
})

/** The first rename fails as between two disks, where `outroDisco`. */
function anotarNomes(outroDisco: boolean) {
  const { rename } = fs
  let vezes = 0
  vi.spyOn(fs, 'rename').mockImplementation(async (de, para) => {
    vezes += 1
    if (outroDisco && vezes === 1) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' })
    feito.push('name')
    return rename(de, para)
  })
  syncBuiltinESMExports()
}

test.skipIf(process.platform === 'win32').for([false, true])(
  'what is kept is on the disk, and then its name, before anybody relies on it; from another disk: %s',
  async (outroDisco) => {
    anotarNomes(outroDisco)
    const armazem = armazemEmPasta(join(pasta, 'dados', 'empresa', 'midias'))
    writeFileSync(join(pasta, 'chegou'), 'bytes')
    await armazem.guardar('a', join(pasta, 'chegou'))
    expect(feito.slice(-3)).toEqual(['bytes', 'name', 'folder'])
    expect(feito.slice(0, 4)).toEqual(['folder', 'folder', 'folder', 'bytes']) // each of the three is new
    expect(readFileSync(join(pasta, 'dados', 'empresa', 'midias', 'a'), 'utf8')).toBe('bytes')
  },
)

test('a folder that is a disk of its own has more in it than files, and they alone are listed', async () => {
  mkdirSync(join(pasta, 'lost+found'))
  writeFileSync(join(pasta, 'a'), 'bytes')
  const listados: string[] = []
  for await (const { nome } of armazemEmPasta(pasta).listar()) listados.push(nome)
  expect(listados).toEqual(['a'])
})
