import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import type { Escrito } from './partes.ts'

export const enviarTeste = (tipo: string, telefone: string) =>
  callApi('POST /api/admin/configuracoes/mensagens/:tipo/teste', { params: { tipo }, body: { telefone } })

export function useAcoesModelos() {
  const cache = useQueryClient()
  const aoFim = { onSettled: () => cache.invalidateQueries({ queryKey: ['modelos'] }) }
  return {
    salvar: useMutation({
      // What a colleague saved and this screen has not shown yet is not written over.
      mutationFn: ({ tipo, versao, ...escrito }: Pick<Modelo, 'tipo' | 'versao'> & Escrito) =>
        callApi('PUT /api/admin/configuracoes/mensagens/:tipo', {
          params: { tipo },
          body: { ...escrito, se_versao: versao },
        }),
      ...aoFim,
    }),
    sincronizar: useMutation({
      mutationFn: () => callApi('POST /api/admin/configuracoes/mensagens/sincronizar', {}),
      onSuccess: () => avisar('Situação dos modelos lida da Meta.'),
      onError: (erro) => avisar(`Modelos: ${fraseDe(erro)}`),
      ...aoFim,
    }),
  }
}
