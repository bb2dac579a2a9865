import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pastaDoTeste } from '#test/pasta.ts'
import { gravarArquivo, inteiro, lerArquivo, type Manifesto } from './arquivo.ts'

const EM = new Date('2026-11-24T05:30:00Z')
const MANIFESTO: Manifesto = {
  formato: 1,
  feita_em: EM.toISOString(),
  postgres: '18.4',
  identidade: null,
  chave: '00000000',
  migracoes: [],
  tabelas: [],
}
/** Of sizes about the blocks of the archive and the chunks of the cipher. */
const TAMANHOS = [0, 1, 511, 512, 513, 2 ** 20 - 600, 2 ** 20, 3 * 2 ** 20 + 7]
const conteudos = TAMANHOS.map((tamanho) => randomBytes(tamanho))

async function gravar(senha: string | null, caminho = join(pastaDoTeste(), 'copia.tar')) {
  await gravarArquivo(caminho, senha, EM, async (arquivo) => {
    await arquivo.manifesto(MANIFESTO)
    for (const [i, bytes] of conteudos.entries()) await arquivo.membro(`arquivos/${i}`, bytes.length, [bytes])
    return { linhas: {}, sequencias: [], arquivos: conteudos.length }
  })
  return caminho
}

async function ler(caminho: string, senha: string | null) {
  const lidos: Buffer[] = []
  const { conferencia } = await lerArquivo(caminho, senha, async (membro) => void lidos.push(await inteiro(membro)))
  return { lidos, conferencia }
}

test.each([[null], ['uma chave compridíssima']])('what is written comes back (password: %s)', async (senha) => {
  const caminho = await gravar(senha)
  // Another system may type the same accents in two pieces.
  const { lidos, conferencia } = await ler(caminho, senha?.normalize('NFD') ?? null)
  expect(lidos.every((bytes, i) => bytes.equals(conteudos[i]!))).toBe(true)
  expect(conferencia).toMatchObject({ arquivos: TAMANHOS.length, membros: TAMANHOS.length + 1 })
  expect([readdirSync(join(caminho, '..')), statSync(caminho).mode & 0o777]).toEqual([['copia.tar'], 0o600])
})

test('an open copy is what every tar and sha256sum understand', async () => {
  const caminho = await gravar(null)
  const pasta = pastaDoTeste()
  expect(spawnSync('tar', ['-xf', caminho, '-C', pasta]).status).toBe(0)
  expect(readFileSync(join(pasta, 'arquivos', '7')).equals(conteudos[7]!)).toBe(true)
  expect(spawnSync('sha256sum', ['--check', '--quiet', 'somas/000001.sha256'], { cwd: pasta }).status).toBe(0)
})

const INTEIRO = 2 ** 20 + 16

// Opening an encrypted copy derives its key, slow by design: few cases, each for another sentence.
test.each([
  [null, [600, 2_000, 2 ** 20 + 9_000, 3 * 2 ** 20], [100, 512, 70_000, 2 ** 20 + 57]],
  ['uma chave comprida de verdade', [30, 41 + 2 * INTEIRO], [41 + INTEIRO, 41 + 2 * INTEIRO + 99]],
])(
  'a changed byte, a cut and what comes after the end are refused with a sentence (password: %s)',
  async (senha, mudados, cortes) => {
    const caminho = await gravar(senha)
    const inteira = readFileSync(caminho)
    const estragar = async (bytes: Buffer) => {
      writeFileSync(caminho, bytes)
      await expect(ler(caminho, senha)).rejects.toThrow(/estragad|incompleta/)
    }
    for (const onde of mudados) {
      const mudada = Buffer.from(inteira)
      mudada[onde]! ^= 1
      await estragar(mudada)
    }
    for (const ate of cortes) await estragar(inteira.subarray(0, ate))
    if (senha) await estragar(Buffer.concat([inteira, Buffer.from('a')]))
  },
)

test('a closed copy says nothing to whoever has another key, or none', async () => {
  const caminho = await gravar('uma chave comprida de verdade')
  expect(readFileSync(caminho).includes('manifesto')).toBe(false)
  await expect(ler(caminho, 'outra chave comprida qualquer')).rejects.toThrow(/não abre com esta BACKUP_KEY/)
  await expect(ler(caminho, null)).rejects.toThrow(/defina BACKUP_KEY/)
})

test('what fails half-way leaves no file', async () => {
  const pasta = pastaDoTeste()
  const falha = gravarArquivo(join(pasta, 'copia.tar'), null, EM, async (arquivo) => {
    await arquivo.manifesto(MANIFESTO)
    await arquivo.membro('arquivos/1', 10, [Buffer.alloc(9)])
    return { linhas: {}, sequencias: [], arquivos: 1 }
  })
  await expect(falha).rejects.toThrow('9 bytes came where 10 were said')
  expect(readdirSync(pasta)).toEqual([])
})
