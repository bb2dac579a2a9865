import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ConexaoWhatsapp, EventoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'

const SEMPRE = { refetchInterval: 30_000 }

export const conexaoQuery = queryOptions({
  queryKey: ['whatsapp'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/whatsapp/status', {}, { signal }),
  ...SEMPRE,
})

export const movimentoQuery = queryOptions({
  queryKey: ['whatsapp', 'movimento'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/whatsapp/movimento', {}, { signal }),
  ...SEMPRE,
})

/** While the steps are open, what Meta does at the other end shows by itself. */
export const preparoQuery = queryOptions({
  queryKey: ['whatsapp', 'preparo'],
  queryFn: ({ signal }) => callApi('GET /api/admin/configuracoes/whatsapp/preparo', {}, { signal }),
  refetchInterval: 10_000,
})

/** What waits for a decision after a restore; confirmations go on coming while one looks. */
export const retencaoQuery = (page: number) =>
  queryOptions({
    queryKey: ['whatsapp', 'retencao', page],
    queryFn: ({ signal }) => callApi('GET /api/admin/whatsapp/retencao', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export const semClienteQuery = (page: number) =>
  queryOptions({
    queryKey: ['whatsapp', 'sem-cliente', page],
    queryFn: ({ signal }) => callApi('GET /api/admin/mensagens/sem-cliente', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const avisosQuery = (page: number, situacao: EventoWhatsapp['situacao'] | undefined) =>
  queryOptions({
    queryKey: ['whatsapp', 'avisos', page, situacao],
    queryFn: ({ signal }) => callApi('GET /api/admin/whatsapp/eventos', { query: { page, situacao } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What Meta sent, word for word. */
export const avisoQuery = (id: number) =>
  queryOptions({
    queryKey: ['whatsapp', 'aviso', id],
    queryFn: ({ signal }) => callApi('GET /api/admin/whatsapp/eventos/:id', { params: { id } }, { signal }),
  })

/** Asks Meta about every part of the account: only of a real one, and only while the steps are on screen. */
export const diagnosticoQuery = ({ provedor }: ConexaoWhatsapp) =>
  queryOptions({
    queryKey: ['whatsapp', 'diagnostico'],
    queryFn: ({ signal }) => callApi('POST /api/admin/configuracoes/whatsapp/diagnostico', {}, { signal }),
    enabled: provedor === 'cloud_api',
    staleTime: 60_000,
  })
