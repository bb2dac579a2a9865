import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'

export function useAcoesCobranca() {
  const cache = useQueryClient()
  return {
    salvarRegua: useMutation({
      mutationFn: (body: Entrada<'PUT /api/admin/configuracoes/regua'>['body']) =>
        callApi('PUT /api/admin/configuracoes/regua', { body }),
      onSettled: () => cache.invalidateQueries({ queryKey: ['regua'] }),
    }),
    executar: useMutation({
      mutationFn: (body: Entrada<'POST /api/admin/cobranca/executar'>['body']) =>
        callApi('POST /api/admin/cobranca/executar', { body }),
      onSettled: () => cache.invalidateQueries({ queryKey: ['execucoes'] }),
    }),
  }
}
