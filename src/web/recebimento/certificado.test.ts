import { expect, test } from 'vitest'
import { avisoDoCertificado } from './certificado.ts'

const ATE = '2026-12-20T15:00:00.000Z' // noon in São Paulo

test.each([
  ['2026-11-19T12:00:00.000Z', null],
  ['2026-11-20T12:00:00.000Z', 'vence em 30 dias'],
  ['2026-12-19T12:00:00.000Z', 'vence em 1 dia.'],
  ['2026-12-20T12:00:00.000Z', 'vence hoje'],
  ['2026-12-20T15:00:00.000Z', 'venceu'],
  ['2026-12-21T12:00:00.000Z', 'venceu'],
])('on %s it is said of a certificate: %s', (agora, dito) => {
  const aviso = avisoDoCertificado(ATE, new Date(agora))
  if (dito === null) expect(aviso).toBe(null)
  else expect(aviso).toEqual({ tom: dito === 'venceu' ? 'error' : 'warning', texto: expect.stringContaining(dito) })
})
