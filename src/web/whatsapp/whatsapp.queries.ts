import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EventoWhatsapp } from '#contract/eventos-whatsapp.ts'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { contaComecada } from './conta.ts'

const SEMPRE = { refetchInterval: 30_000 }

export const conexaoQuery = queryOptions({
  ...apiQuery(['whatsapp'], 'GET /api/admin/configuracoes/whatsapp/status', {}),
  ...SEMPRE,
})

export const movimentoQuery = queryOptions({
  ...apiQuery(['whatsapp'], 'GET /api/admin/configuracoes/whatsapp/movimento', {}),
  ...SEMPRE,
})

/** Polled while the steps are open: what Meta does at the other end shows by itself. */
export const preparoQuery = queryOptions({
  ...apiQuery(['whatsapp'], 'GET /api/admin/configuracoes/whatsapp/preparo', {}),
  refetchInterval: 10_000,
})

/** What waits for a decision after a restore; polled, as Meta's confirmations go on coming. */
export const retencaoQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['whatsapp'], 'GET /api/admin/whatsapp/retencao', { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export const semClienteQuery = (page: number) =>
  queryOptions({
    ...apiQuery(['whatsapp'], 'GET /api/admin/mensagens/sem-cliente', { query: { page } }),
    placeholderData: keepPreviousData,
  })

export const eventosQuery = (page: number, situacao: EventoWhatsapp['situacao'] | undefined) =>
  queryOptions({
    ...apiQuery(['whatsapp'], 'GET /api/admin/whatsapp/eventos', { query: { page, situacao } }),
    placeholderData: keepPreviousData,
  })

/** What Meta sent, word for word. */
export const eventoQuery = (id: number) =>
  apiQuery(['whatsapp'], 'GET /api/admin/whatsapp/eventos/:id', { params: { id } })

/** Asks Meta about every part of the account; only of a real one. */
export const diagnosticoQuery = (conexao: ConexaoWhatsapp) =>
  queryOptions({
    ...apiQuery(['whatsapp'], 'POST /api/admin/configuracoes/whatsapp/diagnostico', {}),
    enabled: contaComecada(conexao),
    staleTime: 60_000,
  })

export const dadosDoWhatsapp = () => [conexaoQuery, movimentoQuery]
