import { expect, test } from 'vitest'
import { percorrerPorId } from './pagina.ts'

/** Ids from 1 to n, as a table would give them. */
const tabela = (n: number) => async (antesDe: number, limite: number) =>
  Array.from({ length: n }, (_, i) => ({ id: n - i }))
    .filter(({ id }) => id < antesDe)
    .slice(0, limite)

test.each([0, 1, 999, 1_000, 1_001, 2_500])(
  'a list of %i is walked whole, once and in order, a thousand at a time',
  async (n) => {
    const porcoes: { id: number }[][] = []
    for await (const porcao of percorrerPorId(tabela(n))) porcoes.push(porcao)
    expect(porcoes.flat().map(({ id }) => id)).toEqual(Array.from({ length: n }, (_, i) => n - i))
    expect(porcoes.every(({ length }) => length > 0 && length <= 1_000)).toBe(true)
  },
)
