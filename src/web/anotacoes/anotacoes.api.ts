import { useMutation } from '@tanstack/react-query'
import type { Anotacao } from '#contract/anotacoes.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'
import { avisar } from '#web/ui/avisar.tsx'

const base = '/api/operador/clientes/:id/anotacoes' as const
type Nova = Entrada<`POST ${typeof base}`>['body']
type Mudanca = Entrada<`PATCH ${typeof base}/:anotacao`>['body']

/** Writes, changes, pins and deletes notes on a customer; a retry writes nothing twice. */
export function useAnotacoes({ id, nome }: { id: number; nome: string }) {
  const chave = useChave()
  const aoFalhar = (erro: unknown) => avisar(`${nome}: ${fraseDe(erro)}`)
  const aoFim = { onSettled: () => recarregarCliente(id) }
  return {
    escrever: useMutation({
      mutationFn: (body: Nova) =>
        callApi(`POST ${base}`, { params: { id }, body }, { chave: chave.para(body) }).then(chave.feito),
      ...aoFim,
    }),
    mudar: useMutation({
      mutationFn: ({ anotacao, ...body }: Mudanca & { anotacao: number }) =>
        callApi(`PATCH ${base}/:anotacao`, { params: { id, anotacao }, body }),
      ...aoFim,
    }),
    fixar: useMutation({
      mutationFn: ({ id: anotacao, fixada }: Anotacao) =>
        callApi(`PATCH ${base}/:anotacao`, { params: { id, anotacao }, body: { fixada: !fixada } }),
      onError: aoFalhar,
      ...aoFim,
    }),
    apagar: useMutation({
      mutationFn: (anotacao: number) => callApi(`DELETE ${base}/:anotacao`, { params: { id, anotacao } }),
      onSuccess: () => avisar('Anotação apagada.'),
      onError: aoFalhar,
      ...aoFim,
    }),
  }
}
