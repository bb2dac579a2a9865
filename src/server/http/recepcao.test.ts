import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HORA_MS } from '#domain/data.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import { limparRecepcao, lugarDeChegada } from './recepcao.ts'

test('a file that waits for its turn for hours, or over a jump of the clock, stays; one that a crash left goes', async () => {
  const pastaDados = pastaDoTeste()
  const haDuasHoras = new Date(Date.now() - 2 * HORA_MS)
  const deixar = async (caminho: string) => {
    await writeFile(caminho, 'x')
    await utimes(caminho, haDuasHoras, haDuasHoras)
  }
  const { caminho, apagar } = await lugarDeChegada(pastaDados)
  const esquecido = join(caminho, '..', 'esquecido')
  await deixar(caminho)
  await deixar(esquecido)
  await limparRecepcao(pastaDados)
  expect([existsSync(caminho), existsSync(esquecido)]).toEqual([true, false])
  await apagar()
  expect(existsSync(caminho)).toBe(false)
  await deixar(caminho) // by whoever was here before us
  await limparRecepcao(pastaDados)
  expect(existsSync(caminho)).toBe(false)
})
