import { expect, test } from 'vitest'
import { lerRascunho, novaFaixa, rascunhoDe } from './rascunho.ts'

const POLITICA = {
  ativa: true,
  faixas: [
    {
      de_dias: 1,
      ate_dias: 30,
      desconto_encargos: 100,
      desconto_principal: 7.5,
      entrada_minima: 20,
      parcelas_max: 6,
      parcela_minima: 50,
    },
  ],
  segundo_acordo_entrada: 33.33,
  versao: 1,
  desde: null,
  autor: null,
}

test('what is shown is what is written', () => {
  const { ativa, faixas, segundo_acordo_entrada } = POLITICA
  expect(lerRascunho(rascunhoDe(POLITICA))).toEqual({ corpo: { ativa, faixas, segundo_acordo_entrada }, erros: {} })
})

test('what is no number is said by its field, and nothing is asked of the server', () => {
  const rascunho = rascunhoDe(POLITICA)
  const [faixa] = rascunho.faixas
  const lido = lerRascunho({
    ...rascunho,
    segundo_acordo_entrada: '101',
    faixas: [{ ...faixa!, de_dias: '', desconto_principal: 'dez', parcela_minima: '1,2,3' }],
  })
  expect(lido.corpo).toBeNull()
  expect(Object.keys(lido.erros)).toEqual([
    'faixas.0.de_dias',
    'faixas.0.desconto_principal',
    'faixas.0.parcela_minima',
    'segundo_acordo_entrada',
  ])
})

test('a new band begins where the last ends', () => {
  const { faixas } = rascunhoDe(POLITICA)
  expect(novaFaixa(faixas)).toMatchObject({ chave: 1, de_dias: '31', ate_dias: '', desconto_principal: '7,5' })
  expect(novaFaixa([])).toMatchObject({ chave: 0, de_dias: '1', ate_dias: '30' })
})
