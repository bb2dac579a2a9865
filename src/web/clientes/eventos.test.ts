import type { QueryKey } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Ouvido } from '#web/api/stream.ts'
import { contaAdminQuery, contaQuery } from '#web/contas-receber/contas.queries.ts'
import { autorizacoesQuery } from '#web/contato-legal/contatoLegal.queries.ts'
import { clienteAdminQuery } from './admin.queries.ts'
import { clienteQuery } from './clientes.queries.ts'
import { dinheiroQuery } from './dinheiro.queries.ts'

const ouvintes = vi.hoisted((): ((ouvido: Ouvido) => void)[] => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('document', { hidden: false })
  return []
})
vi.mock('#web/api/ouvirEventos.ts', () => ({
  ouvirEventos: (ouvir: (ouvido: Ouvido) => void) => ouvintes.push(ouvir) && (() => undefined),
}))
vi.mock('#web/api/sessao.ts', () => ({
  aoMudarSessao: () => undefined,
  sessaoAtual: () => null,
  tokenAtual: () => 'token',
}))

test('what somebody else does to a customer is fetched again wherever it is open', async () => {
  vi.useFakeTimers()
  const { ouvirServidor } = await import('#web/api/eventos.ts')
  const { queryClient } = await import('#web/api/queryClient.ts')
  ouvirServidor()
  const dela: QueryKey[] = [clienteQuery, clienteAdminQuery, dinheiroQuery, autorizacoesQuery].map(
    (consulta) => consulta(7).queryKey,
  )
  const daConta: QueryKey[] = [contaQuery, contaAdminQuery].map((consulta) => consulta(70).queryKey)
  const deOutra: QueryKey[] = [clienteAdminQuery(8).queryKey, contaQuery(80).queryKey]
  for (const chave of dela) queryClient.setQueryData(chave, {})
  for (const chave of daConta) queryClient.setQueryData(chave, { cliente: { id: 7 } })
  for (const chave of deOutra) queryClient.setQueryData(chave, { cliente: { id: 8 } })

  for (const ouvir of ouvintes) ouvir({ evento: { tipo: 'cliente', dados: { cliente_id: 7 } } })
  await vi.advanceTimersByTimeAsync(60_000)

  const velha = (chave: QueryKey) => queryClient.getQueryState(chave)?.isInvalidated
  expect([...dela, ...daConta].map(velha)).toEqual(Array(6).fill(true))
  expect(deOutra.map(velha)).toEqual([false, false])
  vi.useRealTimers()
})
