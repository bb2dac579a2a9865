import { useMutation } from '@tanstack/react-query'
import type { Frase } from '#contract/frases.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { avisar } from '#web/ui/avisar.tsx'

/** Whose phrases: one's own, or the company's, which administrators keep. */
export type DeQuem = 'minhas' | 'da_empresa'

const minhas = '/api/operador/frases' as const
const daEmpresa = '/api/admin/configuracoes/frases' as const

type Corpo = { atalho: string; texto: string }

export function useFrases(deQuem: DeQuem) {
  const aoFim = { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['frases'] }) }
  const meu = deQuem === 'minhas'
  return {
    /** Creates a phrase or, with an `id`, changes it. */
    salvar: useMutation({
      mutationFn: ({ id, ...body }: Corpo & { id: number | undefined }) => {
        if (id === undefined) return meu ? callApi(`POST ${minhas}`, { body }) : callApi(`POST ${daEmpresa}`, { body })
        const params = { id }
        return meu ? callApi(`PUT ${minhas}/:id`, { params, body }) : callApi(`PUT ${daEmpresa}/:id`, { params, body })
      },
      ...aoFim,
    }),
    apagar: useMutation({
      mutationFn: ({ id }: Frase) =>
        meu
          ? callApi(`DELETE ${minhas}/:id`, { params: { id } })
          : callApi(`DELETE ${daEmpresa}/:id`, { params: { id } }),
      onSuccess: (_, { atalho }) => avisar(`/${atalho} foi apagada.`),
      onError: (erro) => avisar(fraseDe(erro)),
      ...aoFim,
    }),
  }
}
