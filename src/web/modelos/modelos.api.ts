import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { modelosQuery } from './modelos.queries.ts'
import type { Escrito } from './partes.ts'

export const enviarTeste = (tipo: string, telefone: string) =>
  callApi('POST /api/admin/configuracoes/mensagens/:tipo/teste', { params: { tipo }, body: { telefone } })

const MUDOU = 'Este texto mudou enquanto você escrevia o seu. Confira as versões e salve de novo.'

export function useAcoesModelos() {
  const cache = useQueryClient()
  const aoFim = { onSettled: () => cache.invalidateQueries({ queryKey: ['modelos'] }) }
  return {
    salvar: useMutation({
      mutationFn: async ({ tipo, versao, ...body }: Pick<Modelo, 'tipo' | 'versao'> & Escrito) => {
        // As with the policy: what a colleague saved and this screen has not shown yet is not written over. Two who save within
        // one round trip still overwrite each other: the contract's PUT carries no version.
        const agora = await cache.fetchQuery({ ...modelosQuery, staleTime: 0 })
        if (agora[tipo].versao !== versao) throw new Error(MUDOU)
        return callApi('PUT /api/admin/configuracoes/mensagens/:tipo', { params: { tipo }, body })
      },
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
