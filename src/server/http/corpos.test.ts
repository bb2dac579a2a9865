import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { limitarCorpos } from './corpos.ts'
import { tratarErros } from './erros.ts'

const KIB = 1_024
const OLHADA_MS = 250

/** Bodies may hold 1,500 KiB together; each, 1,000. Nobody sends more than 3,000. */
async function abrir() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify({ bodyLimit: 1_000 * KIB })
  const avisos = vi.spyOn(app.log, 'warn')
  limitarCorpos(app, 1_500 * KIB, 3_000 * KIB)
  tratarErros(app)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, corpo, pronto) => pronto(null, corpo))
  app.post('/', async () => 'ok')
  await app.register((comArquivos, _, pronto) => {
    void comArquivos.register(multipart)
    comArquivos.post('/arquivos', async (request) => (await request.file())?.toBuffer())
    pronto()
  })
  const ligados: Socket[] = []
  app.server.on('connection', (ligado) => ligados.push(ligado))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** Sends the first of a body, which the server then has; gives the server's end too. */
  const segurar = async (kib: number, cabecalho = `Content-Length: ${kib * KIB + 2}`, caminho = '/') => {
    const canal = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void canal.destroy())
    await once(canal, 'connect')
    canal.write(`POST ${caminho} HTTP/1.1\r\nHost: x\r\n${cabecalho}\r\n\r\n`)
    const noServidor = () => ligados.find(({ remotePort }) => remotePort === canal.localPort)
    const mandar = async (bytes: number) => {
      canal.write(Buffer.alloc(bytes, ' '))
      await esperarAte('it is there', () => noServidor()?.bytesRead === canal.bytesWritten)
    }
    await mandar(kib * KIB)
    return { canal, mandar, cortado: () => noServidor()!.destroyed }
  }
  const chamar = () =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  return { segurar, chamar, avisos, passar: (ms = OLHADA_MS) => void vi.advanceTimersByTime(ms) }
}

test('of bodies that hold too much together the oldest go, and who sends theirs is answered', async () => {
  const { segurar, chamar, passar } = await abrir()
  const [primeiro, segundo] = [await segurar(600), await segurar(600)]
  passar()
  expect([primeiro.cortado(), segundo.cortado()]).toEqual([false, false])
  const terceiro = await segurar(600)
  passar()
  expect([primeiro, segundo, terceiro].map(({ cortado }) => cortado())).toEqual([true, false, false])
  expect((await chamar()).status).toBe(200)
})

test('an idle one is closed before an older one that is still arriving', async () => {
  const { segurar, passar } = await abrir()
  const [primeiro, segundo] = [await segurar(600), await segurar(600)]
  passar()
  await primeiro.mandar(1)
  const terceiro = await segurar(600)
  passar()
  expect([primeiro, segundo, terceiro].map(({ cortado }) => cortado())).toEqual([false, true, false])
})

test('many of a few bytes hold no more than they are', async () => {
  const { segurar, passar } = await abrir()
  const todos = [await segurar(600)]
  const outroAntes = `Content-Length: ${70 * KIB}\r\n\r\n${' '.repeat(70 * KIB)}POST / HTTP/1.1\r\nHost: x\r\n`
  for (const cabecalho of [`${outroAntes}Content-Length: 2`, 'Transfer-Encoding: chunked'])
    for (let i = 0; i < 30; i += 1) todos.push(await segurar(0, cabecalho))
  passar()
  expect(todos.filter(({ cortado }) => cortado())).toEqual([])
})

test('the discarded rest of a refused one does not count, and its answer arrives', async () => {
  const { segurar, passar } = await abrir()
  const honesto = await segurar(600)
  const recusado = await segurar(1_600)
  passar()
  passar()
  expect([honesto.cortado(), recusado.cortado()]).toEqual([false, false])
  recusado.canal.write('  ')
  const [resposta] = await once(recusado.canal, 'data')
  expect(String(resposta)).toMatch(/^HTTP\/1.1 413 /)
})

test('one that never ends is closed when its time is over, except for file uploads', async () => {
  const { segurar, chamar, passar } = await abrir()
  const formulario = 'Content-Length: 2000\r\nContent-Type: multipart/form-data; boundary=x'
  const arquivo = await segurar(1, formulario, '/arquivos')
  const parados = [await segurar(1), await segurar(1, formulario)]
  passar(60_000)
  expect(parados.map(({ cortado }) => cortado())).toEqual([false, false])
  passar()
  expect(parados.map(({ cortado }) => cortado())).toEqual([true, true])
  expect(arquivo.cortado()).toBe(false)
  expect((await chamar()).status).toBe(200)
})

test.for([
  ['that goes to disk', 'Content-Type: multipart/form-data; boundary=x', '/arquivos'],
  ['that was refused', 'Content-Type: application/json', '/'],
  ['of an address that is not there', 'Content-Type: application/json', '/nada'],
] as const)('one %s is not read without end', async ([, tipo, caminho]) => {
  const { segurar, passar } = await abrir()
  const semFim = await segurar(2_000, `Content-Length: 999999999\r\n${tipo}`, caminho)
  passar()
  expect(semFim.cortado()).toBe(false)
  await semFim.mandar(1_200 * KIB)
  passar()
  expect(semFim.cortado()).toBe(true)
})

test('all that were let go are told, once a minute', async () => {
  const { segurar, passar, avisos } = await abrir()
  const ditos = () => avisos.mock.calls.map(([dados]) => dados)
  await Promise.all([segurar(600), segurar(600), segurar(600)])
  passar()
  expect(ditos()).toEqual([{ cortados: 1 }])
  await segurar(600)
  passar()
  await segurar(600)
  passar()
  expect(ditos()).toEqual([{ cortados: 1 }])
  passar(59_500)
  expect(ditos()).toEqual([{ cortados: 1 }, { cortados: 2 }])
})
