import { expect, test } from 'vitest'
import { aConta, frase, type LinhaEscrita, oCliente, oUsuario, resolver } from './frase-do-log.ts'

const linha = (campos: Partial<LinhaEscrita>): LinhaEscrita => ({
  descricao: '',
  referencias: null,
  acao: 'conta.cancelar',
  entidade: 'cliente',
  entidade_id: 5,
  dados: { conta: 9 },
  ...campos,
})
const lida = (campos: Partial<LinhaEscrita>) => resolver(linha(campos), ({ tipo, id }) => `<${tipo} ${id}>`)

test('a sentence refers only to what came as a reference', () => {
  const { escrita, referencias } =
    frase`${oCliente(5)}, ${frase`de ${oUsuario(2)}`}: ${'{cliente:8}'} ${7} ${aConta(9)}`
  expect(escrita).toBe('{cliente:5}, de {usuario:2}: {cliente:8} 7 {conta:9}')
  expect(referencias).toEqual([oCliente(5), oUsuario(2), aConta(9)])
  expect(lida({ descricao: escrita, referencias })).toBe('<cliente 5>, de <usuario 2>: {cliente:8} 7 <conta 9>')
})

test.for<[string, Partial<LinhaEscrita>, string]>([
  ['its own customer and account', {}, '<cliente 5> {cliente:8} <conta 9> {conta:1} {usuario:2}'],
  [
    'users where nothing is typed',
    { acao: 'sessao.entrar' },
    '<cliente 5> {cliente:8} <conta 9> {conta:1} <usuario 2>',
  ],
  ['of nobody', { entidade: null, dados: null }, '{cliente:5} {cliente:8} {conta:9} {conta:1} {usuario:2}'],
])('a line of an earlier version is believed about %s', ([, campos, esperada]) => {
  expect(lida({ descricao: '{cliente:5} {cliente:8} {conta:9} {conta:1} {usuario:2}', ...campos })).toBe(esperada)
})
