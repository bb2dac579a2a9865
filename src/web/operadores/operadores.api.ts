import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Operador } from '#contract/operadores.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { optimisticUpdate } from '#web/api/optimisticUpdate.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { recarregarPessoas } from './pessoa.api.ts'

/** Shows the operator as active in the list and in the record before the server confirms. */
async function mostrarReativado(cache: QueryClient, id: number) {
  const reativado = (um: Operador): Operador => (um.id === id ? { ...um, status: 'Ativo' } : um)
  const naLista = await optimisticUpdate(cache, 'GET /api/admin/operadores', (lista) => ({
    ...lista,
    ativos: lista.ativos + 1,
    data: lista.data.map(reativado),
  }))
  const naFicha = await optimisticUpdate(cache, 'GET /api/admin/operadores/:id', reativado)
  return () => {
    naLista()
    naFicha()
  }
}

/** Everything an admin does to operators; the lists that show them are refetched afterwards. */
export function useAcoesOperadores() {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  const aoFim = { onSettled: recarregarPessoas }
  return {
    /** Customers given a new owner first are not freed: two calls, the block last, so that a refusal leaves the operator active. */
    bloquear: useMutation({
      mutationFn: async ({ id, transferirPara }: { id: number; transferirPara: number | undefined }) => {
        if (transferirPara !== undefined) {
          const body = { operador_id: transferirPara, filtro: { operador_id: id } }
          await callApi('POST /api/admin/clientes/transferir', { body })
        }
        return callApi('PATCH /api/admin/operadores/:id/bloquear', { params: { id } })
      },
      onError: (erro) => falhaDepois(erro, 'Bloqueio de operador'),
      ...aoFim,
    }),
    reativar: useMutation({
      mutationFn: ({ id }: Pick<Operador, 'id' | 'name'>) =>
        callApi('PATCH /api/admin/operadores/:id/reativar', { params: { id } }),
      onMutate: ({ id }) => mostrarReativado(cache, id),
      onSuccess: (_, { name }) => avisar(`${name} pode entrar de novo.`),
      onError: (erro, _, desfazer) => {
        desfazer?.()
        avisar(fraseDe(erro))
      },
      ...aoFim,
    }),
  }
}
