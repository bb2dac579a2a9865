import { expect, test } from 'vitest'
import type { Movimento } from '#contract/conciliacao.ts'
import { comSinal, situacaoDe } from './palavras.ts'

const um = (parte: Partial<Movimento>) =>
  ({ tipo: 'credito', situacao: 'novo', saiu: false, valor: 50, ...parte }) as Movimento

test('only what left the account is below zero, whatever kind it is', () => {
  expect(comSinal(um({}))).toBe(50)
  expect(comSinal(um({ tipo: 'outro', situacao: 'ignorado' }))).toBe(50)
  expect(comSinal(um({ tipo: 'outro', situacao: 'ignorado', saiu: true }))).toBe(-50)
  expect(comSinal(um({ tipo: 'devolucao', saiu: true }))).toBe(-50)
})

test('what only a person said to have gone back is told from what the bank proved', () => {
  expect(situacaoDe(um({ situacao: 'devolvido', sem_prova: 50 }))?.rotulo).toBe('Sem prova')
  expect(situacaoDe(um({ situacao: 'devolvido', sem_prova: 0 }))?.rotulo).toBe('Devolvido')
})

test('a refund that took nothing back yet waits: it is no money that nobody owns', () => {
  expect(situacaoDe(um({ tipo: 'devolucao', saiu: true }))?.rotulo).toBe('À espera')
})

test('a fee is not said to be ignored, as a credit is that a person ignored', () => {
  expect(situacaoDe(um({ tipo: 'tarifa', situacao: 'ignorado' }))).toBeUndefined()
  expect(situacaoDe(um({ situacao: 'ignorado' }))?.rotulo).toBe('Ignorado')
})
