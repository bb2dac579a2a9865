import { expect, test, vi } from 'vitest'
import { dadosDaConciliacao, resumoQuery } from './conciliacao.queries.ts'

vi.mock('#web/api/callApi.ts', () => ({}))

test.each([
  [{}, {}],
  [
    { aba: 'movimentos', de: '2026-12-01', ate: '2026-12-03' },
    { de: '2026-12-01', ate: '2026-12-03' },
  ],
  [{ aba: 'movimentos', importacao_id: '3' }, undefined],
])('with %j only the summary that its tab shows is fetched', (filtros, daTela) => {
  const resumos = dadosDaConciliacao(filtros).flatMap(({ queryKey }) => (queryKey[1] === 'resumo' ? [queryKey] : []))
  expect(resumos).toEqual(daTela ? [resumoQuery(daTela).queryKey] : [])
})
