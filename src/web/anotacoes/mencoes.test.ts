import { describe, expect, test } from 'vitest'
import { emPartes, mencaoEmCurso, mencionadosEm, podeSer } from './mencoes.ts'

const ANA = { name: 'Ana' }
const ANA_LIMA = { name: 'Ana Lima' }

describe('a mention', () => {
  test.each([
    ['@', 1, { de: 0, escrito: '' }],
    ['veja @Ana L', 11, { de: 5, escrito: 'Ana L' }],
    ['veja @Ana', 7, { de: 5, escrito: 'A' }],
    ['ana@exemplo', 11, null],
    ['@Ana\n', 5, null],
    ['oi', 2, null],
  ])('being written in “%s” at %i', (texto, cursor, esperada) => {
    expect(mencaoEmCurso(texto, cursor)).toEqual(esperada)
  })

  test.each([
    ['Ana Lima', 'ana', true],
    ['Ana Lima', 'Ana ', true],
    ['Ana Lima', 'Ana Lima', true],
    ['Ana Lima', 'Ana Lima ', false],
    ['Ana Lima', 'Ana Lima viu', false],
  ])('may be %s while “%s” is written: %s', (nome, escrito, sim) => {
    expect(podeSer(nome, escrito)).toBe(sim)
  })

  test('is of the longer name where one begins like another', () => {
    expect(mencionadosEm('@Ana Lima, veja', [ANA, ANA_LIMA])).toEqual([ANA_LIMA])
    expect(mencionadosEm('@Ana Lima e @Ana', [ANA, ANA_LIMA])).toEqual([ANA_LIMA, ANA])
    expect(mencionadosEm('Ana', [ANA])).toEqual([])
  })

  test('stands apart in the text', () => {
    expect(emPartes('Oi @Ana Lima, e @Ana?', [ANA, ANA_LIMA])).toEqual([
      { texto: 'Oi ', mencao: false },
      { texto: '@Ana Lima', mencao: true },
      { texto: ', e ', mencao: false },
      { texto: '@Ana', mencao: true },
      { texto: '?', mencao: false },
    ])
    expect(emPartes('Custa R$ 1 (ok)', [{ name: 'A (b)' }])).toEqual([{ texto: 'Custa R$ 1 (ok)', mencao: false }])
  })
})
