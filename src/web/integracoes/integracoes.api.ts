import { useMutation } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { avisar } from '#web/ui/avisar.tsx'

export const relerIntegracoes = () => void queryClient.invalidateQueries({ queryKey: ['integracoes'] })
const aoFim = { onSuccess: relerIntegracoes }
const comAviso = { ...aoFim, onError: (erro: unknown) => void avisar(fraseDe(erro)) }
/** Says what the line does not show: it is gone, or is about to change. */
const saiu = (frase: string) => ({
  ...comAviso,
  onSuccess: () => {
    relerIntegracoes()
    avisar(frase)
  },
})

/** What administrators do to tokens and webhooks. */
export function useIntegracoes() {
  return {
    criarToken: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/tokens'>['body']) => callApi('POST /api/admin/tokens', { body }),
      ...aoFim,
    }),
    revogar: useMutation({
      mutationFn: (id: number) => callApi('DELETE /api/admin/tokens/:id', { params: { id } }),
      ...saiu('Token revogado: o programa que o usava não entra mais.'),
    }),
    criarWebhook: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/webhooks'>['body']) => callApi('POST /api/admin/webhooks', { body }),
      ...aoFim,
    }),
    remover: useMutation({
      mutationFn: (id: number) => callApi('DELETE /api/admin/webhooks/:id', { params: { id } }),
      ...saiu('Webhook removido: nada mais vai para o endereço dele.'),
    }),
    testar: useMutation({
      mutationFn: (id: number) => callApi('POST /api/admin/webhooks/:id/testar', { params: { id } }),
      ...comAviso,
      // Whoever receives it may take ten seconds to answer.
      onMutate: () => void avisar('Enviando o teste…'),
      onSuccess: ({ entregue, erro, ms }) => {
        relerIntegracoes()
        avisar(entregue ? `O teste chegou, em ${ms} ms.` : `O teste não chegou. ${erro}`)
      },
    }),
    repetir: useMutation({
      mutationFn: (params: { id: number; entrega: number }) =>
        callApi('POST /api/admin/webhooks/:id/entregas/:entrega/repetir', { params }),
      ...saiu('Enviando de novo: a resposta aparece na lista.'),
    }),
  }
}
