// Loaded before the program (`--import`): tells on a port of its own how long the event loop stood still, and what memory is held.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const A_CADA_MS = 5

/**
 * Two figures since last asked. `paradaMs`: the most processor that this thread used between two turns of the loop, which
 * is what its own work stops it for; other processes do not count. `atrasoMs`: how late the loop was, whatever made it so.
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
