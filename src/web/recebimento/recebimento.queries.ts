import { apiQuery } from '#web/api/apiQuery.ts'

export const recebimentoQuery = apiQuery(['recebimento'], 'GET /api/admin/configuracoes/recebimento', {})

export const dadosDoRecebimento = () => [recebimentoQuery]
