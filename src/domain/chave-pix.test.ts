import { expect, test } from 'vitest'
import { chavePix, problemaDaChavePix } from './chave-pix.ts'

test.each([
  ['CNPJ 11.222.333/0001-81', '11222333000181'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
  ['529.982.247-25', '52998224725'],
  [' 529 982 247 25', '52998224725'],
  ['CPF:529.982.247-25', '52998224725'],
  ['cpf : 529.982.247-25', '52998224725'],
  ['Telefone +5519988124470', '+5519988124470'],
  ['e-mail: ana@b.example', 'ana@b.example'],
  ['Email ana@b.example', 'ana@b.example'],
  ['chave pix: ana@b.example', 'ana@b.example'],
  ['Chave ana@b.example', 'ana@b.example'],
  ['chave@b.example', 'chave@b.example'],
  [`${'a'.repeat(64)}@b.example.br`, `${'a'.repeat(64)}@b.example.br`],
  ['chave aleatoria: 123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ['Celular: +55 (19) 98812-4470', '+5519988124470'],
  ['Financeiro@SerraAzul.example', 'financeiro@serraazul.example'],
  ['chave aleatória 123E4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
])('%s is the Pix key %s', (texto, chave) => {
  expect(chavePix(texto)).toBe(chave)
  expect(problemaDaChavePix(texto)).toBe(null)
})

test.each([
  ['chave', /^Isto não é uma chave Pix/],
  ['', /^Isto não é uma chave Pix/],
  ['11.222.333/0001-82', /seriam 81/],
  ['529.982.247-26', /seriam 25/],
  ['(19) 98812-4470', /\+5519988124470/],
  ['+55 19 8812-4470', /\+5519988124470/],
  ['+55 19 3251-4470', /^Isto não é/],
  ['+1 415 555 0100', /^Isto não é/],
  ['a@b', /^Isto não é/],
  [`${'a'.repeat(65)}@b.example.br`, /^Isto não é/],
  ['a b@c.example', /^Isto não é/],
  ['a@b@c.example', /^Isto não é/],
  ['a@b c.example', /^Isto não é/],
  ['a@b.exam ple', /^Isto não é/],
  ['@b.example', /^Isto não é/],
  ['a@.', /^Isto não é/],
  ['12.abc.345/01de-36', /seriam 35/],
  ['529 982 247 26', /seriam 25/],
  ['(19) 3251-4470', /^Isto não é/],
  ['+55 10 98765-4321', /^Isto não é/],
  ['x123e4567-e89b-12d3-a456-426614174000', /^Isto não é/],
  ['123e4567-e89b-12d3-a456-4266141740001', /^Isto não é/],
  ['123e456-e89b-12d3-a456-426614174000', /^Isto não é/],
  ['123e4567-e89b-12d3-426614174000', /^Isto não é/],
  ['123e4567e89b12d3a456426614174000', /^Isto não é/],
])('%s is no Pix key, and one is told what is', (texto, frase) => {
  expect(chavePix(texto)).toBe(null)
  expect(problemaDaChavePix(texto)).toMatch(frase)
})
