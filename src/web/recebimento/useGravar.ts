import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { recebimentoQuery } from './recebimento.queries.ts'

type Mudanca = Entrada<'PUT /api/admin/configuracoes/recebimento'>['body']

/**
 * Saves part of the settings about receiving: what is left out stays. Throws refusals; with `feito`, for what has no form that
 * shows them, a toast tells how it ended.
 */
export function useGravar(feito?: (mudanca: Mudanca) => string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Mudanca) => callApi('PUT /api/admin/configuracoes/recebimento', { body }),
    onSuccess: (novo, mudanca) => {
      cache.setQueryData(recebimentoQuery.queryKey, novo)
      // Templates show some of it.
      void cache.invalidateQueries({ queryKey: ['modelos'] })
      void cache.invalidateQueries({ queryKey: ['whatsapp'] })
      if (feito) avisar(feito(mudanca))
    },
    onError: (erro) => feito && avisar(`Recebimento: ${fraseDe(erro)}`),
  })
}
