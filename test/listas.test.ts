import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = new URL('../src/', import.meta.url).pathname

const arquivosDe = (mundo: string) =>
  readdirSync(join(SRC, mundo), { recursive: true, encoding: 'utf8' })
    .filter((nome) => /\.tsx?$/.test(nome) && !/\.test\.ts$/.test(nome))
    .map((nome) => join(mundo, nome))

const chaveDe = (palavras: readonly string[]) => [...palavras].sort().join(' ')

/** Every list of words that the domain exports, keyed by its words. */
async function listasDoDominio() {
  const modulos = await Promise.all(
    arquivosDe('domain').map((arquivo) => import(join(SRC, arquivo)) as Promise<Record<string, unknown>>),
  )
  const listas = modulos
    .flatMap((modulo) => Object.entries(modulo))
    .filter((par): par is [string, string[]] => Array.isArray(par[1]) && par[1].every((um) => typeof um === 'string'))
  return new Map(listas.filter(([, palavras]) => palavras.length > 1).map(([nome, lista]) => [chaveDe(lista), nome]))
}

const PALAVRA = "'[\\w-]+'"
/** Matches `('a', 'b')` in SQL, `['a', 'b']`, and `'a' | 'b'` in a type. */
const FORMAS = [
  new RegExp(`[[(]\\s*(${PALAVRA}(?:,\\s*${PALAVRA})+),?\\s*[\\])]`, 'g'),
  new RegExp(`(${PALAVRA}(?:\\s*\\|\\s*${PALAVRA})+)`, 'g'),
]

test('a list of words that the domain has is written out nowhere else', async () => {
  const listas = await listasDoDominio()
  expect(listas.size).toBeGreaterThan(60)
  const repetidas = ['server', 'web', 'contract'].flatMap(arquivosDe).flatMap((arquivo) => {
    const codigo = readFileSync(join(SRC, arquivo), 'utf8')
    return FORMAS.flatMap((forma) => [...codigo.matchAll(forma)]).flatMap(([, escrita]) => {
      const nome = listas.get(chaveDe(escrita!.match(/[\w-]+/g)!))
      return nome ? [`${arquivo}: ${escrita} is ${nome}`] : []
    })
  })
  expect(repetidas).toEqual([])
})
