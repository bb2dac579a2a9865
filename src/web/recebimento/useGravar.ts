import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recebimentoQuery } from './recebimento.queries.ts'

type Mudanca = Entrada<'PUT /api/admin/configuracoes/recebimento'>['body']

/** Writes part of how the company receives: what is left out stays. Throws what was refused. */
export function useGravar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Mudanca) => callApi('PUT /api/admin/configuracoes/recebimento', { body }),
    onSuccess: (novo) => {
      cache.setQueryData(recebimentoQuery.queryKey, novo)
      // What templates say of the company changes with it.
      void cache.invalidateQueries({ queryKey: ['modelos'] })
      void cache.invalidateQueries({ queryKey: ['whatsapp'] })
    },
  })
}
