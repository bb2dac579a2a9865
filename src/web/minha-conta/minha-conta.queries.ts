import { apiQuery } from '#web/api/apiQuery.ts'

export const sessoesQuery = apiQuery(['sessao', 'abertas'], 'GET /api/me/sessoes', {})
export const segundoFatorQuery = apiQuery(['sessao', 'segundo-fator'], 'GET /api/me/segundo-fator', {})

export const dadosDaMinhaConta = () => [segundoFatorQuery, sessoesQuery]
