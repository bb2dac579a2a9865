import { expect, test } from 'vitest'
import { criarCalendario } from './calendario.ts'
import { preverEnvios } from './previsao.ts'
import { REGUA_PADRAO } from './regua.ts'

test('each step counts on the day it would be sent, what falls on a Sunday on Monday', () => {
  const vencimentos = [
    { vencimento: '2026-11-24', clientes: 3 }, // D+5 falls on Sunday 29
    { vencimento: '2026-11-30', clientes: 2 },
  ]
  const dias = preverEnvios(vencimentos, REGUA_PADRAO, criarCalendario(), '2026-11-25', 7)
  expect(dias.map(({ dia, envia, mensagens }) => [dia.slice(8), envia, mensagens])).toEqual([
    ['25', true, 0],
    ['26', true, 3],
    ['27', true, 2],
    ['28', true, 0],
    ['29', false, 0],
    ['30', true, 5],
    ['01', true, 0],
  ])
  expect(dias[5]?.porPasso).toEqual({ 5: 3, 0: 2 })
})
