import { expect, test, vi } from 'vitest'

test('somebody is there for a minute after each gesture, and not for longer', async () => {
  vi.useFakeTimers()
  const gestos = new Map<string, () => void>()
  vi.stubGlobal('window', { addEventListener: (nome: string, ouvir: () => void) => gestos.set(nome, ouvir) })
  const { haAlguem } = await import('./presenca.ts')
  expect(haAlguem()).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(haAlguem()).toBe(false)
  gestos.get('keydown')?.()
  expect(haAlguem()).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(haAlguem()).toBe(true)
  vi.advanceTimersByTime(12 * 3_600_000)
  expect(haAlguem()).toBe(false)
  vi.useRealTimers()
})
