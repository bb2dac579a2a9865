import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: plain JavaScript, which copies and edits the program
import { TODAS } from './mutacoes.mjs'

interface Falha {
  nome: string
  edicoes: readonly [arquivo: string, de: string, para: string][]
  testes?: readonly string[]
}
const FALHAS: readonly Falha[] = TODAS

const RAIZ = join(import.meta.dirname, '..')

// A fault that no longer applies would go unnoticed, because the mutation tests are not part of npm test.
test('each deliberate fault still finds its place once, changes it, and names tests that are there', () => {
  const problemas = FALHAS.flatMap(({ nome, edicoes, testes = [] }) => {
    const textos = new Map<string, string>()
    const perdidas = edicoes.flatMap(([arquivo, de, para]) => {
      const texto = textos.get(arquivo) ?? readFileSync(join(RAIZ, arquivo), 'utf8')
      textos.set(
        arquivo,
        texto.replace(de, () => para),
      )
      return de !== para && texto.split(de).length === 2 ? [] : [`${nome}: ${arquivo}: not found once: ${de}`]
    })
    const faltam = testes.filter((um) => !existsSync(join(RAIZ, um)))
    return [...perdidas, ...faltam.map((um) => `${nome}: no test ${um}`)]
  })
  expect(problemas).toEqual([])
  expect(FALHAS.length).toBeGreaterThan(50)
})
