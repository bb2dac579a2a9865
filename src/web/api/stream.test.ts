import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { escutar, type Ouvido } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a connection over which nothing came for a minute is let go, and another is opened', async () => {
  const parar = new AbortController()
  const ouvidos: Ouvido[] = []
  const fluxos: ReadableStreamDefaultController<Uint8Array>[] = []
  const soltar = vi.fn()
  const pedir = async () =>
    new Response(new ReadableStream({ start: (fluxo) => void fluxos.push(fluxo), cancel: soltar }))
  void escutar(pedir, (um) => ouvidos.push(um), parar.signal)
  await vi.advanceTimersByTimeAsync(50_000)
  fluxos[0]!.enqueue(new TextEncoder().encode(':3\n\nevent: badges\ndata: {"cliente_id":7}\n\n'))
  await vi.advanceTimersByTimeAsync(50_000)
  const evento = { tipo: 'badges', dados: { cliente_id: 7 } }
  expect([ouvidos, soltar.mock.calls.length]).toEqual([[{ aberto: true }, { juntos: 3 }, { evento }], 0])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ouvidos.slice(3)).toEqual([{ caiu: true }, { aberto: true }])
  expect(soltar).toHaveBeenCalledOnce()
  parar.abort()
})

test('a server that is down for hours leaves nothing behind at the signal that stops listening', async () => {
  const parar = new AbortController()
  const [postos, tirados] = [vi.spyOn(parar.signal, 'addEventListener'), vi.spyOn(parar.signal, 'removeEventListener')]
  const pedir = vi.fn(() => Promise.reject(new Error('down')))
  void escutar(pedir, () => undefined, parar.signal)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(pedir.mock.calls.length).toBeGreaterThan(50)
  expect(postos.mock.calls.length - tirados.mock.calls.length).toBe(1) // the pause it is in
  parar.abort()
})

test('what cannot be opened is tried again after 2, 4, 8, 16 and then every 30 seconds, and after one second once it was open', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const parar = new AbortController()
  const ouvidos: Ouvido[] = []
  const pedir = vi.fn(async (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch')))
  void escutar(pedir, (um) => ouvidos.push(um), parar.signal)
  await vi.advanceTimersByTimeAsync(0)
  for (const [n, segundos] of [2, 4, 8, 16, 30, 30].entries()) {
    await vi.advanceTimersByTimeAsync(segundos * 1_000 - 1)
    expect(pedir).toHaveBeenCalledTimes(n + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(pedir).toHaveBeenCalledTimes(n + 2)
  }
  ouvidos.length = 0
  pedir
    .mockResolvedValueOnce(new Response('', { status: 401 }))
    .mockResolvedValueOnce(new Response('event: badges\n\n'))
  await vi.advanceTimersByTimeAsync(60_000)
  const evento = { tipo: 'badges', dados: {} }
  expect(ouvidos.slice(0, 5)).toEqual([
    { recusado: true },
    { caiu: true },
    { aberto: true },
    { evento },
    { caiu: true },
  ])
  const chamadas = pedir.mock.calls.length
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pedir).toHaveBeenCalledTimes(chamadas + 1)
  parar.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pedir, 'nothing is asked once it was stopped').toHaveBeenCalledTimes(chamadas + 1)
})

test('an event that comes in pieces is one, and of one that cannot be read only the kind is known', async () => {
  const parar = new AbortController()
  const ouvidos: Ouvido[] = []
  const pedacos = ['event: mensagem\nda', 'ta: {"cliente_id":3}\r\n\r\n:2\n\nevent: badges\ndata: {x\n\nevent: ', 'x']
  const corpo = new ReadableStream({
    start(fluxo) {
      for (const um of pedacos) fluxo.enqueue(new TextEncoder().encode(um))
    },
  })
  void escutar(
    async () => new Response(corpo),
    (um) => ouvidos.push(um),
    parar.signal,
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(ouvidos).toEqual([
    { aberto: true },
    { evento: { tipo: 'mensagem', dados: { cliente_id: 3 } } },
    { juntos: 2 },
    { evento: { tipo: 'badges', dados: {} } },
  ])
  parar.abort()
})
