import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const RAIZ = join(import.meta.dirname, '..')
const ler = (nome: string) => readFileSync(join(RAIZ, nome), 'utf8')

describe.each(['README.md', 'README.pt-BR.md'])('%s', (nome) => {
  const texto = ler(nome)

  test('leads only to files that there are', () => {
    const destinos = [...texto.matchAll(/(?:\]\(|src=")(?!https?:)([^)"#]+)/g)].map(([, destino]) => destino!)
    expect(destinos.length).toBeGreaterThan(5)
    expect(destinos.filter((destino) => !existsSync(join(RAIZ, dirname(nome), destino)))).toEqual([])
  })

  test('names only variables that the program reads', () => {
    const lidas = ler('src/server/config.ts') + ler('src/server/db/enderecos.ts')
    const ditas = new Set([...texto.matchAll(/\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b/g)].map(([, nome]) => nome!))
    expect([...ditas].filter((nome) => !lidas.includes(nome))).toEqual([])
  })

  test('is there in the other language too', () => {
    expect(texto.slice(0, 200)).toContain(nome === 'README.md' ? '(README.pt-BR.md)' : '(README.md)')
  })
})

test('every variable that a person may set is explained', () => {
  const lidas = [...ler('src/server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): z/gm)].map(([, nome]) => nome!)
  const docs = readdirSync(join(RAIZ, 'docs')).filter((nome) => nome.endsWith('.md'))
  const paginas = ['README.md', ...docs.map((nome) => `docs/${nome}`)].map(ler).join('\n')
  const caladas = lidas.filter((nome) => !new RegExp(`\\b${nome}\\b`).test(paginas))
  expect(lidas.length).toBeGreaterThan(40)
  // Set by npm start itself.
  expect(caladas).toEqual(['INICIADO_POR_NPM_START'])
})
