import { expect, test } from 'vitest'
import { Semana } from './semana.ts'

/** `node bench/semana.ts` plays the same week with 10,000. */
const CLIENTES = Number(process.env.CLIENTES ?? 400)

test('a week of a company: nobody billed when they must not be, and nobody forgotten', async () => {
  const inicio = performance.now()
  const semana = await Semana.comecar(CLIENTES)
  try {
    await semana.viver()
    expect(semana.quebras).toEqual([])
    const contas = await semana.contas()
    if (process.env.CLIENTES) console.log(`${CLIENTES} customers, ${Math.round(performance.now() - inicio)} ms`, contas)
    expect(contas.envios).toBeGreaterThan(CLIENTES / 2)
    expect(contas.esperaramPeloLimite).toBeGreaterThan(0)
    expect(contas.sairam).toBeGreaterThan(0)
    expect(contas.recebidas).toBeGreaterThan(CLIENTES / 20)
  } finally {
    await semana.fechar()
  }
}, 3_600_000)
