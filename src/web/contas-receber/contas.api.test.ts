import { beforeEach, expect, test, vi } from 'vitest'
import type { Pagamento } from '#contract/pagamentos.ts'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock('#web/api/callApi.ts', () => ({ callApi }))
vi.mock('#web/api/recarregar.ts', () => ({ recarregarCliente: vi.fn() }))
const { osQueValem } = await import('./contas.api.ts')

const conta = (id: number, ...pagamentos: object[]) => ({ id, status: 'paga', pagamentos })
const pago = (id: number, de: number) => ({ id, conta: { id: de, status: 'vencida' } }) as unknown as Pagamento

beforeEach(() => void callApi.mockReset())

test('of what an earlier attempt paid, what somebody reversed since does not count, nor another payment of that account', async () => {
  const estornado = { id: 11, estornado_em: '2026-11-24T13:00:00.000Z' }
  const agora = [conta(1, estornado, { id: 99, estornado_em: null }), conta(2, { id: 12, estornado_em: null })]
  callApi.mockImplementation(async (_, { params }) => agora.find(({ id }) => id === params.id))
  expect(await osQueValem([pago(11, 1), pago(12, 2)])).toEqual([{ id: 12, conta: agora[1] }])
  expect(await osQueValem([pago(11, 1)])).toBe(null)
})
