import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContatoLegal } from '#contract/contato-legal.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { type Filtros, paginaDe } from '#web/ui/filtros.ts'

export const contatoLegalQuery = apiQuery(['contato-legal'], 'GET /api/admin/configuracoes/contato-legal', {})

/** Under `admin`, so that live events refetch it. */
export const bloqueiosQuery = (filtros: Filtros) =>
  queryOptions({
    ...apiQuery(['admin', 'bloqueios'], 'GET /api/admin/bloqueios', {
      query: { page: paginaDe(filtros), busca: filtros.busca },
    }),
    placeholderData: keepPreviousData,
  })

export const autorizacoesQuery = (id: number) =>
  apiQuery(['cliente', id, 'autorizacoes'], 'GET /api/admin/clientes/:id/autorizacoes', { params: { id } })

/** Sends a do-not-contact list; with `simular` nothing is written. */
export function enviarLista(arquivo: File, simular: boolean) {
  const form = new FormData()
  form.set('csv_file', arquivo)
  return callApi('POST /api/admin/bloqueios/importar', { query: { simular: simular ? '1' : '0' }, form })
}

/** Writes the rows, the days without sending, or both, from those that are there by now. */
export type MudarContatoLegal = (
  mudanca: (atual: ContatoLegal) => Entrada<'PUT /api/admin/configuracoes/contato-legal'>['body'],
) => Promise<unknown>
