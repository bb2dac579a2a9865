import { expect, test } from 'vitest'
import { cortar, limparTexto, normalizar, normalizarEmail, semInvisiveis } from './texto.ts'

test('what people write is compared without accents, case and blanks', () => {
  expect(normalizar('  José\t\nda   SILVA ')).toBe('jose da silva')
})

test.each([
  ['a\u0000b\u200bc\u2028d\u3164e\u2800f\ufeffg\u00a0 h', 'a b c d e f g h'],
  ['co\u00admér\u2060cio\u2066', 'comércio'],
  ['cafe\u0301', 'caf\u00e9'],
  ['x\ud800', 'x\ufffd'],
])('%j is kept as %j', (escrito, limpo) => expect(limparTexto(escrito)).toBe(limpo))

test('a row of accents is cut before it is composed or taken apart, which would take minutes', () => {
  const fila = `a${'\u0301\u0323\u0327'.repeat(100_000)}b`
  expect([limparTexto(fila).length, normalizar(fila)]).toEqual([31, 'ab'])
})

test.each(['\u0000', '\u00a0', '\u200d', '\u2800', '\u3164', '\u00ad', ' \n', '\u{e0001}'])(
  '%j shows nothing',
  (texto) => {
    expect([semInvisiveis(texto), semInvisiveis(`a${texto}b${texto}`)]).toEqual(['', 'ab'])
  },
)

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
])('“%s” cut to %i is “%s”', (texto, tamanho, cortado) => expect(cortar(texto, tamanho)).toBe(cortado))

test.each([
  [' Ana@B.Example ', 'ana@b.example'],
  ['a.b+c@d.e.example', 'a.b+c@d.e.example'],
  [`${'a'.repeat(244)}@b.example`, `${'a'.repeat(244)}@b.example`],
  [`${'a'.repeat(245)}@b.example`, null],
  ...['a', 'a@b', '@b.example', 'a@.example', 'a@b.', 'a@b..example', 'a b@c.example', 'a@b c.example', 'a@b@c.example']
    .concat([...'"(),:;<>[]\\'].map((sinal) => `a${sinal}@b.example`))
    .concat([...',;:()<>"'].flatMap((sinal) => [`a@b${sinal}.example`, `a@b.exam${sinal}ple`]))
    .map((nenhum): [string, null] => [nenhum, null]),
])('“%s” is the e-mail %s', (escrito, email) => expect(normalizarEmail(escrito)).toBe(email))
