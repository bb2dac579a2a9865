import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pastaDoTeste } from '#test/pasta.ts'
import { aApagar, maisNova, nomeDaCopia } from './guardadas.ts'

const AGORA = new Date('2026-11-24T05:30:00Z')
const haDias = (dias: number, cifrada = false) => nomeDaCopia(new Date(AGORA.getTime() - dias * 86_400_000), cifrada)

test('the newest stay whatever their age, the young stay however many, and the rest go', () => {
  const nomes = [0, 1, 2, 29, 31, 40].map((dias) => haDias(dias))
  expect(aApagar(nomes, { quantas: 2, dias: 30 }, AGORA)).toEqual([haDias(31), haDias(40)])
  expect(aApagar(nomes, { quantas: 5, dias: 30 }, AGORA)).toEqual([haDias(40)])
  expect(aApagar(nomes.slice(4), { quantas: 7, dias: 30 }, AGORA)).toEqual([])
})

test('open and closed ones count together; what was cut short goes after a day; files of others are left alone', () => {
  const parcial = (dias: number) => `${haDias(dias)}.parcial`
  const nomes = [
    haDias(50, true),
    haDias(60),
    parcial(0),
    parcial(2),
    'fotos.tar',
    'cobranca.tar',
    'cobranca-antiga.zip',
  ]
  expect(aApagar(nomes, { quantas: 1, dias: 30 }, AGORA)).toEqual([haDias(60), parcial(2)])
})

test('the newest of a folder is a whole one, encrypted or not, and not of a clock that went ahead; of none there is none', async () => {
  const pasta = pastaDoTeste()
  const adiantada = pastaDoTeste()
  writeFileSync(join(adiantada, haDias(-365)), '')
  for (const nome of [haDias(2), haDias(1, true), haDias(-365), `${haDias(0)}.parcial`, 'fotos.tar'])
    writeFileSync(join(pasta, nome), '')
  expect(await maisNova(pasta, AGORA)).toBe(join(pasta, haDias(1, true)))
  expect(await maisNova(adiantada, AGORA)).toBe(join(adiantada, haDias(-365)))
  expect([await maisNova(pastaDoTeste(), AGORA), await maisNova(join(pasta, 'nenhuma'), AGORA)]).toEqual([null, null])
})
