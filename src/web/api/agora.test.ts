import { expect, test, vi } from 'vitest'

test('a moved clock is known to the next page before its first answer, and one set right again too', async () => {
  const guardado = new Map<string, string>()
  const escritas = vi.fn((chave: string, valor: string) => guardado.set(chave, valor))
  vi.stubGlobal('localStorage', { getItem: (chave: string) => guardado.get(chave) ?? null, setItem: escritas })
  const pagina = () => {
    vi.resetModules()
    return import('./agora.ts')
  }
  const longe = ({ agora }: { agora: () => Date }) => Math.abs(agora().getTime() - Date.now())
  const primeira = await pagina()
  primeira.acertarRelogio(null)
  primeira.acertarRelogio('nem hora')
  primeira.acertarRelogio(new Date().toUTCString())
  expect([longe(primeira) < 60_000, escritas.mock.calls]).toEqual([true, []])

  for (let vez = 0; vez < 3; vez += 1) primeira.acertarRelogio('2026-11-24T13:26:00Z')
  expect(longe(primeira)).toBeGreaterThan(60_000)
  const segunda = await pagina()
  expect(segunda.hoje()).toBe('2026-11-24')
  segunda.acertarRelogio(new Date().toUTCString())
  expect(longe(await pagina())).toBeLessThan(60_000)

  escritas.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  segunda.acertarRelogio('2026-11-24T13:26:00Z')
  expect(segunda.hoje()).toBe('2026-11-24')
})
