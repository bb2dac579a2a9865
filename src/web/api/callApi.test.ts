import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const nada = { addEventListener: () => undefined }
vi.stubGlobal('window', nada)
vi.stubGlobal('document', { ...nada, cookie: '', querySelector: () => null })
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('sessionStorage', { getItem: () => null })
vi.mock('./presenca.ts', () => ({ haAlguem: () => true }))
/** A server that takes the request and never answers. */
const calado = vi.fn(
  (_url: string, { signal }: { signal?: AbortSignal }) =>
    new Promise<Response>((_, falhar) => signal?.addEventListener('abort', () => falhar(signal.reason))),
)
vi.stubGlobal('fetch', calado)
vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
  const corte = new AbortController()
  setTimeout(() => corte.abort(), ms)
  return corte.signal
})
const { callApi } = await import('./callApi.ts')
const { queryClient } = await import('./queryClient.ts')
const { faltaAtual } = await import('./rede.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  calado.mockClear()
})

const assumir = () => callApi('POST /api/operador/clientes/:id/assumir', { params: { id: 1 } })

test('what is asked and never answered ends after a minute, and says that it may have been done', async () => {
  const assumido = assumir().then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await Promise.race([assumido, 'waits'])).toBe('waits')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await assumido).toMatch(/não respondeu a tempo.*pode ter feito.*confira/)
  expect(faltaAtual.ler(), 'meanwhile the server is asked whether it is there').toBe(null)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(faltaAtual.ler()?.causa, 'a network that swallows what is sent counts as away').toBe('rede')
})

test('what is read and never answered ends after a minute too, and nobody waits for two more', async () => {
  const lido = queryClient
    .fetchQuery({ queryKey: ['empresa'], queryFn: () => callApi('GET /api/empresa', {}) })
    .then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await Promise.race([lido, 'waits'])).toMatch(/não respondeu.*tente de novo/)
})

test('the answer that came in time is read to its end, however long that takes', async () => {
  const { readable, writable } = new TransformStream()
  calado.mockResolvedValueOnce(new Response(readable))
  const assumido = assumir()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(calado.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  const escrita = writable.getWriter()
  void escrita.write(new TextEncoder().encode('{"cliente":1}')).then(() => escrita.close())
  expect(await assumido).toEqual({ cliente: 1 })
})
