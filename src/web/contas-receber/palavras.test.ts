import { expect, test } from 'vitest'
import { jaPago, nomeEntre, quandoVence, queDiaE, valeDe } from './palavras.ts'

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

test.each([
  [{ status: 'vencida', dias_atraso: 1, pago_em: null }, 'venceu 14/10/2026 · 1 dia'],
  [{ status: 'em_aberto', dias_atraso: 0, pago_em: null }, 'vence 14/10/2026'],
  [{ status: 'paga', dias_atraso: 0, pago_em: '2026-12-01' }, 'paga em 01/12/2026'],
  [{ status: 'cancelada', dias_atraso: 0, pago_em: null }, 'vencimento 14/10/2026'],
] as const)('of %o: %s', (conta, frase) => {
  expect(quandoVence({ ...conta, vencimento: '2026-10-14' })).toBe(frase)
})

test.each([
  ['2026-12-24', 'quinta-feira'],
  ['2026-12-25', 'sexta-feira, feriado (Natal): o atraso conta do dia útil seguinte'],
  ['2026-12-26', 'sábado: o atraso conta do dia útil seguinte'],
  ['2026-12-27', 'domingo: o atraso conta do dia útil seguinte'],
  ['2026-12', ''],
])('the day %s is said as %j', (dia, frase) => {
  expect(queDiaE(dia, (um) => (um === '2026-12-25' ? 'Natal' : null))).toBe(frase)
})

test('an account counts for what is left of it while it is open, and then for its value', () => {
  const conta = { valor: 100.1, valor_pago: 40.3 }
  expect((['vencida', 'em_aberto', 'negociada'] as const).map((status) => valeDe({ ...conta, status }))).toEqual([
    59.8, 59.8, 100.1,
  ])
  expect((['vencida', 'paga'] as const).map((status) => jaPago({ ...conta, status }))).toEqual([
    'R$\u00A040,30 já pagos',
    '',
  ])
  expect(jaPago({ status: 'vencida', valor_pago: 0 })).toBe('')
})
