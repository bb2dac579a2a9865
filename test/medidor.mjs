// Loaded before the program (`--import`): reports on its own port how long the event loop was blocked, and the memory in use.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const A_CADA_MS = 5

/**
 * Two figures since the last call. `paradaMs`: the most CPU time that this thread used between two turns of the event loop, which
 * is how long its own work blocked it; other processes do not count. `atrasoMs`: the loop's largest delay, whatever caused it.
 */
function medir() {
  const atraso = monitorEventLoopDelay({ resolution: A_CADA_MS })
  atraso.enable()
  let parada = 0
  let antes = process.threadCpuUsage()
  setInterval(() => {
    const gasto = process.threadCpuUsage(antes)
    antes = process.threadCpuUsage()
    parada = Math.max(parada, gasto.user + gasto.system)
  }, A_CADA_MS).unref()
  return () => {
    const lido = { paradaMs: parada / 1e3, atrasoMs: atraso.max / 1e6, memoriaMib: process.memoryUsage.rss() / 2 ** 20 }
    parada = 0
    atraso.reset()
    return lido
  }
}

if (isMainThread && process.env.MEDIDOR_PORTA) {
  const ler = medir()
  createServer((_pedido, resposta) => resposta.end(JSON.stringify(ler())))
    .listen(Number(process.env.MEDIDOR_PORTA), '127.0.0.1')
    .unref()
}
