import { expect, test } from 'vitest'
import { pedeVerificacao } from './conversa.ts'
import { respostaDaVerificacao } from './verificacao.ts'

test.each([
  ['VERIFICAR', true],
  [' verificar! ', true],
  ['Verificar?', true],
  ['quero verificar', false],
  ['verificar o boleto', false],
  ['', false],
])('%s asks who writes: %s', (texto, sim) => {
  expect(pedeVerificacao(texto)).toBe(sim)
})

test('says who the company is and whether it wrote; a customer is given the address of their page as well', () => {
  const empresa = { nome: 'Serra Azul', cnpj: '11222333000181', telefone: '+551133334444' }
  const pagina = 'https://x.br/verificar'
  expect(respostaDaVerificacao({ empresa, escreveuEm: '2026-11-20', link: 'https://x.br/c/1', pagina })).toBe(
    'Aqui é a Serra Azul, CNPJ 11.222.333/0001-81. Nosso telefone oficial é (11) 3333-4444. Sim, nós escrevemos para este número: a última vez foi em 20/11/2026. A sua página é https://x.br/c/1. Confira também em https://x.br/verificar.',
  )
  const nada = { nome: 'Serra Azul', cnpj: null, telefone: null }
  expect(respostaDaVerificacao({ empresa: nada, escreveuEm: null, link: null, pagina })).toBe(
    'Aqui é a Serra Azul. Nós não escrevemos para este número. Se recebeu algo em nosso nome, não pague e ligue para nós. Confira também em https://x.br/verificar.',
  )
})
