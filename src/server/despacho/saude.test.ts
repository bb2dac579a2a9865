import { expect, test } from 'vitest'
import { Saude } from './saude.ts'

const AGORA = new Date('2026-11-24T13:00:00.000Z')

test('opens more only as answers come and no place is free', () => {
  const saude = new Saude(100)
  expect(saude.abertas).toBe(10)
  for (let i = 0; i < 50; i += 1) saude.respondeu(false)
  expect(saude.abertas).toBe(10)
  for (let i = 0; i < 200; i += 1) saude.respondeu(true)
  expect(saude.abertas).toBe(100)
})

test('after three without an answer, sends one at a time with growing pauses until one is answered', () => {
  const saude = new Saude(100)
  const falhar = (sonda: boolean) => saude.falhou('sem_resposta', null, sonda, AGORA)
  expect([falhar(false), falhar(false)]).toEqual([0, 0])
  expect([saude.sondando, saude.falhas]).toEqual([false, null])
  expect(falhar(false)).toBe(1)
  expect([saude.sondando, saude.abertas]).toEqual([true, 1])
  expect([falhar(false), falhar(false)]).toEqual([0, 0]) // those that were on their way
  expect(Array.from({ length: 7 }, () => falhar(true))).toEqual([2, 4, 8, 16, 30, 30, 30])
  expect(saude.falhas).toEqual({ tipo: 'sem_resposta', desde: AGORA, detalhe: null, sondas: 7 })
  saude.respondeu(true)
  expect([saude.sondando, saude.abertas, saude.falhas]).toEqual([false, 10, null])
})

test('goes on where another left off', () => {
  const saude = new Saude(100).retomar({ tipo: 'sem_conexao', desde: AGORA, detalhe: null, sondas: 2 })
  expect([saude.abertas, saude.falhou('sem_conexao', null, true, AGORA)]).toEqual([1, 8])
})

test('an answer in between resets the count; a temporary refusal by Meta is shown and follows Meta’s own rules', () => {
  const saude = new Saude(100)
  for (let i = 0; i < 2; i += 1) saude.falhou('sem_resposta', null, false, AGORA)
  saude.respondeu(false)
  for (let i = 0; i < 2; i += 1) saude.falhou('sem_resposta', null, false, AGORA)
  expect(saude.sondando).toBe(false)
  expect(saude.falhou('recusa', 'fora do ar', false, AGORA)).toBe(0)
  expect([saude.abertas, saude.falhas?.tipo]).toEqual([10, 'recusa'])
})

test('a refusal by which Meta holds everything for long is shown at once, a short one is not', () => {
  const curta = new Saude(100)
  expect(curta.falhou('recusa', 'demais', false, AGORA, { segundos: 2, alcance: 'numero' })).toBe(2)
  expect(curta.falhas).toBeNull()
  const longa = new Saude(100)
  longa.falhou('recusa', 'demais', false, AGORA, { segundos: 3600, alcance: 'numero' })
  expect(longa.falhas).toMatchObject({ tipo: 'recusa', desde: AGORA })
  longa.respondeu(false)
  expect(longa.falhas).toBeNull()
})

test('a service of Meta’s that fails holds everything once it failed three times in a row, and never for a message alone', () => {
  const saude = new Saude(100)
  const falhar = () => saude.falhou('recusa', 'indisponível', false, AGORA, { segundos: 300, alcance: 'servico' })
  expect([falhar(), falhar()]).toEqual([0, 0])
  saude.respondeu(false)
  expect([falhar(), falhar(), falhar(), falhar()]).toEqual([0, 0, 300, 300])
  saude.respondeu(false)
  const deUm = { segundos: 64, alcance: 'cliente' } as const
  expect([1, 2, 3, 4].map(() => saude.falhou('recusa', null, false, AGORA, deUm))).toEqual([0, 0, 0, 0])
})

test('refusals of successive turns count as consecutive, and another node’s success resets them', () => {
  const saude = new Saude(100)
  for (let turno = 0; turno < 3; turno += 1) {
    expect(saude.falhas).toBeNull()
    saude.retomar(null).falhou('recusa', 'fora do ar', false, new Date(AGORA.getTime() + turno * 15_000))
  }
  expect(saude.falhas).toMatchObject({ tipo: 'recusa', desde: AGORA })
  expect(saude.retomar(null).falhas).toBeNull()
  saude.falhou('recusa', null, false, AGORA)
  expect(saude.falhas).toBeNull()
})
