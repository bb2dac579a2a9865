import { expect, test, vi } from 'vitest'

vi.mock('#web/api/callApi.ts', () => ({ callApi: vi.fn() }))
vi.mock('#web/api/recarregar.ts', () => ({ recarregarCliente: vi.fn() }))
vi.mock('#web/api/rede.ts', () => ({ conferirRede: vi.fn() }))
const { podeAssumir, podeNegociar, podePausar, podeReativar } = await import('./clientes.api.ts')

const EU = 7
const eu = { id: EU, name: 'Ana' }
const outra = { id: 8, name: 'Bia' }

test.each([
  ['ativo', null, true],
  ['aguardando_atendimento', eu, true],
  ['negociado', eu, true],
  ['negociado', null, true],
  ['negociado', outra, false],
  ['em_atendimento', eu, false],
  ['concluido', eu, false],
] as const)('who is %s, of %o, may be taken over: %s', (status, operador, pode) => {
  expect(podeAssumir({ status, operador }, EU)).toBe(pode)
})

test('nothing is offered that would be refused', () => {
  expect([podePausar({ status: 'pausado' }), podeReativar({ status: 'ativo' })]).toEqual([false, false])
  expect([podePausar({ status: 'ativo' }), podeReativar({ status: 'pausado' })]).toEqual([true, true])
  const acordo = { id: 1 } as Parameters<typeof podeNegociar>[0]['negociacao']
  const negociaveis = [null, acordo].map((negociacao) => podeNegociar({ status: 'em_atendimento', negociacao }))
  expect([...negociaveis, podeNegociar({ status: 'concluido', negociacao: null })]).toEqual([true, false, false])
})
