import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { criarLeituraAParte } from './a-parte.ts'

/** Gives a batch and, preparing the next one, takes all the memory that it can get. */
const GULOSO = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', () => {
    parentPort.postMessage({ lote: 1 })
    for (const tudo = []; ; ) tudo.push(new Array(100_000).fill(0.5))
  })`)}`,
)

test('a thread that ran out of memory while its batch was written is told of as such, and at once', async () => {
  const lotes: unknown[] = []
  const aberta = once(process, 'worker')
  const ler = async () => {
    for await (const lote of criarLeituraAParte(GULOSO)({}, { memoriaMib: 32, prazoMs: 10_000 })) {
      lotes.push(lote)
      const [leitora] = (await aberta) as [Worker]
      await new Promise((morreu) => leitora.once('exit', morreu))
    }
  }
  await expect(ler()).rejects.toThrow(/memória demais/)
  expect(lotes).toEqual([1])
})
