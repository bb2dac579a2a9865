import { expect, test } from 'vitest'
import { numeroNaoEDePessoa, padraoDoTitular, type Titular } from './titular.ts'

const MARIA: Titular = {
  nome: 'Maria Rara',
  documento: '52998224725',
  telefone: '+5511987654321',
  email: 'maria@rara.com',
  codigoExterno: 'RARA-1',
}
const acha = (texto: string, quem = MARIA) => new RegExp(padraoDoTitular(quem)!, 'i').test(texto)

test.each([
  'nota de MARIA  RARA',
  'CPF 529.982.247-25',
  '52998224725',
  '+55 (11) 98765-4321',
  '1187654321',
  'Maria@Rara.com',
  'código RARA-1',
])('finds the person in “%s”', (texto) => expect(acha(texto)).toBe(true))

test.each(['Maria de outra', '529.982.247-26', '(11) 98765-4322', 'rara'])('and nobody in “%s”', (texto) =>
  expect(acha(texto)).toBe(false),
)

test('a code of two characters is too short to be looked for, and somebody without data gives no pattern', () => {
  expect(acha('linha 12', { ...MARIA, codigoExterno: '12' })).toBe(false)
  expect(padraoDoTitular({ nome: '', documento: null, telefone: null, email: null, codigoExterno: null })).toBe(null)
})

test.each(['4512', 'NF-9', 'NFe 18.432', '2024/001-A', 'A-12', 'Fatura 7'])('an account may keep “%s”', (numero) =>
  expect(numeroNaoEDePessoa(numero, MARIA)).toBe(true),
)
test.each(['Mensalidade Maria', 'João 1', 'Ana', '529.982.247-25', '11987654321', 'maria@rara.com'])(
  'but not “%s”',
  (numero) => expect(numeroNaoEDePessoa(numero, MARIA)).toBe(false),
)
