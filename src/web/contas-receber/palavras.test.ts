import { expect, test } from 'vitest'
import { nomeEntre } from './palavras.ts'

const NOTA = { numero: '15965', origem: 'nfe', chave_nfe: '3'.repeat(44), negociacao_id: null, parcelas: 2 } as const
const nomeDe = nomeEntre([{ ...NOTA, id: 1, parcela: '001' }])

test('an account is called as its list calls it, and so is another parcel of its note', () => {
  expect(nomeDe({ id: 1, numero: '15965', parcela: '001' })).toBe('NF-e 15.965 · 1/2')
  expect(nomeDe({ id: 2, numero: '15965', parcela: '002' })).toBe('NF-e 15.965 · 2/2')
})

test('one of which nothing else is known is called by number and parcel', () => {
  expect(nomeDe({ id: 3, numero: '16001', parcela: '002' })).toBe('16001/002')
  expect(nomeDe({ id: 4, numero: 'T-7' })).toBe('T-7')
})
