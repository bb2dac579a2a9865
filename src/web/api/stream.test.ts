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
