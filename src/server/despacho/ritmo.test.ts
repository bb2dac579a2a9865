import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Ritmo } from './ritmo.ts'

test('never exceeds the limit in any second, whatever is requested and when', () => {
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
        expect(tomados).toBeLessThanOrEqual(Math.max(1, porSegundo / 10))
        expect(tomados === quantos || ritmo.esperaMs() > 0).toBe(true)
      }
      for (const [i, em] of saidas.entries())
        expect((saidas[i + porSegundo] ?? Infinity) - em).toBeGreaterThanOrEqual(1_000)
    }),
  )
})

/** The number sent in a second when the maximum is requested in every millisecond. */
function umSegundo(ritmo: Ritmo, relogio: { agora: number }): number {
  let saidas = 0
  for (const fim = relogio.agora + 1_000; relogio.agora < fim; relogio.agora += 1) saidas += ritmo.tomar(1_000)
  return saidas
}

test.each([1, 7, 80, 1_000])('goes as fast as it may, evenly: %i a second', (porSegundo) => {
  const relogio = { agora: 0 }
  const ritmo = new Ritmo(porSegundo, () => relogio.agora)
  for (let segundo = 0; segundo < 4; segundo += 1) expect(umSegundo(ritmo, relogio)).toBeCloseTo(porSegundo, -1.5)
  const rajada = Math.max(1, porSegundo / 10)
  relogio.agora += 5_000
  expect(ritmo.esperaMs(rajada)).toBe(0)
  expect(ritmo.tomar(1_000)).toBe(Math.floor(rajada))
  relogio.agora += 100
  expect(ritmo.tomar(1_000)).toBeLessThanOrEqual(rajada)
})

test('counts a delayed request from when it left', () => {
  let agora = 0
  const ritmo = new Ritmo(10, () => agora)
  expect(ritmo.tomar(1)).toBe(1)
  agora = 900
  ritmo.saemAgora(1)
  let saidas = 0
  for (; agora < 1_900; agora += 1) saidas += ritmo.tomar(10)
  expect(saidas).toBe(9)
})

test('says when this many may be sent at once', () => {
  let agora = 0
  const ritmo = new Ritmo(100, () => agora)
  expect(ritmo.tomar(100)).toBe(10)
  agora += ritmo.esperaMs(4)
  expect(agora).toBe(40)
  expect(ritmo.tomar(100)).toBe(4)
})

test('allows nothing while everything has to wait', () => {
  let agora = 0
  const ritmo = new Ritmo(10, () => agora)
  ritmo.pausar(2)
  ritmo.pausar(1)
  expect([ritmo.tomar(1), ritmo.esperaMs()]).toEqual([0, 2_000])
  agora = 2_000
  expect(ritmo.tomar(20)).toBe(1)
})

test('too much for Meta: half the pace, which comes back over a minute; refusals of one moment count once', () => {
  const relogio = { agora: 0 }
  const ritmo = new Ritmo(80, () => relogio.agora)
  expect(umSegundo(ritmo, relogio)).toBeGreaterThanOrEqual(79)
  for (let i = 0; i < 100; i += 1) ritmo.frear()
  expect(ritmo.porSegundo).toBe(40)
  expect(umSegundo(ritmo, relogio)).toBeLessThanOrEqual(42)
  relogio.agora += 1
  ritmo.frear()
  expect(ritmo.porSegundo).toBe(20)
  relogio.agora += 60_000
  expect(umSegundo(ritmo, relogio)).toBeGreaterThanOrEqual(79)
})

test('a number that bears less is sent less, and more again when it bears more, never above the maximum', () => {
  const relogio = { agora: 0 }
  const ritmo = new Ritmo(100, () => relogio.agora)
  const porSegundo = (teto: number) => {
    ritmo.limitar(teto)
    umSegundo(ritmo, relogio)
    return umSegundo(ritmo, relogio)
  }
  expect([porSegundo(1_000), porSegundo(80), porSegundo(20), porSegundo(1), porSegundo(100)]).toEqual([
    100, 80, 20, 1, 100,
  ])
  ritmo.limitar(40)
  ritmo.frear()
  expect(ritmo.porSegundo).toBe(20)
})
