import { expect, test } from 'vitest'
import { soOMudado } from './seguir.ts'

test('of a form only what was changed is sent: a colleague may have saved the rest meanwhile', () => {
  const salvos = { prazo: 7, perdao: null, empresa: { cnpj: '1', telefone: null }, dias: [1, 2], pix: { chave: 'a' } }
  const escritos = { prazo: 7, perdao: 20, empresa: { cnpj: '1', telefone: '9' }, dias: [1], pix: null }
  expect(soOMudado<object>(salvos, escritos)).toEqual({ perdao: 20, empresa: { telefone: '9' }, dias: [1], pix: null })
})
