import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recebimentoQuery } from './recebimento.queries.ts'

type Mudanca = Entrada<'PUT /api/admin/configuracoes/recebimento'>['body']

/** Saves part of the settings about receiving: what is left out stays. Throws refusals. */
export function useGravar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Mudanca) => callApi('PUT /api/admin/configuracoes/recebimento', { body }),
    onSuccess: (novo) => {
      cache.setQueryData(recebimentoQuery.queryKey, novo)
      // Templates show some of it.
      void cache.invalidateQueries({ queryKey: ['modelos'] })
      void cache.invalidateQueries({ queryKey: ['whatsapp'] })
    },
  })
}
