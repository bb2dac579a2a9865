import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { criarGravacao } from './gravacao.ts'

test('a failed write is reported and repeated, and later ones still reach the disk', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'gravacao-'))
  onTestFinished(() => rmSync(pasta, { recursive: true }))
  const dita = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => dita.mockRestore())
  const caminho = join(pasta, 'mundo.json')
  let mundo = 'um'
  const gravacao = criarGravacao(caminho, () => mundo, 1)
  await mkdir(`${caminho}.novo`) // stands in the way, as a full disk does
  gravacao.gravarDepois()
  await vi.waitFor(() => expect(dita).toHaveBeenCalledWith(expect.stringContaining(caminho), expect.any(Error)))
  mundo = 'dois'
  rmSync(`${caminho}.novo`, { recursive: true })
  await vi.waitFor(() => expect(readFileSync(caminho, 'utf8')).toBe('dois'), 20_000)
  mundo = 'três'
  await gravacao.fechar()
  expect(readFileSync(caminho, 'utf8')).toBe('três')
})
