import { expect, test } from 'vitest'
import type { PixRecebido } from '#contract/pix-api.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'

test.each([
  ['2026-11-20T12:00:00.000Z', '2026-11-20'],
  ['2026-11-25T12:00:00.000Z', '2026-11-25'], // a clock ahead of ours
  ['2099-01-01T12:00:00.000Z', '2026-11-24'],
])('a Pix and its refund dated %s are of %s', (horario, dia) => {
  const devolucoes = [{ id: 'D1', valor: '1.00', status: 'DEVOLVIDO', horario: { liquidacao: horario } }]
  const pix: PixRecebido = { endToEndId: 'E12345678202611241300abcdefghijk', valor: '10.00', horario, devolucoes }
  const movimentos = movimentosDoPix(pix, new Set(), new Date('2026-11-24T13:00:00.000Z'))
  expect(movimentos.map((um) => [um.tipo, um.dia])).toEqual([
    ['credito', dia],
    ['devolucao', dia],
  ])
})
