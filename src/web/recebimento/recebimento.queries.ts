import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EventoDoPix } from '#contract/eventos-pix.ts'
import { apiQuery } from '#web/api/apiQuery.ts'

export const recebimentoQuery = apiQuery(['recebimento'], 'GET /api/admin/configuracoes/recebimento', {})

export const dadosDoRecebimento = () => [recebimentoQuery]

export const avisosDoBancoQuery = (page: number, situacao: EventoDoPix['situacao'] | undefined) =>
  queryOptions({
    ...apiQuery(['recebimento'], 'GET /api/admin/recebimento/eventos', { query: { page, situacao } }),
    placeholderData: keepPreviousData,
  })
