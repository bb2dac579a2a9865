import { expect, test } from 'vitest'
import { semelhanca } from './nomes.ts'

test.each([
  ['M A EXEMPLO', 'MARIA APARECIDA EXEMPLO', 0.6],
  ['MARIA APARE', 'MARIA APARECIDA EXEMPLO', 0.95],
  ['PADARIA', 'PADARIA EXEMPLO DO BAIRRO LTDA', 0.6],
  ['JOSE SILVA', 'José da Silva Teste', 1],
  ['SILVA JOSE', 'José da Silva Teste', 0.5],
  ['CAFE E PAO DE ACUCAR', 'CAFÉ & PÃO DE AÇÚCAR COMÉRCIO LTDA', 1],
  ['JOAO PEREIRA', 'JOSE DA SILVA', 0],
  ['', 'JOSE', 0],
])('"%s" looks like "%s": %d', (um, outro, quanto) => {
  expect(semelhanca(um, outro)).toBeCloseTo(quanto, 2)
})
