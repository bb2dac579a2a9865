import { useMutation } from '@tanstack/react-query'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { recarregarPessoas } from '#web/operadores/pessoa.api.ts'
import { avisar } from '#web/ui/avisar.tsx'

interface Quem {
  id: number
  name: string
}

/** Everything one administrator does to another; the list is refetched afterwards. */
export function useAcoesAdministradores() {
  const aoFim = { onSettled: recarregarPessoas }
  const aoErrar = { onError: (erro: unknown) => avisar(fraseDe(erro)) }
  return {
    bloquear: useMutation({
      mutationFn: ({ id }: Quem) => callApi('PATCH /api/admin/administradores/:id/bloquear', { params: { id } }),
      onSuccess: (_, { name }) => avisar(`${name} não entra mais, e suas sessões terminaram.`),
      ...aoErrar,
      ...aoFim,
    }),
    reativar: useMutation({
      mutationFn: ({ id }: Quem) => callApi('PATCH /api/admin/administradores/:id/reativar', { params: { id } }),
      onSuccess: (_, { name }) => avisar(`${name} pode entrar de novo.`),
      ...aoErrar,
      ...aoFim,
    }),
  }
}
