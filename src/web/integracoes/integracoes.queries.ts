import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Entrega } from '#contract/integracoes.ts'
import { apiQuery } from '#web/api/apiQuery.ts'

export const tokensQuery = apiQuery(['integracoes'], 'GET /api/admin/tokens', {})
export const webhooksQuery = apiQuery(['integracoes'], 'GET /api/admin/webhooks', {})

export const entregasQuery = (id: number, page: number, status: Entrega['status'] | undefined) =>
  queryOptions({
    ...apiQuery(['integracoes'], 'GET /api/admin/webhooks/:id/entregas', { params: { id }, query: { page, status } }),
    placeholderData: keepPreviousData,
  })

export const dadosDasIntegracoes = () => [tokensQuery, webhooksQuery]
