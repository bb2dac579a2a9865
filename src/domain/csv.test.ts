import fc from 'fast-check'
import { expect, test } from 'vitest'
import { celulaCsv, linhaCsv } from './csv.ts'

test.each(['=HYPERLINK("http://x")', '+55 11', '@SUM(1)', '-1+1', '-1 5', '-A1', '\t=1', '\r=1', '＝1'])(
  '%j is not run by a spreadsheet',
  (texto) => {
    expect(celulaCsv(texto).startsWith(`"'`)).toBe(true)
  },
)

test.each(['-3', '-1,50', '-1.234,56'])('%s stays a number', (numero) => {
  expect(celulaCsv(numero)).toBe(`"${numero}"`)
})

test('quotes are doubled, separators and line breaks stay inside', () => {
  expect(linhaCsv(['a;b', 'diz "oi"', 'x\ny'])).toBe('"a;b";"diz ""oi""";"x\ny"\r\n')
})

test('no cell can leave its quotes', () => {
  fc.assert(fc.property(fc.string(), (texto) => /^"(?:[^"]|"")*"$/s.test(celulaCsv(texto))))
})
