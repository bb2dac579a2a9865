import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { limitarCorpos } from './corpos.ts'

const KIB = 1_024

async function abrir(limites: Parameters<typeof limitarCorpos>[1]) {
  const app = Fastify({ bodyLimit: 1_000 * KIB })
  limitarCorpos(app, limites)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, corpo, pronto) => pronto(null, corpo))
  app.post('/', async () => 'ok')
  app.get('/devagar', () => new Promise((pronto) => setTimeout(() => pronto('ok'), 500)))
  await app.register((comArquivos, _, pronto) => {
    void comArquivos.register(multipart)
    comArquivos.post('/arquivos', async (request) => (await request.file())?.toBuffer())
    pronto()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** Sends all but the last byte of a body. */
  const segurar = async (kib: number, caminho = '/', tipo = 'application/json'): Promise<Socket> => {
    const canal = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void canal.destroy())
    canal.write(
      `POST ${caminho} HTTP/1.1\r\nHost: x\r\nContent-Type: ${tipo}\r\nContent-Length: ${kib * KIB + 1}\r\n\r\n`,
    )
    canal.write(Buffer.alloc(kib * KIB, ' '))
    canal.resume()
    await once(canal, 'connect')
    return canal
  }
  const chamar = (caminho = '', pedido: RequestInit = { method: 'POST', body: '{}' }) =>
    fetch(`http://127.0.0.1:${port}/${caminho}`, { headers: { 'content-type': 'application/json' }, ...pedido })
  return { segurar, chamar }
}

test('of bodies that hold too much together the oldest go, and who sends theirs is answered', async () => {
  const { segurar, chamar } = await abrir({ juntosEmBytes: 1_200 * KIB, prazoMs: 60_000, olhadaMs: 20 })
  const primeiro = await segurar(500)
  const segundo = await segurar(500)
  await new Promise((pronto) => setTimeout(pronto, 100))
  expect([primeiro, segundo].map(({ closed }) => closed)).toEqual([false, false])
  const terceiro = await segurar(500)
  await esperarAte('the oldest is gone', async () => primeiro.closed)
  expect((await chamar()).status).toBe(200)
  expect([segundo, terceiro].map(({ closed }) => closed)).toEqual([false, false])
})

test('one that never ends goes when its time is over, but for a file where files are read', async () => {
  const { segurar, chamar } = await abrir({ juntosEmBytes: 1_000 * KIB, prazoMs: 200, olhadaMs: 20 })
  const formulario = 'multipart/form-data; boundary=x'
  const arquivo = await segurar(1, '/arquivos', formulario)
  const parados = [await segurar(1), await segurar(1, '/', formulario)]
  await esperarAte('they are gone', async () => parados.every(({ closed }) => closed))
  expect(arquivo.closed).toBe(false)
  expect((await chamar()).status).toBe(200)
  expect((await chamar('devagar', { method: 'GET' })).status).toBe(200)
})
