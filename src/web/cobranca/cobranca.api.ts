import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Regua } from '#contract/cobranca.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { ehVersaoAntiga, fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { reguaQuery } from './cobranca.queries.ts'

type Nova = Entrada<'PUT /api/admin/configuracoes/regua'>['body']

export function useAcoesCobranca() {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  return {
    salvarRegua: useMutation({
      // What a colleague saved and this screen has not shown yet is not written over.
      mutationFn: ({ body, salva }: { body: Nova; salva: Regua }) =>
        callApi('PUT /api/admin/configuracoes/regua', { body: { ...body, se_versao: salva.versao } }),
      onSuccess: (nova) => {
        cache.setQueryData(reguaQuery.queryKey, nova)
        void cache.invalidateQueries({ queryKey: ['regua', 'feriados'] })
        avisar('Régua salva. Vale a partir da próxima execução.')
      },
      onError: async (erro) => {
        falhaDepois(erro, 'Régua')
        // How it is by now is there before it is asked to be looked at.
        const relida = cache.invalidateQueries({ queryKey: reguaQuery.queryKey })
        if (ehVersaoAntiga(erro)) await relida
      },
    }),
    executar: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/cobranca/executar'>['body']) =>
        callApi('POST /api/admin/cobranca/executar', { body }),
      // In here: the callbacks of `mutate` end with the screen that it was asked from.
      onError: (erro) => avisar(`Execução da cobrança: ${fraseDe(erro)}`),
      onSettled: () => cache.invalidateQueries({ queryKey: ['execucoes'] }),
    }),
  }
}
