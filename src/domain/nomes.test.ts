import { expect, test } from 'vitest'
import { semelhanca } from './nomes.ts'

test.each([
  ['M A EXEMPLO', 'MARIA APARECIDA EXEMPLO', 0.6],
  ['MARIA APARE', 'MARIA APARECIDA EXEMPLO', 0.95],
  ['PADARIA', 'PADARIA EXEMPLO DO BAIRRO LTDA', 0.6],
  ['JOSE SILVA', 'José da Silva Teste', 1],
  ['SILVA JOSE', 'José da Silva Teste', 0.5],
  ['CAFE E PAO DE ACUCAR', 'CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', 1],
  ['BETA S/A', 'GAMA S.A.', 0],
  ['BETA S/A', 'Beta', 1],
  ['JOSE S A', 'JOSE', 0.6],
  ['JOSE S A LIMA', 'JOSE SOUZA ALVES LIMA', 0.7],
  ['BETA ME', 'GAMA ME', 0],
  ['JOSE/SILVA', 'JOSE SILVA', 1],
  ['LOJA 10', 'LOJA 20', 0.5],
  ['JOSE B', 'JOSE CARLOS', 0.5], // another initial
  ['JOSE CARLOS', 'JOSE C', 0.7],
  ['MAR SILVA', 'MARIA SILVA', 0.5], // only the last word is cut
  ['EXEMPL', 'EXEMPLO', 0], // no word is whole
  ['ANA ANA', 'ANA LIMA', 0.5],
  ['EXEMPLO', 'EXEMPLO', 1],
  ['SILVA LIMA EXEMPLO', 'LIMA EXEMPLO', 1],
  ['JOAO PEREIRA', 'JOSE DA SILVA', 0],
  ['', 'JOSE', 0],
])('"%s" looks like "%s": %d', (um, outro, quanto) => {
  expect(semelhanca(um, outro)).toBeCloseTo(quanto, 2)
})
