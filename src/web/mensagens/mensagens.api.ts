import { useMutation } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { callApi } from '#web/api/callApi.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { comEnviada } from './conversa.ts'
import { mudarConversa } from './mensagens.queries.ts'

/** Sends a template, taking over whoever waits; trying the same again never sends it twice. */
export function useEnviarModelo({ id, nome }: Pick<Cliente, 'id' | 'nome'>) {
  const chave = useChave()
  const falhaDepois = useFalhaDepois()
  return useMutation({
    mutationFn: async (template: string) => {
      const body = { template }
      return callApi('POST /api/operador/clientes/:id/mensagens', { params: { id }, body }, { chave: chave.para(body) })
    },
    onSuccess: (enviada) => {
      chave.feito()
      mudarConversa(id, (conversa) => comEnviada(conversa, enviada))
    },
    onSettled: async (_, erro) => {
      await recarregarCliente(id)
      if (erro) falhaDepois(erro, nome)
    },
  })
}
