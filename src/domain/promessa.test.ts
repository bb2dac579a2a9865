import { describe, expect, test } from 'vitest'
import { aoMudarContas, julgar, type PromessaComPagamentos, pagoDa } from './promessa.ts'

const promessa = (campos: Partial<PromessaComPagamentos> = {}): PromessaComPagamentos => ({
  status: 'pendente',
  valorCentavos: 10_000,
  pagoCentavos: 0,
  pagoAntes: 0,
  limite: '2026-11-26',
  contas: ['aberta', 'aberta'],
  ocupada: false,
  ...campos,
})

describe('after a write to its accounts', () => {
  test.each<[string, Partial<PromessaComPagamentos>, string]>([
    ['nothing paid', {}, 'pendente'],
    ['a part paid', { pagoCentavos: 9_999 }, 'pendente'],
    ['what was promised', { pagoCentavos: 10_000 }, 'cumprida'],
    ['a part paid, which covers one of its accounts', { pagoCentavos: 1, contas: ['paga', 'aberta'] }, 'pendente'],
    ['nothing paid, and its day over', { limite: '2026-11-24' }, 'pendente'],
    ['nothing paid, and another has one of its accounts', { ocupada: true }, 'pendente'],
    ['less than promised, and all accounts paid', { pagoCentavos: 1, contas: ['paga', 'paga'] }, 'cumprida'],
    ['one of its accounts was cancelled', { contas: ['aberta', 'cancelada'] }, 'cancelada'],
    ['one went into an agreement', { contas: ['aberta', 'negociada'] }, 'cancelada'],
    ['kept, and the payment reversed', { status: 'cumprida' }, 'pendente'],
    ['kept, and reversed after it would have been judged', { status: 'cumprida', limite: '2026-11-24' }, 'quebrada'],
    ['kept, and reversed on its last day', { status: 'cumprida', limite: '2026-11-25' }, 'pendente'],
    ['kept, reversed, and promised anew meanwhile', { status: 'cumprida', ocupada: true }, 'cancelada'],
    [
      'kept, and its agreement ended, which took the payment to the original',
      { status: 'cumprida', pagoAntes: 10_000, contas: ['cancelada'] },
      'cumprida',
    ],
    ['kept in part, and its agreement ended', { status: 'parcial', pagoAntes: 10, contas: ['cancelada'] }, 'parcial'],
    ['kept in part, and that reversed', { status: 'parcial', pagoAntes: 10 }, 'quebrada'],
    ['kept in part', { status: 'parcial', pagoCentavos: 10 }, 'parcial'],
    ['broken, and paid afterwards', { status: 'quebrada', pagoCentavos: 10_000 }, 'quebrada'],
    ['cancelled, and paid afterwards', { status: 'cancelada', contas: ['paga'] }, 'cancelada'],
  ])('%s', (_, campos, status) => expect(aoMudarContas(promessa(campos), '2026-11-25')).toBe(status))
})

test.each<[string, Partial<PromessaComPagamentos>, number]>([
  ['what is paid now', { status: 'cumprida', pagoAntes: 10, pagoCentavos: 5 }, 5],
  ['what was paid, once its accounts took it elsewhere', { status: 'cumprida', contas: ['aberta', 'negociada'] }, 10],
  ['no less than is paid now', { status: 'parcial', contas: ['cancelada'], pagoAntes: 3 }, 5],
  ['nothing from before while it is awaited', { contas: ['cancelada'] }, 5],
])('counts as paid: %s', (_, campos, pago) => {
  expect(pagoDa(promessa({ pagoAntes: 10, pagoCentavos: 5, ...campos }))).toBe(pago)
})

test('what is judged without a payment is broken, with one kept in part', () => {
  expect([julgar(0), julgar(1)]).toEqual(['quebrada', 'parcial'])
})
