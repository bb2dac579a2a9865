import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASVS } from './asvs.ts'

const RAIZ = join(import.meta.dirname, '..')
const TEXTO = readFileSync(join(RAIZ, 'docs', 'seguranca.md'), 'utf8')
const celulas = (linha: string) => linha.split('|').map((celula) => celula.trim().replaceAll('**', ''))
const LINHAS = TEXTO.split('\n').map(celulas)
const REQUISITOS = LINHAS.flatMap(([, id = '', nivel = '', , estado = '', onde = '']) =>
  /^V\d/.test(id) ? [{ id, nivel, estado, onde }] : [],
)

test('the table has every requirement of levels 1 and 2 once, in order, with a word and a reason', () => {
  expect(REQUISITOS.map(({ id, nivel }) => ({ id, nivel }))).toEqual(ASVS)
  for (const { id, estado, onde } of REQUISITOS) {
    expect(['met', 'n.a.', 'not met'], id).toContain(estado)
    expect(onde, id).not.toBe('')
  }
})

test('the counts at its head are those of its lines', () => {
  for (const [nome, estado] of [['met'], ['not applicable', 'n.a.'], ['not met'], ['all', '']]) {
    const deles = REQUISITOS.filter((um) => estado === '' || um.estado === (estado ?? nome))
    const contados = ['1', '2'].map((nivel) => deles.filter((um) => um.nivel === nivel).length)
    const [, , ...ditos] = LINHAS.find(([, primeira]) => primeira === nome) ?? []
    expect(ditos.slice(0, 3).map(Number), nome).toEqual([...contados, deles.length])
  }
})
