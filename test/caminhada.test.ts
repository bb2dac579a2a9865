import fc from 'fast-check'
import { test } from 'vitest'
import { Caminhada } from './caminhada.ts'
import { passo } from './passos.ts'

const CAMINHADAS = Number(process.env.CAMINHADAS ?? 7)
const PASSOS = Number(process.env.PASSOS ?? 40)
/** `mutacoes.mjs` gives its walks more time. */
const PRAZO_MS = Number(process.env.PRAZO_MS ?? 240_000)
const SEMENTE = Number(process.env.SEMENTE ?? 20261124)

/** A step may shrink to none, so that a failing walk shrinks to the steps it needs to fail. */
const talvez = fc.option(passo, { freq: 50 })

// After a failure, ENCOLHER=1 shrinks it; SEMENTE, CAMINHADAS and PASSOS try other and longer walks.
test(
  'whatever people, customers, imports, the clock and crashes do, in any order, nothing that must hold breaks',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(talvez, { minLength: PASSOS, maxLength: PASSOS }), async (passos) => {
        const caminhada = await Caminhada.comecar()
        try {
          for (const [i, um] of passos.entries()) {
            if (um === null) continue
            const quebra = await caminhada.dar(um)
            if (quebra !== null) throw new Error(`step ${i}, ${JSON.stringify(um)}: ${quebra}`)
          }
        } finally {
          await caminhada.terminar()
        }
      }),
      { seed: SEMENTE, numRuns: CAMINHADAS, endOnFailure: process.env.ENCOLHER !== '1' },
    )
  },
  PRAZO_MS,
)
