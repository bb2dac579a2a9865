import { expect, test } from 'vitest'
import { inteira } from './inteira.ts'

test('an amount, a number and its unit, and the kind of a note are not broken over two lines; the rest of a sentence is', () => {
  expect(inteira('R$ 1.234,56 de R$ 80,00 em 3 dias, com 2,5 % ao mês')).toBe(
    'R$\u00A01.234,56 de R$\u00A080,00 em 3\u00A0dias, com 2,5\u00A0% ao mês',
  )
  expect(inteira('O arquivo tem 30 MB; até 20 MB por vez. Tente em 5 min.')).toBe(
    'O arquivo tem 30\u00A0MB; até 20\u00A0MB por vez. Tente em 5\u00A0min.',
  )
  expect(inteira('Às 10 horas de 3 de maio, 2 minúcias e 4 mensagens')).toBe(
    'Às 10\u00A0horas de 3 de maio, 2 minúcias e 4 mensagens',
  )
  expect(inteira('É o valor da NF-e 1.204 e da NFS-e 7, não de uma NF-exemplo')).toBe(
    'É o valor da NF-\u2060e 1.204 e da NFS-\u2060e 7, não de uma NF-exemplo',
  )
})
