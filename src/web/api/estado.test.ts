import { expect, test, vi } from 'vitest'
import { criarEstado, criarSinal } from './estado.ts'

test('whoever listens is told of each other value, and of the same one again not', () => {
  const estado = criarEstado('a')
  const ouvinte = vi.fn(() => estado.ler())
  estado.ouvir(ouvinte)
  estado.trocar('a')
  estado.trocar('b')
  expect(ouvinte.mock.results.map(({ value }) => value)).toEqual(['b'])
})

test('who stopped listening is told nothing more, and the others still are', () => {
  const sinal = criarSinal<[string]>()
  const [um, outro] = [vi.fn(), vi.fn()]
  const parar = sinal.ouvir(um)
  sinal.ouvir(outro)
  parar()
  sinal.avisar('mensagem')
  expect(um).not.toHaveBeenCalled()
  expect(outro).toHaveBeenCalledExactlyOnceWith('mensagem')
})
