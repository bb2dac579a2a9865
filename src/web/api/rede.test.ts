import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acertarRelogio } from './agora.ts'

const janela = new EventTarget()
vi.stubGlobal('window', janela)
vi.stubGlobal('navigator', { onLine: true })
const pedir = vi.fn(async (_url: string): Promise<{ status: number }> => ({ status: 200 }))
vi.stubGlobal('fetch', pedir)
vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
const { aoVoltarARede, conferirRede, faltaAtual } = await import('./rede.ts')
const voltou = vi.fn()
aoVoltarARede(voltou)

const semRede = async () => {
  throw new TypeError('Failed to fetch')
}
const responde = (status: number) => pedir.mockImplementation(async () => ({ status }))
const as = (hora: string) => acertarRelogio(`2026-11-24T${hora}.000Z`)

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  responde(200)
  await conferirRede()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('what cannot be reached is asked again after 2, 4, 8 and then every 15 seconds, and its return is told once', async () => {
  pedir.mockImplementation(semRede)
  await Promise.all([conferirRede(), conferirRede()])
  expect(pedir, 'one question at a time').toHaveBeenCalledTimes(1)
  expect(faltaAtual.ler()?.causa).toBe('rede')
  for (const [n, segundos] of [2, 4, 8, 15, 15].entries()) {
    await vi.advanceTimersByTimeAsync(segundos * 1_000 - 1)
    expect(pedir).toHaveBeenCalledTimes(n + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(pedir).toHaveBeenCalledTimes(n + 2)
  }
  responde(200)
  await vi.advanceTimersByTimeAsync(15_000)
  expect([faltaAtual.ler(), voltou.mock.calls.length]).toEqual([null, 1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pedir).toHaveBeenCalledTimes(7)
  pedir.mockImplementation(semRede)
  await conferirRede()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pedir, 'the pauses begin anew').toHaveBeenCalledTimes(9)
  await conferirRede()
  await vi.advanceTimersByTimeAsync(7_999)
  expect(pedir, 'and after each answer').toHaveBeenCalledTimes(10)
})

test('a server that fails is away, since the network was; one that refuses is there', async () => {
  as('10:00:00')
  pedir.mockImplementation(semRede)
  await conferirRede()
  as('10:05:00')
  responde(503)
  await conferirRede()
  expect(faltaAtual.ler()).toEqual({ desde: expect.stringContaining('10:00:00'), causa: 'servidor' })
  responde(401)
  await conferirRede()
  expect(faltaAtual.ler()).toBe(null)
  responde(500)
  await conferirRede()
  expect(faltaAtual.ler()?.desde).toContain('10:05:00')
})

test('what the browser says of its network is believed at once, and then asked', async () => {
  pedir.mockImplementation(semRede)
  janela.dispatchEvent(new Event('offline'))
  expect(faltaAtual.ler()?.causa).toBe('rede')
  await vi.advanceTimersByTimeAsync(0)
  expect(pedir).toHaveBeenCalledOnce()
  responde(200)
  janela.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect([faltaAtual.ler(), voltou.mock.calls.length]).toEqual([null, 1])
})
