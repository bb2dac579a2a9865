import { describe, expect, test } from 'vitest'
import { problemaDaSenha } from './senha.ts'

const ana = { name: 'Ana Beatriz Moura', email: 'ana.moura@exemplo.com.br' }

describe('a password that is refused', () => {
  test.each([
    ['too short', 'Abc-12345'],
    ['too short though long in bytes', 'ãçéõâêíóú'],
    ['only figures in order', '1234567890'],
    ['figures in order, backwards', '9876543210'],
    ['one character', 'aaaaaaaaaaaa'],
    ['one block again and again', 'abc9abc9abc9'],
    ['a word twice', 'SenhaSenha'],
    ['along the keyboard', 'qwertyuiop'],
    ['along the keyboard with figures', 'Qwerty12345!'],
    ['the alphabet', 'abcdefghijkl'],
    ['letters and figures in order', 'abc1234567'],
    ['a common word with figures', 'senha123456'],
    ['a common word with a year', 'Senha@2026!'],
    ['a common word written with figures', 'P@ssw0rd2026'],
    ['the role with figures', 'admin12345'],
    ['a football club', 'Corinthians1'],
    ['a common phrase', 'DeusEFiel1'],
    ['a common phrase with accents', 'Felicidáde1'],
    ['zigzag on the keyboard', '1q2w3e4r5t'],
    ['the own name', 'AnaBeatrizMoura'],
    ['the own e-mail with figures', 'ana.moura@2026'],
  ])('%s: %s', (_, senha) => {
    expect(problemaDaSenha(senha, ana)).toMatch(/^(A|Esta) senha .+\.$/)
  })
})

describe('a password that passes', () => {
  test.each([
    'Jacaranda-4417',
    'Cajueiro-5521',
    'Outra-Senha-77',
    'Umasenha-9182',
    'senha-do-admin',
    'três gatos no telhado',
    'x7!kQ2#pLw9',
  ])('%s', (senha) => expect(problemaDaSenha(senha, ana)).toBeNull())
})
