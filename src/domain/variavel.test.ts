import { expect, test } from 'vitest'
import { VARIAVEL } from './variavel.ts'

test('the name of a variable has none of the spaces around it, and a brace left open is no variable', () => {
  const nomes = (texto: string) => [...texto.matchAll(VARIAVEL)].map(([, nome]) => nome)
  expect(nomes('{{nome}} {{ valor \n}} {{}} {{ }} {{ a  b }} {{{pix}}} {{ {{x}} {aberta}} {{fim')).toEqual([
    'nome',
    'valor',
    '',
    '',
    'a  b',
    'pix',
    'x',
  ])
})

test.each([
  ['left open', `{{${' '.repeat(4_000)}x`],
  ['closed', `{{a${' '.repeat(4_000)}b}}`],
  ['of words', `{{${'a '.repeat(4_000)}`],
  ['left open again and again', `{{${' '.repeat(60)}`.repeat(100)],
])('a message with a long row of spaces, %s, is read at once', (_, texto) => {
  const comeco = performance.now()
  texto.replace(VARIAVEL, '')
  expect(performance.now() - comeco).toBeLessThan(500)
})
