import fc from 'fast-check'
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

test('finds any name and any code as they are written, whatever signs they hold', () => {
  const texto = fc.stringMatching(/^[A-Za-z.*+?^${}()|[\]\\ ]{5,12}$/).filter((um) => um.trim().length >= 5)
  fc.assert(
    fc.property(texto, texto, (nome, codigoExterno) => {
      const padrao = padraoDoTitular({ nome, documento: null, telefone: null, email: null, codigoExterno })!
      for (const um of [nome.trim(), codigoExterno]) expect(` ${um} `.match(new RegExp(padrao, 'i'))).not.toBeNull()
    }),
    { numRuns: 50 },
  )
  expect(acha('Joao Silva', { ...MARIA, nome: 'J.* Silva' })).toBe(false)
})

test('finds a landline, and a code of five characters', () => {
  expect(acha('(11) 3333-0000', { ...MARIA, telefone: '+551133330000' })).toBe(true)
  expect(acha('cod 12345', { ...MARIA, codigoExterno: '12345' })).toBe(true)
  expect(acha('cod 1234', { ...MARIA, codigoExterno: '1234' })).toBe(false)
})

test('a code of two characters is too short to be looked for, and somebody without data gives no pattern', () => {
  expect(acha('linha 12', { ...MARIA, codigoExterno: '12' })).toBe(false)
  expect(padraoDoTitular({ nome: '', documento: null, telefone: null, email: null, codigoExterno: null })).toBe(null)
})

test.each([
  ...[
    '4512',
    ' 4512 ',
    'NF-9',
    'NFe 18.432',
    'NF-e 7',
    'NFS-e 22',
    'NFSe 22',
    'NFS 22',
    'NF-S 22',
    '2024/001-A',
    'A-12',
    'AB 12',
  ],
  ...['Fat. 7', 'Fatura 7', 'Dup 7', 'Duplicata 7', 'Bol. 7', 'Boleto 7', 'Tit 7', 'Titulo #7', 'Ctr: 7', 'Contrato 7'],
  ...['Ped 7', 'Pedido 7', 'Doc 7', 'OS 7', 'Nº 7', 'n. 7', '7 8', 'NF/7'],
])('an account may keep “%s”', (numero) => expect(numeroNaoEDePessoa(numero, MARIA)).toBe(true))
test.each([
  'Mensalidade Maria',
  'João 1',
  'ABC 1',
  '7 Maria',
  '529.982.247-25a',
  'Ana',
  '529.982.247-25',
  '11987654321',
  'maria@rara.com',
])('but not “%s”', (numero) => expect(numeroNaoEDePessoa(numero, MARIA)).toBe(false))
