import { apiQuery } from '#web/api/apiQuery.ts'

export const acessoQuery = apiQuery(['acesso'], 'GET /api/admin/configuracoes/acesso', {})

export const dadosDoAcesso = () => [acessoQuery]
