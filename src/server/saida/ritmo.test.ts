import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ritmo } from './ritmo.ts'

test('never more than so many in any second, whatever is asked and when', () => {
  const pedidos = fc.array(
    fc.record({ passo: fc.integer({ min: 0, max: 700 }), quantos: fc.integer({ min: 1, max: 50 }) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), pedidos, (porSegundo, lista) => {
      let agora = 0
      const ritmo = new Ritmo(porSegundo, () => agora)
      const saidas: number[] = []
      for (const { passo, quantos } of lista) {
        agora += passo
        const tomados = ritmo.tomar(quantos)
        for (let i = 0; i < tomados; i += 1) saidas.push(agora)
        expect(tomados === quantos || ritmo.esperaMs() > 0).toBe(true)
      }
      for (const [i, em] of saidas.entries())
        expect((saidas[i + porSegundo] ?? Infinity) - em).toBeGreaterThanOrEqual(1_000)
    }),
  )
})

test('takes nothing while everything is told to wait', () => {
  let agora = 0
  const ritmo = new Ritmo(10, () => agora)
  ritmo.pausar(2)
  ritmo.pausar(1)
  expect([ritmo.tomar(1), ritmo.esperaMs()]).toEqual([0, 2_000])
  agora = 2_000
  expect(ritmo.tomar(20)).toBe(10)
})

test('too much for Meta: half the pace, which comes back over a minute; refusals of one moment count once', () => {
  let agora = 0
  const ritmo = new Ritmo(80, () => agora)
  const porSegundo = () => {
    agora += 1_000
    return ritmo.tomar(1_000)
  }
  expect(porSegundo()).toBe(80)
  for (let i = 0; i < 100; i += 1) ritmo.frear()
  expect(porSegundo()).toBe(41)
  ritmo.frear()
  expect(porSegundo()).toBe(22)
  agora += 60_000
  expect(porSegundo()).toBe(80)
})

test('a number that bears less is sent less, and more again when it bears more, never above the maximum', () => {
  let agora = 0
  const ritmo = new Ritmo(100, () => agora)
  const porSegundo = (teto: number) => {
    ritmo.limitar(teto)
    agora += 1_000
    return ritmo.tomar(1_000)
  }
  expect([porSegundo(1_000), porSegundo(80), porSegundo(20), porSegundo(1), porSegundo(100)]).toEqual([
    100, 80, 20, 1, 100,
  ])
  ritmo.limitar(40)
  ritmo.frear()
  agora += 1_000
  expect(ritmo.tomar(1_000)).toBe(20)
})
