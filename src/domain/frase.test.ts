import { describe, expect, test } from 'vitest'
import { ATALHO, preencherFrase } from './frase.ts'
import { EXEMPLOS, problemasDasVariaveis } from './modelo.ts'

describe('a phrase at hand', () => {
  test('is filled with a customer’s values; what has none stays, and is said', () => {
    expect(preencherFrase('Oi, {{ primeiro_nome }}! São {{valor}}. {{valor}}?', EXEMPLOS)).toEqual({
      conteudo: 'Oi, Marlene! São R$ 2.480,00. R$ 2.480,00?',
      faltam: [],
    })
    expect(
      preencherFrase('Pix {{pix}}, {{pix}} vence {{vencimento}}', { ...EXEMPLOS, pix: ' ', vencimento: '' }),
    ).toEqual({
      conteudo: 'Pix {{pix}}, {{pix}} vence {{vencimento}}',
      faltam: ['pix', 'vencimento'],
    })
  })

  test('speaks of no amount of whoever owes nothing, and of no delay of whoever has none', () => {
    const { faltam } = preencherFrase('{{valor}} {{numero}} {{dias_atraso}} {{nome}}', {
      ...EXEMPLOS,
      quantidade_contas: '0',
      dias_atraso: '0',
    })
    expect(faltam).toEqual(['valor', 'numero', 'dias_atraso'])
  })

  test.each([
    ['Olá, {{nome}}', []],
    ['Olá', []],
    ['{{fatura}}', [expect.stringMatching(/^A variável \{\{fatura\}\} não existe\./)]],
    ['{{nome', [expect.stringMatching(/^Há chaves soltas/)]],
  ])('%s', (texto, problemas) => {
    expect(problemasDasVariaveis(texto)).toEqual(problemas)
  })

  test.each([
    ['oi', true],
    ['2via', true],
    ['bom-dia_1', true],
    ['', false],
    ['Bom', false],
    ['olá', false],
    ['com espaço', false],
    ['-x', false],
    ['a'.repeat(31), false],
  ])('“%s” as a shortcut: %s', (atalho, vale) => {
    expect(ATALHO.test(atalho)).toBe(vale)
  })
})
