import { describe, expect, test } from 'vitest'
import { EXEMPLOS, posicional, precisaAprovacao, problemasDoTexto, TIPOS_MODELO, variaveisDe } from './modelo.ts'
import { MODELOS_PADRAO } from './modelos-padrao.ts'

describe('problemasDoTexto', () => {
  test.each([
    ['a plain text', 'Olá, {{nome}}! Sua conta vence amanhã, por favor confira.', true, 0],
    ['a variable with spaces inside', 'Olá, {{ nome }}! Sua conta vence amanhã.', true, 0],
    ['an unknown variable', 'Olá {{nao_existe}}, tudo bem?', true, 1],
    ['a positional variable', 'Olá {{1}}, tudo bem com você?', true, 1],
    ['a variable of Object', 'Olá {{constructor}}, tudo bem com você?', true, 1],
    ['loose braces', 'Olá {{nome, tudo bem?', true, 1],
    ['an empty text', '  \n ', true, 1],
    ['1,025 characters', 'a'.repeat(1025), true, 1],
    ['1,024 characters', 'a'.repeat(1024), true, 0],
    ['a variable at the start', '{{nome}}, sua conta vence amanhã.', true, 1],
    ['a variable at the end', 'Sua conta vence amanhã, {{nome}} ', true, 1],
    ['variables side by side', 'Olá, tudo bem com você, {{nome}} {{valor}} vence hoje', true, 1],
    ['too many variables for its words', 'Oi {{nome}}, pague {{valor}} já', true, 1],
    ['a tab', 'Olá,\tsua conta vence amanhã', true, 1],
    ['five spaces', 'Olá,     sua conta vence amanhã', true, 1],
    ['two blank lines', 'Olá.\n\n\nSua conta vence amanhã', true, 1],
    ['one blank line', 'Olá.\n\nSua conta vence amanhã', true, 0],
    ['free text may start with a variable', '{{nome}}, respondemos logo.', false, 0],
    ['free text knows the same variables', '{{apelido}}, respondemos logo.', false, 1],
    ['values that do not fit', `Olá {{nome}}, ${'palavra '.repeat(125)}fim`, true, 1],
  ])('%s', (_, texto, aprovacao, quantos) => {
    expect(problemasDoTexto(texto, aprovacao)).toHaveLength(quantos)
  })

  test('every default text passes', () => {
    for (const tipo of TIPOS_MODELO) {
      expect(problemasDoTexto(MODELOS_PADRAO[tipo].texto, precisaAprovacao(tipo)), tipo).toEqual([])
      expect(MODELOS_PADRAO[tipo].texto).toContain('{{empresa}}')
      expect(MODELOS_PADRAO[tipo].texto, 'a number may be 1').not.toMatch(
        /\{\{(dias_atraso|quantidade_contas)\}\} \p{L}/u,
      )
    }
  })
})

test('a text of the régua stays true on the day after: it names the due day, and says neither "today" nor "soon"', () => {
  for (const tipo of ['lembrete', 'vencimento', 'atraso', 'parcela'] as const) {
    expect(MODELOS_PADRAO[tipo].texto, tipo).toContain('{{vencimento}}')
    expect(MODELOS_PADRAO[tipo].texto, tipo).not.toMatch(/venc\S* (hoje|amanhã|próximo)/)
  }
})

test('posicional numbers each occurrence, with its example', () => {
  expect(posicional('Olá, {{nome}}: {{valor}} da {{ nome }}.')).toEqual({
    texto: 'Olá, {{1}}: {{2}} da {{3}}.',
    exemplos: [EXEMPLOS.nome, EXEMPLOS.valor, EXEMPLOS.nome],
  })
  expect(variaveisDe('Olá, {{nome}}: {{valor}} da {{ nome }}.')).toEqual(['nome', 'valor'])
})
