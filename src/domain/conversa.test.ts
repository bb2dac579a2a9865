import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fimDaJanela,
  instanteDito,
  janelaAberta,
  palavraDe,
  palavraVence,
  pedeVerificacao,
  type StatusEnvio,
  type StatusOuvido,
  subirStatus,
} from './conversa.ts'

test('the window ends 24 hours after Meta says that the customer wrote', () => {
  const fim = fimDaJanela('2026-11-24T13:00:00.000Z')
  expect(fim).toBe('2026-11-25T13:00:00.000Z')
  expect(janelaAberta(fim, new Date('2026-11-25T12:59:59.999Z'))).toBe(true)
  expect(janelaAberta(fim, new Date('2026-11-25T13:00:00.000Z'))).toBe(false)
  expect(janelaAberta(null, new Date('2026-11-25T13:00:00.000Z'))).toBe(false)
})

test.each([
  ['2026-11-24T12:00:00Z', '2026-11-24T12:00:00.000Z'],
  ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
  ['2026-11-25T13:00:00Z', '2026-11-25T13:00:00.000Z'], // a day of clock skew
  ['2026-11-25T13:00:01Z', '2026-11-24T13:00:00.000Z'],
])('what Meta says happened at %s is kept as %s', (dito, guardado) => {
  expect(instanteDito(Date.parse(dito) / 1000, new Date('2026-11-24T13:00:00Z')).toISOString()).toBe(guardado)
})

test.each([
  ['PARAR', 'parar'],
  ['parar!!!', 'parar'],
  ['parar. não', null],
  ['  sair ', 'parar'],
  ['Cancelar.', 'parar'],
  ['voltar!', 'voltar'],
  ['quero parar', null],
  ['parar de pagar', null],
  ['', null],
])('palavraDe(%j) is %j', (texto, esperado) => {
  expect(palavraDe(texto)).toBe(esperado)
})

test.each([
  ['verificar', true],
  ['  Verificar ?! ', true],
  ['VERIFICAR.', true],
  ['verificar isso', false],
  ['verificar ! ?', false],
  ['', false],
])('pedeVerificacao(%j) is %j', (texto, esperado) => {
  expect(pedeVerificacao(texto)).toBe(esperado)
})

test.each([
  ['marks', `${'!'.repeat(16_384)}x`],
  ['marks after a word', `parar${'.'.repeat(16_384)}x`],
  ['spaces', `verificar${' '.repeat(16_384)}x`],
  ['spaces and marks', `verificar${' !'.repeat(8_192)}x`],
])('a message with a long row of %s is read at once', (_, texto) => {
  const comeco = performance.now()
  expect([palavraDe(texto), pedeVerificacao(texto)]).toEqual([null, false])
  expect(performance.now() - comeco).toBeLessThan(500)
})

test.each([
  ['voltar', '2026-11-24T13:00:01Z', '2026-11-24T13:00:00Z', true],
  ['voltar', '2026-11-24T13:00:00Z', '2026-11-24T13:00:00Z', false],
  ['parar', '2026-11-24T13:00:00Z', '2026-11-24T13:00:00Z', true],
  ['parar', '2026-11-24T12:59:59Z', '2026-11-24T13:00:00Z', false],
  ['voltar', '2026-11-24T13:00:00Z', null, true],
] as const)('%s at %s after a word at %s wins: %s', (palavra, em, anterior, esperado) => {
  expect(palavraVence({ palavra, em }, anterior)).toBe(esperado)
})

describe('subirStatus', () => {
  test.each([
    ['pendente', 'enviada', 'enviada'],
    ['enviada', 'falha', 'falha'],
    ['falha', 'enviada', 'falha'],
    ['falha', 'entregue', 'entregue'],
    ['lida', 'enviada', 'lida'],
    ['lida', 'entregue', 'lida'],
    ['entregue', 'falha', 'entregue'],
    ['cancelada', 'lida', 'cancelada'],
  ] as const)('%s, hearing %s, is %s', (atual, novo, esperado) => {
    expect(subirStatus(atual, novo)).toBe(esperado)
  })

  test('ends the same whatever the order in which statuses arrive', () => {
    const status = fc.constantFrom<StatusOuvido>('enviada', 'falha', 'entregue', 'lida')
    fc.assert(
      fc.property(fc.array(status, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (ouvidos, sorteio) => {
        const misturados = ouvidos
          .map((um) => ({ um, chave: sorteio.next().value ?? 0 }))
          .sort((a, b) => a.chave - b.chave)
          .map(({ um }) => um)
        const ouvir = (lista: StatusOuvido[]) => lista.reduce<StatusEnvio>((a, b) => subirStatus(a, b), 'pendente')
        expect(ouvir(misturados)).toBe(ouvir(ouvidos))
      }),
    )
  })
})
