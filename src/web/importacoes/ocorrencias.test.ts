import { expect, test } from 'vitest'
import { agruparOcorrencias, dicaDe, tituloDe } from './ocorrencias.ts'

const aviso = (mensagem: string) => ({ arquivo: 'a.xml', chave_nfe: null, mensagem })

test('what is said alike of several notes is said once, and what is said of one comes first', () => {
  const grupos = agruparOcorrencias([
    aviso('NF-e 1: cliente só com telefone fixo.'),
    aviso('NF-e 2: cliente só com telefone fixo.'),
    aviso('NF-e 3: as parcelas somam R$ 999,99.'),
  ])
  expect(grupos.map(({ frase, itens }) => [frase, itens.length])).toEqual([
    ['NF-e 3: as parcelas somam R$ 999,99.', 1],
    ['cliente só com telefone fixo.', 2],
  ])
})

test('a note is named by its notice, with what it says of itself', () => {
  expect(tituloDe('NF-e 18511: sem vencimento.')).toBe('NF-e 18.511')
  expect(tituloDe('O arquivo traz um DOCTYPE.')).toBe('')
  expect(dicaDe('NF-e 3: sem vencimento. A nota diz: "Boleto em 28 dias".')).toBe('"Boleto em 28 dias"')
})
