import { describe, expect, test } from 'vitest'
import { vizinhosDe } from './vizinhos.ts'

const IDS = [11, 12, 13, 14]

describe('the neighbours of a movement in the list that one works through', () => {
  test('with none ever open, the next is the first', () => {
    expect(vizinhosDe(IDS, undefined, undefined)).toEqual({ anterior: undefined, proximo: 11 })
  })

  test('the open one stands between two', () => {
    expect(vizinhosDe(IDS, 12, { id: 12, lugar: 1 })).toEqual({ anterior: 11, proximo: 13 })
    expect(vizinhosDe(IDS, 14, { id: 14, lugar: 3 })).toEqual({ anterior: 13, proximo: undefined })
  })

  test('once it is closed, one goes on from there and not from the top', () => {
    expect(vizinhosDe(IDS, undefined, { id: 12, lugar: 1 })).toEqual({ anterior: 11, proximo: 13 })
  })

  test('the open one left the list: who stands in its place is next', () => {
    expect(vizinhosDe([11, 13, 14], 12, { id: 12, lugar: 1 })).toEqual({ anterior: 11, proximo: 13 })
    expect(vizinhosDe([11, 12, 13], 14, { id: 14, lugar: 3 })).toEqual({ anterior: 13, proximo: undefined })
  })
})
