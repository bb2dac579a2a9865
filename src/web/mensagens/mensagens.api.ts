import { useMutation } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'

/** Sends a template, taking over whoever waits; trying the same again never sends it twice. */
export function useEnviarModelo(id: number) {
  const chave = useChave()
  return useMutation({
    mutationFn: async (template: string) => {
      const body = { template }
      return callApi('POST /api/operador/clientes/:id/mensagens', { params: { id }, body }, { chave: chave.para(body) })
    },
    onSuccess: () => chave.feito(),
    onSettled: () => recarregarCliente(id),
  })
}
