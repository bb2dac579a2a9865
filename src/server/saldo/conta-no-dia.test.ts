import { expect, test } from 'vitest'
import { contaDoModelo } from './conta-no-dia.ts'

test('an instalment is called by its agreement, any other account by its own number', () => {
  const conta = {
    ...{ numero: 'NF 1001', parcela: '1/3', valor_centavos: 3913, pago_centavos: 0, linha_digitavel: null },
    ...{ vencimento: '2026-11-30', vencimento_util: '2026-11-30', acordo_id: null },
  }
  const dita = (outra: object) => {
    const taxas = { multaCentesimos: 200, jurosMesCentesimos: 100 }
    const { numero, parcela } = contaDoModelo({ ...conta, ...outra }, '2026-11-24', taxas)
    return { numero, parcela }
  }
  expect(dita({})).toEqual({ numero: 'NF 1001', parcela: '1/3' })
  expect(dita({ acordo_id: 1204 })).toEqual({ numero: 'Acordo 1.204 · 1/3', parcela: null })
  expect(dita({ acordo_id: 2, parcela: 'entrada' })).toEqual({ numero: 'Acordo 2 · entrada', parcela: null })
})
