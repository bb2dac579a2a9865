import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Regua } from '#contract/cobranca.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { iguais } from '#web/ui/seguir.ts'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { reguaQuery } from './cobranca.queries.ts'

type Nova = Entrada<'PUT /api/admin/configuracoes/regua'>['body']
const MUDOU =
  'A régua mudou enquanto você escrevia. O que você não mexeu já aparece como ficou: confira e salve de novo.'

export function useAcoesCobranca() {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  return {
    salvarRegua: useMutation({
      mutationFn: async ({ body, salva }: { body: Nova; salva: Regua }) => {
        // As with the policy: what a colleague saved and this screen has not shown yet is not written over. Two who save within
        // one round trip still overwrite each other: the contract's PUT carries no version.
        const agora = await cache.fetchQuery({ ...reguaQuery, staleTime: 0 })
        if (!iguais(agora, salva)) throw new Error(MUDOU)
        return callApi('PUT /api/admin/configuracoes/regua', { body })
      },
      onSuccess: () => avisar('Régua salva. Vale a partir da próxima execução.'),
      onError: (erro) => falhaDepois(erro, 'Régua'),
      onSettled: () => cache.invalidateQueries({ queryKey: ['regua'] }),
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
