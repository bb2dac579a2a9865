import { expect, test, vi } from 'vitest'

vi.mock('#web/api/callApi.ts', () => ({ callApi: vi.fn() }))
const { dadosDoAdmin, dadosDoOperador } = await import('./dashboard.queries.ts')

test('all that a dashboard shows is read again without events too: a month ends at night', () => {
  for (const consulta of [...dadosDoAdmin(), ...dadosDoOperador()])
    expect(consulta, JSON.stringify(consulta.queryKey)).toHaveProperty('refetchInterval', expect.any(Number))
})
