import { describe, expect, test } from 'vitest'
import { atalhoEmCurso, faltaPreencher, soAtalho } from './noTexto.ts'

describe('a shortcut being written', () => {
  test.each([
    ['/', 1, { de: 0, escrito: '' }],
    ['Oi! /Pi', 7, { de: 4, escrito: 'pi' }],
    ['Oi\n/pix', 7, { de: 3, escrito: 'pix' }],
    ['1/2', 3, null],
    ['/pix ', 5, null],
    ['https://x', 9, null],
  ])('“%s” at %i', (texto, cursor, esperado) => {
    expect(atalhoEmCurso(texto, cursor)).toEqual(esperado)
  })

  test('what is left to fill is found, first things first', () => {
    expect(faltaPreencher('Pix: {{pix}} {{valor}}')).toEqual({ marca: '{{pix}}', de: 5, ate: 12 })
    expect(faltaPreencher('Pix: 1')).toBeNull()
    expect(faltaPreencher('Veja em {{link}}')).toBeNull()
    expect(faltaPreencher('{{link}} {{valor}}')).toMatchObject({ marca: '{{valor}}' })
  })

  test.each([
    ['/parcelr', true],
    [' /\n', true],
    ['/parcelar em 3', false],
    ['1/2', false],
    ['', false],
  ])('“%s” is nothing but a shortcut: %s', (texto, so) => expect(soAtalho(texto)).toBe(so))
})
