import { expect, test } from 'vitest'
import { documentoValido } from '#domain/documento.ts'
import { sortearFicha } from './pessoas.ts'
import { criarSorteio } from './sorteio.ts'

const sorteio = criarSorteio(1)
const fichas = Array.from({ length: 800 }, (_, n) => sortearFicha(sorteio, n + 1))
const pessoas = fichas.filter(({ documento }) => documento.length === 11).map(({ nome }) => nome)

test('names are credible: the second agrees with the first, and no word stands twice', () => {
  expect(pessoas.length).toBeGreaterThan(200)
  expect(
    pessoas.filter((nome) => /^\S*(o|os|r) (Aparecida|Cristina|Regina|Helena|Lúcia|Maria|de Lourdes)\b/.test(nome)),
  ).toEqual([])
  expect(
    pessoas.filter((nome) => /^\S*a (Aparecido|Henrique|Augusto|César|Luiz|Carlos|José|Roberto)\b/.test(nome)),
  ).toEqual([])
  expect(pessoas.filter((nome) => /(?:^| )(\S{3,}) (?:.* )?\1(?: |$)/.test(nome))).toEqual([])
})

test('the name of a shop fits what it sells, and every document is valid', () => {
  const nomes = fichas.map(({ nome }) => nome)
  expect(
    nomes.filter((nome) => /Zefa|^(Hotel|Pousada|Açougue) .*(Pão|Massa|Sabor)|^(Padaria|Hotel) .*Boi/.test(nome)),
  ).toEqual([])
  expect(fichas.every(({ documento }) => documentoValido(documento))).toBe(true)
})
