import { expect, test } from 'vitest'
import { acompanhar, trazerAVista } from './vista.ts'

/** A queue of forty rows of 79 under a heading of 36, in a frame of 584. */
const quadro = (scrollTop: number) => ({ scrollTop, clientHeight: 584 })
const depois = (scrollTop: number, antes: number, agora: number) => {
  const elemento = quadro(scrollTop)
  acompanhar(elemento, antes, agora)
  return elemento.scrollTop
}

test('a customer taken over deep in the queue is followed to the top', () => {
  expect(depois(2000, 2200, 36)).toBe(0)
})

test('also the last one, where the shorter list has scrolled by itself', () => {
  expect(depois(2684 - 79, 3189, 36)).toBe(0)
})

test('handed back to the queue, they are followed to their place', () => {
  expect(depois(0, 36, 3189)).toBe(3189 + 79 - 584)
})

test('who only moves within the view, or was not in view, scrolls nothing', () => {
  expect(depois(2000, 2200, 2279)).toBe(2000)
  expect(depois(0, 2200, 2279)).toBe(0)
})

test.each([
  ['wholly in view at the top', 2000, false, 2000],
  ['wholly in view at the bottom', 2505, false, 2000],
  ['cut at the bottom', 2506, false, 2001],
  ['cut at the top, under a heading', 1999, false, 1963],
  ['that must be found', 3189, true, 2936.5],
])('a row %s', (_onde, y, aoMeio, esperado) => {
  const elemento = quadro(2000)
  trazerAVista(elemento, y, aoMeio)
  expect(elemento.scrollTop).toBe(esperado)
})
