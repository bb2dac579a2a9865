import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Entrega } from '#contract/integracoes.ts'
import { apiQuery } from '#web/api/apiQuery.ts'

export const tokensQuery = apiQuery(['integracoes'], 'GET /api/admin/tokens', {})
export const webhooksQuery = apiQuery(['integracoes'], 'GET /api/admin/webhooks', {})

/** Sent for the first time, or again by hand: the answer is there in moments. */
const saindo = ({ status, tentativas }: Entrega) => status === 'pendente' && tentativas === 0
const DE_NOVO_EM_MS = 1_500

export const entregasQuery = (id: number, page: number, status: Entrega['status'] | undefined) =>
  queryOptions({
    ...apiQuery(['integracoes'], 'GET /api/admin/webhooks/:id/entregas', { params: { id }, query: { page, status } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(saindo) && DE_NOVO_EM_MS,
  })

export const dadosDasIntegracoes = () => [tokensQuery, webhooksQuery]
