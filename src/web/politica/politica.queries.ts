import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Filtros } from '#web/ui/filtros.ts'
import { paginaDe } from '#web/ui/filtros.ts'
import type { CorpoDaPolitica } from './rascunho.ts'

export const politicaQuery = apiQuery(['politica'], 'GET /api/admin/configuracoes/negociacao', {})

export const esperandoQuery = (page: number) => ({
  ...apiQuery(['negociacoes', 'admin'], 'GET /api/admin/negociacoes', {
    query: { status: 'aguarda_aprovacao', page, per_page: 20 },
  }),
  placeholderData: keepPreviousData,
})

/** What the grid being typed would offer to real customers; the last answer stays while the next is loading. */
export const exemploQuery = (body: CorpoDaPolitica | null) =>
  queryOptions({
    queryKey: ['politica', 'exemplo', body] as const,
    queryFn: ({ signal }) =>
      callApi('POST /api/admin/configuracoes/negociacao/exemplo', { body: body ?? {} }, { signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  })

export const abaDe = (texto: string | undefined): 'aprovacoes' | 'politica' =>
  texto === 'politica' ? 'politica' : 'aprovacoes'

export const dadosDaNegociacao = (filtros: Filtros) =>
  abaDe(filtros.aba) === 'politica' ? [politicaQuery] : [esperandoQuery(paginaDe(filtros))]
