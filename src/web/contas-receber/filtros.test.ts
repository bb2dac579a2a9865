import { expect, test, vi } from 'vitest'
import { enumerar } from '#domain/plural.ts'

// Nothing is fetched here, and callApi needs a browser.
vi.mock('#web/api/callApi.ts', () => ({ callApi: vi.fn() }))

const { A_RECEBER, statusDe } = await import('./contas.queries.ts')
const { filtrosEmPalavras, guardarStatus } = await import('./filtros.ts')

test('the list opens on what is still to be received; a search looks everywhere', () => {
  expect(statusDe({})).toBe(A_RECEBER)
  expect(statusDe({ faixa: '1-30' })).toBe(A_RECEBER)
  expect(statusDe({ busca: '18.432' })).toBeUndefined()
  expect(statusDe({ cliente_id: '7' })).toBeUndefined()
  expect(statusDe({ importacao_id: '7' })).toBeUndefined()
  expect(statusDe({ status: 'vencida', busca: 'ana' })).toBe('vencida')
  expect(statusDe({ status: guardarStatus(undefined) })).toBeUndefined()
})

test('what found nothing is said by its filters', () => {
  const filtros = { busca: 'ana', status: 'vencida', faixa: '31-60', vencimento_de: '2026-11-01', valor_max: '100' }
  expect(enumerar(filtrosEmPalavras(filtros))).toBe(
    'a situação Vencida, o atraso 31–60 dias, o vencimento desde 01/11/2026 e o valor até R$\u00A0100,00',
  )
  expect(filtrosEmPalavras({ busca: 'ana' })).toEqual([])
})
