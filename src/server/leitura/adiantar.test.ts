import { expect, test } from 'vitest'
import { adiantar } from './adiantar.ts'

async function* numeros(ate: number) {
  for (let n = 0; n < ate; n++) yield n
}

test('results come in order, with no more started than requested ahead', async () => {
  const portas = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const iniciados: number[] = []
  const feitos = adiantar(numeros(6), 2, async (n) => {
    iniciados.push(n)
    await portas[n]!.promise
    return n * 10
  })
  const primeiro = feitos.next()
  for (const porta of portas.toReversed()) porta.resolve()
  expect((await primeiro).value).toBe(0)
  expect(iniciados).toEqual([0, 1, 2])
  const resto: number[] = []
  for await (const um of feitos) resto.push(um)
  expect(resto).toEqual([10, 20, 30, 40, 50])
})

test('a failure is reported in its turn, after earlier results, and ends it', async () => {
  const vistos: number[] = []
  const tudo = async () => {
    const feitos = adiantar(numeros(9), 3, async (n) => {
      if (n === 2) throw new Error('two')
      return n
    })
    for await (const um of feitos) vistos.push(um)
  }
  await expect(tudo()).rejects.toThrow('two')
  expect(vistos).toEqual([0, 1])
})
