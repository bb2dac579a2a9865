import { expect, test } from 'vitest'
import { passaDaMedida } from './json-medido.ts'

const MEDIDA = { niveis: 3, valores: 10 }

test.for<[string, string, boolean]>([
  ['what is small', '{"a":[1,2,{"b":3}]}', false],
  ['nothing', '', false],
  ['as many values as fit', JSON.stringify(Array.from({ length: 10 }, (_, i) => i)), false],
  ['one more', JSON.stringify(Array.from({ length: 11 }, (_, i) => i)), true],
  ['empty lists', '[[],[],[],[],[],[]]', true],
  ['as deep as fits', '[[[1]]]', false],
  ['deeper', '[[[[1]]]]', true],
  ['signs that are words', JSON.stringify({ 'a,[{': `${'[{,'.repeat(50)}` }), false],
  ['signs after a quote that is a word', JSON.stringify(['\\"', `"${',['.repeat(50)}`]), false],
  ['a backslash at the end of a word', `["${'\\\\'}",${'1,'.repeat(12)}1]`, true],
  ['a word without end', `["${',['.repeat(50)}`, false],
])('%s', ([, texto, passa]) => {
  expect(passaDaMedida(texto, MEDIDA)).toBe(passa)
})
