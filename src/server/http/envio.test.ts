import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { drain } from './envio.ts'

test.for<[string, (parar: Writable) => void]>([
  ['holds it back', () => undefined],
  ['broke', (parar) => parar.destroy()],
])('what is left of a body is read to its end though who read it %s', async ([, quebrar]) => {
  const lida = Promise.withResolvers<boolean>()
  const servidor = createServer(async (pedido, resposta) => {
    const parado = new Writable({ highWaterMark: 1, write: () => undefined })
    pedido.pipe(parado)
    await once(pedido, 'pause') // it takes no more
    quebrar(parado)
    await drain(pedido)
    lida.resolve(pedido.complete)
    resposta.end()
  }).listen(0, '127.0.0.1')
  await once(servidor, 'listening')
  const envio = request({ method: 'POST', port: (servidor.address() as AddressInfo).port, host: '127.0.0.1' })
  envio.end(Buffer.alloc(5_000_000))
  expect(await lida.promise).toBe(true)
  servidor.closeAllConnections()
  servidor.close()
})
