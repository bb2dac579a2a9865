import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Ouvido } from '#web/api/stream.ts'
import { contaAdminQuery, contaQuery } from '#web/contas-receber/contas.queries.ts'
import { autorizacoesQuery } from '#web/contato-legal/contatoLegal.queries.ts'
import { frasesDoClienteQuery } from '#web/frases/frases.queries.ts'
import { modelosDoClienteQuery } from '#web/mensagens/mensagens.queries.ts'
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

test('the texts that say what a customer owes are filled again after something of theirs changed', async () => {
  const { recarregarCliente } = await import('#web/api/recarregar.ts')
  const { queryClient } = await import('#web/api/queryClient.ts')
  const textos: QueryKey[] = [7, 8].flatMap((id) => [
    frasesDoClienteQuery(id).queryKey,
    modelosDoClienteQuery(id).queryKey,
  ])
  for (const chave of textos) queryClient.setQueryData(chave, {})
  await recarregarCliente(7)
  expect(textos.map((chave) => queryClient.getQueryState(chave)?.isInvalidated)).toEqual([true, true, false, false])
  queryClient.clear()
})

test('what was done to a customer waits for their records to be read again, and for no list', async () => {
  const { recarregarCliente } = await import('#web/api/recarregar.ts')
  const { queryClient } = await import('#web/api/queryClient.ts')
  let responder = (_: object) => {}
  const conta = {
    queryKey: contaQuery(70).queryKey as QueryKey,
    queryFn: () => new Promise((pronto) => (responder = pronto)),
  }
  const lista = { queryKey: ['contas', 'lista'] as QueryKey, queryFn: () => new Promise(() => undefined) }
  const soltar = [conta, lista].map((consulta) => {
    queryClient.setQueryData(consulta.queryKey, {})
    return new QueryObserver(queryClient, { ...consulta, staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    )
  })
  const passos: string[] = []
  const fim = recarregarCliente(7).then(() => passos.push('pronto'))
  await new Promise((volta) => setTimeout(volta))
  passos.push('conta')
  responder({})
  await fim
  expect(passos).toEqual(['conta', 'pronto'])
  expect(queryClient.getQueryState(lista.queryKey)?.fetchStatus).toBe('fetching')
  for (const um of soltar) um()
  queryClient.clear()
})

test('what somebody else does to a customer is fetched again wherever it is open', async () => {
  vi.useFakeTimers()
  const { ouvirServidor } = await import('#web/api/eventos.ts')
  const { queryClient } = await import('#web/api/queryClient.ts')
  ouvirServidor()
  const dela: QueryKey[] = [
    ...[clienteQuery, clienteAdminQuery, dinheiroQuery, autorizacoesQuery],
    ...[frasesDoClienteQuery, modelosDoClienteQuery],
  ].map((consulta) => consulta(7).queryKey)
  const daConta: QueryKey[] = [contaQuery, contaAdminQuery].map((consulta) => consulta(70).queryKey)
  const deOutra: QueryKey[] = [
    ...[clienteAdminQuery(8).queryKey, contaQuery(80).queryKey],
    ...[frasesDoClienteQuery(8).queryKey, modelosDoClienteQuery(8).queryKey],
  ]
  for (const chave of dela) queryClient.setQueryData(chave, {})
  for (const chave of daConta) queryClient.setQueryData(chave, { cliente: { id: 7 } })
  for (const chave of deOutra) queryClient.setQueryData(chave, { cliente: { id: 8 } })

  for (const ouvir of ouvintes) ouvir({ evento: { tipo: 'cliente', dados: { cliente_id: 7 } } })
  await vi.advanceTimersByTimeAsync(60_000)

  const velha = (chave: QueryKey) => queryClient.getQueryState(chave)?.isInvalidated
  expect([...dela, ...daConta].map(velha)).toEqual(Array(8).fill(true))
  expect(deOutra.map(velha)).toEqual(Array(4).fill(false))
  vi.useRealTimers()
})
