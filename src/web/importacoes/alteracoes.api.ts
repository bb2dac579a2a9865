import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alteracao } from '#contract/alteracoes.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { avisar } from '#web/ui/avisar.tsx'

const base = '/api/admin/importacoes/alteracoes' as const

/** Applies or discards a change; whatever the outcome, the lists are refetched. */
export function useDecisao({ id, cliente }: Alteracao) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (como: 'aplicar' | 'descartar') => callApi(`POST ${base}/:id/${como}`, { params: { id } }),
    onSuccess: ({ situacao }) =>
      avisar(situacao === 'aplicada' ? `Alteração aplicada em ${cliente.nome}.` : 'Alteração descartada.'),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () => Promise.all([cache.invalidateQueries({ queryKey: ['admin'] }), recarregarCliente(cliente.id)]),
  })
}
