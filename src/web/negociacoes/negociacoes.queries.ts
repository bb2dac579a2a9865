import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#web/api/apiQuery.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export const negociacoesQuery = (id: number) =>
  apiQuery(['negociacoes', id], 'GET /api/operador/clientes/:id/negociacoes', { params: { id } })

export const ofertasQuery = (id: number) =>
  apiQuery(['negociacoes', id, 'ofertas'], 'GET /api/operador/clientes/:id/ofertas', { params: { id } })

/** How long conditions must stay as they are before they are judged: each key changes them. */
const PAUSA_MS = 300

type Termos = Entrada<'POST /api/operador/clientes/:id/negociacoes/conferencia'>['body']

/** In what the agreement being made would go beyond the policy; the customer's last answer stays while the next loads. */
export const conferenciaQuery = (id: number, body: Termos | null) =>
  queryOptions({
    queryKey: ['negociacoes', id, 'conferencia', body] as const,
    queryFn: async ({ signal }) => {
      await new Promise((pronto) => setTimeout(pronto, PAUSA_MS))
      signal.throwIfAborted()
      return callApi(
        'POST /api/operador/clientes/:id/negociacoes/conferencia',
        { params: { id }, body: body! },
        { signal },
      )
    },
    enabled: body !== null,
    placeholderData: (antes, consulta) => (consulta?.queryKey[1] === id ? antes : undefined),
  })
